/** What the page shows, in the fragment of its address: `#q=Reno+NV` or `#at=45.36,5.95`. A fragment is never sent to a server. */
import type { Point } from './service.js'

/** The question of a link. */
export type Asked = { text: string } | { point: Point } | undefined

/** Reads a fragment, with its `#`. */
export function readLink(fragment: string): Asked {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''))
  const text = parameters.get('q')
  if (text !== null && text.trim() !== '') return { text }
  const [lat, lon] = (parameters.get('at') ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))
    return undefined
  return { point: { lat, lon } }
}

/** The fragment of a question. */
export function writeLink(asked: NonNullable<Asked>): string {
  return 'text' in asked
    ? `#${new URLSearchParams({ q: asked.text }).toString()}`
    : `#at=${asked.point.lat.toFixed(5)},${asked.point.lon.toFixed(5)}`
}
