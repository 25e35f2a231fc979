/** The newest release of a code: its files as their servers describe them. */
import Type from 'typebox'
import { Check } from 'typebox/value'

import { Refused, type RemoteFile } from '../remote/file.js'
import { discoverGeofabrik } from './geofabrik.js'
import { addressOf, ask, askJson, type RemoteOptions } from './remote.js'
import { discoverOverture } from './overture.js'
import type { Offer } from './sources/index.js'
import type { Source } from './sources/source.js'

/** A release. */
export interface Discovered {
  /** The publisher's name for it, or the day its file changed; null if neither is known. */
  release: string | null
  files: RemoteFile[]
}

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

/** URLs of an offer's files. */
export function urlsOf({ source, area }: Offer, release = '{release}'): string[] {
  return area.parts.map((part) => source.url.replaceAll('{part}', part).replaceAll('{release}', release))
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

/** Possible names of releases, newest first. */
export function releasesBefore(
  every: Extract<Source['release'], { by: 'date' }>['every'],
  back: number,
  now = new Date(),
): string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return Array.from({ length: back }, (_, index) => {
    if (every === 'year') return String(year - index)
    if (every === 'half-year') {
      const halves = year * 2 + (month >= 6 ? 1 : 0) - index
      return `${String(Math.floor(halves / 2))}${halves % 2 === 0 ? '06' : '12'}`
    }
    // The day before the first of a month.
    const end = new Date(Date.UTC(year, month - index, 0))
    return end.toISOString().slice(0, 10).replaceAll('-', '')
  })
}

/** The day the newest of some files changed; null if no server says. */
export function releaseOf(files: readonly RemoteFile[]): string | null {
  const days = files.flatMap(({ lastModified }) => (lastModified === undefined ? [] : [dayOf(lastModified)]))
  return days.sort().at(-1) ?? null
}

function dayOf(httpDate: string): string {
  const date = new Date(httpDate)
  return Number.isNaN(date.getTime()) ? httpDate : date.toISOString().slice(0, 10)
}
