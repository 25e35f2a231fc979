/** Points of interest as places. */
import type { FoundPoi } from '../../wire/found.js'
import type { Place } from './features.js'
import { kindOf } from './kinds.js'

/** A point of interest as a place; what it lies in fills the rest. */
export function placeOfPoi(poi: FoundPoi): Place {
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
