/** The newest release of a code: its files as their servers describe them. */
import Type from 'typebox'
import { Check } from 'typebox/value'

import { Refused, type RemoteFile } from '../../remote/file.js'
import { discoverGeofabrik } from './geofabrik.js'
import { discoverOverture } from './overture.js'
import { type Discovered, releaseOf, releasesBefore, urlsOf } from './release.js'
import { addressOf, ask, askJson, type RemoteOptions } from '../publisher-requests.js'
import type { Offer } from '../sources/index.js'

/**
 * Finds the newest release of an offer.
 * @throws Error in one sentence that names the URL.
 */
export async function discover(offer: Offer, options: RemoteOptions): Promise<Discovered> {
  const { source, area } = offer
  const { release } = source
  if (release.by === 'date') {
    for (const name of releasesBefore(release.every, release.back)) {
      const [first = '', ...others] = urlsOf(offer, name)
      const file = await ask(first, options)
      if (file === undefined) continue
      return { release: name, files: [file, ...(await all(others, options))] }
    }
    const tried = urlsOf(offer, releasesBefore(release.every, release.back)[0])[0] ?? source.url
    const at = addressOf(tried, options.mirror)
    throw new Error(`${source.publisher} has none of its last ${String(release.back)} releases at ${at}`)
  }
  if (release.by === 'overture') return discoverOverture(offer, options)
  if (release.by === 'openaddresses') return newestJobs(offer, options)
  if (release.by === 'geofabrik') return discoverGeofabrik(offer, options)
  const files = await all(urlsOf({ source, area }), options)
  return { release: releaseOf(files), files }
}

/** The batch service of OpenAddresses on a source: the number of its newest job, and when it ran. */
const Jobs = Type.Array(Type.Object({ job: Type.Integer(), updated: Type.Optional(Type.Unknown()) }))

async function newestJobs(offer: Offer, options: RemoteOptions): Promise<Discovered> {
  const files: RemoteFile[] = []
  const names: string[] = []
  for (const url of urlsOf(offer)) {
    const jobs = await askJson(url, options)
    const [newest] = Check(Jobs, jobs) ? [...jobs].sort((a, b) => b.job - a.job) : []
    if (newest === undefined) throw new Error(`${url} names no job`)
    const output = new URL(`/api/job/${String(newest.job)}/output/source.geojson.gz`, url).href
    const file = await ask(output, options).catch((error: unknown) => {
      if (!(error instanceof Refused) || ![401, 403].includes(error.status)) throw error
      throw new Error(
        `${output} asks for an account: make one at OpenAddresses and set ${offer.source.token ?? ''}`,
        { cause: error },
      )
    })
    if (file === undefined) throw new Error(`${output} is not there any more; run the command again`)
    files.push(file)
    names.push(String(newest.job))
  }
  return { release: `job ${names.join(', ')}`, files }
}

async function all(urls: string[], options: RemoteOptions): Promise<RemoteFile[]> {
  const files: RemoteFile[] = []
  for (const url of urls) {
    const file = await ask(url, options)
    if (file === undefined) {
      throw new Error(`${addressOf(url, options.mirror)} is not there; the publisher may have moved it`)
    }
    files.push(file)
  }
  return files
}
