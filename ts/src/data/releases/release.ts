/** A release of a publisher: its name and its files. */
import type { RemoteFile } from '../../remote/file.js'
import type { Offer } from '../sources/index.js'
import type { Source } from '../sources/source.js'

/** A release. */
export interface Discovered {
  /** The publisher's name for it, or the day its file changed; null if neither is known. */
  release: string | null
  files: RemoteFile[]
}

/** URLs of an offer's files. */
export function urlsOf({ source, area }: Offer, release = '{release}'): string[] {
  return area.parts.map((part) => source.url.replaceAll('{part}', part).replaceAll('{release}', release))
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
