/** From the answers of the engine to features of Pelias. */
import type {
  BoundingBox,
  Completion,
  FoundHouse,
  FoundPlace,
  FoundPoi,
  SearchResult,
} from '../../wire/found.js'
import { subdivisionCode } from '../search/subdivision-code.js'
import { idOfPoint, type PointId } from './gid.js'
import { type Layer, layerOf } from './layers.js'
import { alpha3Of } from './parameters.js'

/** Name of the source in ids and features. */
export const SOURCE = 'milepost'

/** A place a feature lies in. */
interface Above {
  layer: Layer
  name: string
  id?: string | undefined
}

/** A feature before it is worded. */
interface Found {
  layer: Layer
  id: string
  /** The id its source gives it, where that is another. */
  sourceId?: string | undefined
  name: string
  lat: number
  lon: number
  countryCode: string | undefined
  above: Above[]
  houseNumber?: string | undefined
  street?: string | undefined
  postcode?: string | undefined
  box?: BoundingBox | undefined
  /** Of a search: how sure, and whether it is what was asked for. */
  match?: { confidence: number; type: 'exact' | 'interpolated' | 'fallback' } | undefined
  /** Kilometres from the point that was asked for. */
  distance?: number | undefined
  category?: string | undefined
}

/** A feature as it is sent. */
export interface Feature {
  type: 'Feature'
  geometry: { type: 'Point'; coordinates: [number, number] }
  properties: Record<string, unknown> & { layer: Layer }
  bbox?: BoundingBox
}

/** The feature of an answer of a search. */
export function featureOfResult(found: SearchResult): Feature {
  const { place, street, house_number } = found
  const tier = found.resolution_tier
  const isHouse = tier === 'address_point' || tier === 'interpolated'
  const above = aboveOf(found.places)
  const countryCode = found.places.find((one) => one.country_code !== '')?.country_code ?? place?.country_code
  const { lat, lon } = found
  const at = { above, countryCode, lat, lon, postcode: found.postcode ?? undefined, box: found.bbox }
  if (isHouse || tier === 'street') {
    const point = { lat, lon, street: street ?? '', ...(isHouse && { number: house_number ?? '' }) }
    return worded({
      ...at,
      ...of(point, found.postcode),
      box: undefined,
      match:
        tier === 'interpolated'
          ? { confidence: 0.8, type: 'interpolated' }
          : confident(isHouse || house_number === null),
    })
  }
  const layer = place === null ? 'address' : layerOf(place.placetype)
  return worded({
    ...at,
    layer,
    id: place === null ? idOfPoint({ lat, lon, street: '' }) : String(place.id),
    name: place?.name ?? `${String(lat)}, ${String(lon)}`,
    match: confident(street === null && house_number === null),
  })
}

function confident(isWhatWasAsked: boolean): Found['match'] {
  return isWhatWasAsked ? { confidence: 1, type: 'exact' } : { confidence: 0.6, type: 'fallback' }
}

/** The feature of a completion. */
export function featureOfCompletion(found: Completion): Feature {
  const { lat, lon, street, house_number } = found
  const names: [Layer, string | undefined][] = [
    ['locality', found.city],
    ['county', found.county],
    ['region', found.state],
    ['country', found.country],
  ]
  const above = names.flatMap(([layer, name]) => (name === undefined ? [] : [{ layer, name }]))
  const at = { above, lat, lon, countryCode: found.country_code, postcode: found.postcode, box: found.bbox }
  if (street !== undefined) {
    const point = { lat, lon, street, ...(house_number !== undefined && { number: house_number }) }
    return worded({ ...at, ...of(point, found.postcode) })
  }
  return worded({
    ...at,
    layer: layerOf(found.placetype),
    id: found.id.split(':').at(-1) ?? '',
    name: found.name,
  })
}

/** The features around a point, finest first; `point` is the one that was asked for. */
export function featuresAround(
  around: readonly (FoundHouse | FoundPlace)[],
  from: { lat: number; lon: number },
): Feature[] {
  const places = around.filter((one): one is FoundPlace => one.placetype !== 'address')
  const house = around.find((one): one is FoundHouse => one.placetype === 'address')
  const distance = (point: { lat: number; lon: number }) => kilometres(from, point)
  const ofPlaces = places.map((_, index) => featureOfPlace(places.slice(index), distance))
  if (house === undefined) return ofPlaces
  const { lat, lon, street, house_number } = house
  const feature = worded({
    above: aboveOf(places),
    countryCode: places[0]?.country_code,
    lat,
    lon,
    ...of({ lat, lon, street, number: house_number }, house.postcode),
    distance: distance(house),
    match: { confidence: 1, type: 'exact' },
  })
  return [feature, ...ofPlaces]
}

/** The feature of the first of a chain of places. */
export function featureOfPlace(
  chain: readonly FoundPlace[],
  distance?: (point: FoundPlace) => number,
): Feature {
  const [place] = chain
  if (place === undefined) throw new Error('a chain of places has one at least')
  return worded({
    layer: layerOf(place.placetype),
    id: String(place.id),
    name: place.name,
    lat: place.lat,
    lon: place.lon,
    countryCode: place.country_code,
    above: aboveOf(chain),
    box: place.bbox,
    distance: distance?.(place),
  })
}

