/** How to add data on a machine without a network: what to fetch elsewhere, and the command that builds it from a folder. */
import { join } from 'node:path'

import { say } from '../terminal/output.js'
import { termsOf } from './construction.js'
import { targetOf } from './layout.js'
import { releasesBefore, urlsOf } from './releases/release.js'
import { addressOf } from './publisher-requests.js'
import type { Offer } from './sources/index.js'

/** The folder that the commands use. */
const MIRROR = 'mirror'

/** Prints URL, size, licence, destination and commands of an offer. Asks no server. */
export function tellByHand(offer: Offer, root: string): void {
  const { source, area } = offer
  const { licence, attribution } = termsOf(offer)
  const size =
    area.bytes === undefined ? 'known to the publisher alone' : `${(area.bytes / 1e6).toFixed(0)} MB`
  const target = targetOf(offer) ?? 'address-points/address-points-us-<state>.db'
  say(`${area.code}: ${area.name}; ${source.publisher}`)
  say(`  licence  ${licence}; show: ${attribution}`)
  say(`  size     ${size}`)
  say(`  becomes  ${join(root, target)}`)
  if (source.release.by === 'overture' || source.release.by === 'openaddresses') {
    say(`  by hand  not possible: the files of a code are known from ${urlsOf(offer)[0] ?? source.url} only`)
    return
  }
  for (const url of urlsOf(offer, newest(offer))) {
    say(`  fetch    curl -fL --create-dirs -o '${addressOf(url, MIRROR)}' '${url}'`)
  }
  say(
    `  build    milepost data add ${area.code} --publisher ${source.id} --mirror ${MIRROR} --data-root '${root}'`,
  )
}

/** Probable name of the newest release. */
function newest({ source: { release } }: Offer): string | undefined {
  return release.by === 'date' ? releasesBefore(release.every, release.back)[0] : undefined
}
