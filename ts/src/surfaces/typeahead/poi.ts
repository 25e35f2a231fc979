/** Points of interest among completions, where their database is open. */
import type { CompleteOptions, Engine } from '../../engine/engine.js'
import type { FoundPoi, PoiAnswer } from '../../wire/found.js'
import type { Place } from './features.js'
import { kindOf } from './kinds.js'

/** Of an answer one in so many is kept for points of interest where there are places too. */
const SHARE = 4

/** Places and points of interest that a text may become, places first; a text that is no place may ask for a kind: `pharmacy bron`. */
export function withPoi(engine: Engine, q: string, options: CompleteOptions, places: Place[]): Place[] {
  if (engine.completePoi === undefined || engine.poi === undefined) return places
  const named = JSON.parse(engine.completePoi(q, options)) as FoundPoi[]
  const kept = Math.max(options.limit - named.length, Math.ceil(options.limit * (1 - 1 / SHARE)))
  const found = named.map(placeOf)
  const first = places.slice(0, kept)
  const both = places.some((place) => fits(place, q)) ? [...first, ...found] : [...found, ...first]
  if (both.length > 0) return both.slice(0, options.limit)
  const answer = JSON.parse(engine.poi(q)) as PoiAnswer
  return answer.type === 'intent' ? answer.results.slice(0, options.limit).map(placeOf) : []
}

/** Whether a place is what was typed, and not what a wrong letter makes of it. */
function fits({ name, street }: Place, q: string): boolean {
  const [own, typed] = [name.toLowerCase(), q.trim().toLowerCase()]
  return (street ?? '') !== '' || own.startsWith(typed) || typed.startsWith(own)
}

/** A point of interest as a place; what it lies in fills the rest. */
function placeOf(poi: FoundPoi): Place {
  const place: Place = {
    id: poi.gersID ?? '',
    name: poi.name ?? '',
    placetype: 'venue',
    category: poi.categoryID,
    lat: poi.latitude,
    lon: poi.longitude,
    country_code: poi.country,
  }
  for (const { placetype, name } of poi.ancestry) {
    const { part } = kindOf(placetype)
    if (part === 'city' || part === 'county' || part === 'state' || part === 'country') place[part] ??= name
  }
  return place
}