/** The feature of a street or house by its id, in the places around its point. */
export function featureOfPoint(point: PointId, around: readonly FoundPlace[]): Feature {
  return worded({
    above: aboveOf(around),
    countryCode: around[0]?.country_code,
    lat: point.lat,
    lon: point.lon,
    ...of(point, point.postcode),
  })
}

/** The feature of a point of interest. */
export function featureOfPoi(poi: FoundPoi): Feature {
  return worded({
    layer: 'venue',
    id: idOfPoint({ lat: poi.latitude, lon: poi.longitude, street: nameOf(poi) }),
    sourceId: poi.gersID ?? undefined,
    name: nameOf(poi),
    lat: poi.latitude,
    lon: poi.longitude,
    countryCode: poi.country,
    above: poi.ancestry.map(({ placetype, name, wofID }) => ({
      layer: layerOf(placetype),
      name,
      id: String(wofID),
    })),
    match: { confidence: poi.confidence ?? 1, type: 'exact' },
    category: poi.categoryID ?? undefined,
  })
}

function nameOf({ name, categoryID }: FoundPoi): string {
  return name ?? categoryID ?? ''
}

/** The feature of a point of interest by its id, in the places around its point. */
export function featureOfVenue(venue: PointId, around: readonly FoundPlace[]): Feature {
  const { lat, lon, street: name } = venue
  return worded({
    layer: 'venue',
    id: idOfPoint(venue),
    name,
    lat,
    lon,
    countryCode: around[0]?.country_code,
    above: aboveOf(around),
  })
}

/** What a street or house is called, and its id. */
function of(point: Omit<PointId, 'postcode'>, postcode: string | null | undefined) {
  const { number, street } = point
  return {
    layer: number === undefined ? ('street' as const) : ('address' as const),
    id: idOfPoint({ ...point, postcode: postcode ?? undefined }),
    name: number === undefined ? street : `${number} ${street}`,
    houseNumber: number,
    street,
    postcode: postcode ?? undefined,
  }
}

/** The divisions around a place; a landmark is no part of an address. */
function aboveOf(chain: readonly FoundPlace[]): Above[] {
  const above = chain.map(({ placetype, name, id }) => ({ layer: layerOf(placetype), name, id: String(id) }))
  return above.filter(({ layer }) => layer !== 'venue')
}

/** Countries whose addresses are labelled with the letters of the state. */
const WITH_STATE = ['US', 'CA', 'AU']

function worded(found: Found): Feature {
  const { layer, id, name, lat, lon, above } = found
  const code = found.countryCode?.toUpperCase()
  const properties: Feature['properties'] = {
    id,
    gid: `${SOURCE}:${layer}:${id}`,
    layer,
    source: SOURCE,
    source_id: found.sourceId ?? id,
    ...(code !== undefined && code !== '' && { country_code: code }),
    name,
    ...(found.houseNumber !== undefined && { housenumber: found.houseNumber }),
    ...(found.street !== undefined && found.street !== '' && { street: found.street }),
    ...(found.postcode !== undefined && { postalcode: found.postcode }),
    ...(found.match && { confidence: found.match.confidence, match_type: found.match.type }),
    ...(found.distance !== undefined && { distance: found.distance }),
    accuracy: layer === 'address' || layer === 'venue' ? 'point' : 'centroid',
  }
  for (const one of above) {
    if (properties[one.layer] !== undefined) continue
    properties[one.layer] = one.name
    if (one.id !== undefined) properties[`${one.layer}_gid`] = `${SOURCE}:${one.layer}:${one.id}`
  }
  const country = code === undefined || code === '' ? undefined : alpha3Of(code)
  if (country !== undefined) properties['country_a'] = country
  const region = properties['region']
  const regionCode = typeof region === 'string' && code ? subdivisionCode(code, region)?.slice(3) : undefined
  if (regionCode !== undefined) properties['region_a'] = regionCode
  if (found.category !== undefined) properties['category'] = [found.category]
  properties['label'] = labelOf(properties, code)
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties,
    ...(found.box && { bbox: found.box }),
  }
}

/** Name, town, state by its letters where they are written, and country. */
function labelOf(properties: Feature['properties'], code: string | undefined): string {
  const { name, locality, region, region_a, country, country_a, layer } = properties
  const withState = code !== undefined && WITH_STATE.includes(code)
  const state = withState && layer !== 'region' ? (region_a ?? region) : undefined
  const parts = [name, locality, state, withState && layer !== 'country' ? (country_a ?? country) : country]
  const known = parts.filter((part): part is string => typeof part === 'string' && part !== '')
  return known.filter((part, index) => known.indexOf(part) === index).join(', ')
}

const EARTH_KM = 6371.0088

/** Kilometres between two points, to the metre. */
export function kilometres(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [dLat, dLon] = [radians(b.lat - a.lat), radians(b.lon - a.lon)]
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h))) * 1000) / 1000
}
