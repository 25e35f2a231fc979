/** Points of interest among completions, where their database is open: one rule for every surface that completes. */
import type { CompleteOptions, Engine } from '../engine/engine.js'
import type { Completion, FoundPoi, PoiAnswer } from '../wire/found.js'

/** Of an answer one in so many is kept for points of interest where there are places too. */
const SHARE = 4

/** What a text may become, each made a `Result` by the surface. */
export interface Completed<Result> {
  place: (place: Completion) => Result
  venue: (poi: FoundPoi) => Result
}

/**
 * Places and points of interest that a text may become, best first. Places that it is the beginning of come first; a name that it spells
 * exactly comes before a place that it spells with a wrong letter. A text that is neither may ask for a kind: `pharmacy bron`.
 */
export function withVenues<Result>(
  { completePoi, poi }: Pick<Engine, 'completePoi' | 'poi'>,
  text: string,
  options: CompleteOptions,
  places: readonly Completion[],
  { place, venue }: Completed<Result>,
): Result[] {
  const { limit } = options
  const named = completePoi ? (JSON.parse(completePoi(text, options)) as FoundPoi[]) : []
  const kept = Math.max(limit - named.length, Math.ceil(limit * (1 - 1 / SHARE)))
  const [first, venues] = [places.slice(0, kept).map(place), named.map(venue)]
  const isSpelt = places.some(({ corrected }) => corrected !== true)
  const both = isSpelt ? [...first, ...venues] : [...venues, ...first]
  if (both.length > 0 || poi === undefined) return both.slice(0, limit)
  const answer = JSON.parse(poi(text, options.languages)) as PoiAnswer
  return answer.type === 'intent' ? answer.results.slice(0, limit).map(venue) : []
}
