/** From the answers of the engine to features of Pelias. */
import type {
  BoundingBox,
  Completion,
  FoundHouse,
  FoundPlace,
  FoundPoi,
  SearchResult,
} from '../../wire/found.js'
import {
  type AddressParts,
  type PartPlace,
  partsOfCompletion,
  partsOfPoi,
  partsOfPoint,
  partsOfSearch,
} from '../address-parts/parts.js'
import { isFallback, worded as inWords } from '../address-parts/unmatched.js'
import { kilometres } from '../points.js'
import { subdivisionCode } from '../search/subdivision-code.js'
import { idOfPoint, type PointId } from './gid.js'
import { ABOVE, type Layer, layerOf } from './layers.js'
import { alpha3Of } from './parameters.js'

/** Name of the source in ids and features. */
export const SOURCE = 'milepost'

/** A feature before it is worded. */
interface Found {
  layer: Layer
  id: string
  /** The id its source gives it, where that is another. */
  sourceId?: string | undefined
  name: string
  lat: number
  lon: number
  parts: AddressParts
  box?: BoundingBox | undefined
  confidence?: number | undefined
  match?: 'exact' | 'interpolated' | 'fallback' | undefined
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

/** The features of the answers of a search, likeliest first. */
export function featuresOfResults(answers: readonly SearchResult[]): Feature[] {
  const [first] = answers
  // What the first leaves is shared by the others, none of which is likelier than it.
  const share = Math.min(first?.confidence ?? 0, (1 - (first?.confidence ?? 0)) / (answers.length - 1))
  return answers.map((answer) => featureOfResult(answer, answer.confidence ?? Math.round(share * 1e3) / 1e3))
}

function featureOfResult(answer: SearchResult, confidence: number): Feature {
  const { place, lat, lon, match_level: level } = answer
  const parts = partsOfSearch(answer)
  const isFallen = isFallback(answer, parts.unmatched)
  const match = isFallen ? 'fallback' : level === 'interpolated' ? 'interpolated' : 'exact'
  const at = { parts, lat, lon, confidence, match } as const
  if (parts.street !== undefined) {
    return worded({ ...at, ...named({ lat, lon, street: parts.street, number: parts.houseNumber }, parts) })
  }
  const isPlace = place !== null && level !== 'point'
  return worded({
    ...at,
    layer: isPlace ? layerOf(place.placetype) : 'address',
    id: isPlace ? String(place.id) : idOfPoint({ lat, lon, street: '' }),
    name: isPlace ? place.name : `${String(lat)}, ${String(lon)}`,
    box: answer.bbox,
  })
}

/** The feature of a completion. A chain, the places that contain it with their ids, takes the place of the names that it has alone. */
export function featureOfCompletion(found: Completion, chain?: readonly FoundPlace[]): Feature {
  const { lat, lon, street, house_number: number, bbox: box } = found
  const parts = { ...partsOfCompletion(found), ...(chain && { places: chain }) }
  if (street !== undefined)
    return worded({ parts, lat, lon, box, ...named({ lat, lon, street, number }, parts) })
  const id = found.id.split(':').at(-1) ?? ''
  return worded({ parts, lat, lon, box, layer: layerOf(found.placetype), id, name: found.name })
}

/** The features around a point, finest first; `from` is the one that was asked for. */
export function featuresAround(
  around: readonly (FoundHouse | FoundPlace)[],
  from: { lat: number; lon: number },
): Feature[] {
  return around.map((one, index) => {
    const distance = kilometres(from, one)
    const confidence = confidenceAt(distance)
    return featureOfChain(around.slice(index), one, { distance, confidence })
  })
}

/** How sure Pelias is of what lies so many kilometres off. */
function confidenceAt(distance: number): number {
  const [, confidence = 0.5] = BY_DISTANCE.find(([most]) => distance < most) ?? []
  return distance === 0 ? 1 : confidence
}

const BY_DISTANCE = [
  [0.01, 0.9],
  [0.1, 0.8],
  [0.25, 0.7],
  [1, 0.6],
] as const

/** The feature of the first of a chain of places. */
export function featureOfPlace(chain: readonly FoundPlace[]): Feature {
  const [place] = chain
  if (place === undefined) throw new Error('a chain of places has one at least')
  return featureOfChain(chain, place, {})
}

function featureOfChain(
  chain: readonly (FoundHouse | FoundPlace)[],
  one: FoundHouse | FoundPlace,
  asked: Pick<Found, 'distance' | 'confidence'>,
): Feature {
  const parts = partsOfPoint(chain)
  const { lat, lon } = one
  if (isHouse(one)) {
    return worded({
      parts,
      lat,
      lon,
      ...asked,
      ...named({ lat, lon, street: one.street, number: one.house_number }, parts),
    })
  }
  const { placetype, id, name, bbox: box } = one
  return worded({ parts, lat, lon, box, ...asked, layer: layerOf(placetype), id: String(id), name })
}

function isHouse(one: FoundHouse | FoundPlace): one is FoundHouse {
  return one.placetype === 'address'
}

/** The feature of a street, house or venue by its id, in the places around its point. */
export function featureOfPoint(point: PointId, around: readonly FoundPlace[], layer: Layer): Feature {
  const { lat, lon, street, number, postcode } = point
  const parts = partsOfPoint(around)
  if (layer === 'venue') return worded({ parts, lat, lon, layer, id: idOfPoint(point), name: street })
  const known = { ...parts, houseNumber: number, street, postcode }
  return worded({ parts: known, lat, lon, ...named(point, known) })
}

/** The feature of a point of interest. */
export function featureOfPoi(poi: FoundPoi): Feature {
  const { latitude: lat, longitude: lon, categoryID, gersID, confidence } = poi
  const name = poi.name ?? categoryID ?? ''
  return worded({
    parts: partsOfPoi(poi),
    layer: 'venue',
    id: idOfPoint({ lat, lon, street: name }),
    sourceId: gersID ?? undefined,
    name,
    lat,
    lon,
    confidence: confidence ?? 1,
    match: 'exact',
    category: categoryID ?? undefined,
  })
}

function named(point: Omit<PointId, 'postcode'>, { postcode }: AddressParts) {
  const { number, street } = point
  return {
    layer: number === undefined ? ('street' as const) : ('address' as const),
    id: idOfPoint({ ...point, postcode }),
    name: number === undefined ? street : `${number} ${street}`,
  }
}

/** Countries whose addresses are labelled with the letters of the state. */
const WITH_STATE = ['US', 'CA', 'AU']

function worded(found: Found): Feature {
  const { layer, id, name, lat, lon, parts } = found
  const code = parts.countryCode
  const properties: Feature['properties'] = {
    id,
    gid: `${SOURCE}:${layer}:${id}`,
    layer,
    source: SOURCE,
    source_id: found.sourceId ?? id,
    ...(code !== undefined && { country_code: code }),
    name,
    ...(parts.houseNumber !== undefined && { housenumber: parts.houseNumber }),
    ...(parts.street !== undefined && parts.street !== '' && { street: parts.street }),
    ...(parts.postcode !== undefined && { postalcode: parts.postcode }),
    ...(found.confidence !== undefined && { confidence: found.confidence }),
    ...(found.match !== undefined && { match_type: found.match }),
    ...(found.distance !== undefined && { distance: found.distance }),
    accuracy: accuracyOf(found),
    ...namesAbove(parts),
    ...(found.category !== undefined && { category: [found.category] }),
  }
  properties['label'] = labelOf(properties, code)
  const unmatched = inWords(parts.unmatched, WORDS)
  if (unmatched !== undefined) properties['unmatched'] = unmatched
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties,
    ...(found.box && { bbox: found.box }),
  }
}

function accuracyOf({ layer, match }: Found): 'point' | 'interpolated' | 'centroid' {
  if (match === 'interpolated') return 'interpolated'
  return layer === 'address' || layer === 'venue' ? 'point' : 'centroid'
}

/** The places a feature lies in, the coarsest first as Pelias writes them: name, id, letters. */
function namesAbove(parts: AddressParts): Record<string, string> {
  const { places, countryCode } = parts
  const names: Record<string, string> = {}
  const byLayer = new Map<Layer, PartPlace>()
  for (const place of places) {
    const layer = layerOf(place.placetype)
    if (!byLayer.has(layer)) byLayer.set(layer, place)
  }
  for (const layer of ABOVE) {
    const place = byLayer.get(layer)
    if (place !== undefined) {
      names[layer] = place.name
      if (place.id !== undefined) names[`${layer}_gid`] = `${SOURCE}:${layer}:${String(place.id)}`
    }
    const letters = lettersOf(layer, place?.name, countryCode)
    if (letters !== undefined) names[`${layer}_a`] = letters
  }
  return names
}

function lettersOf(
  layer: Layer,
  name: string | undefined,
  countryCode: string | undefined,
): string | undefined {
  if (countryCode === undefined) return undefined
  if (layer === 'country') return alpha3Of(countryCode)
  if (layer !== 'region' || name === undefined) return undefined
  const key = `${countryCode} ${name}`
  let letters = LETTERS.get(key)
  if (letters === undefined) {
    letters = subdivisionCode(countryCode, name)?.slice(3) ?? ''
    if (LETTERS.size < MOST_LETTERS) LETTERS.set(key, letters)
  }
  return letters === '' ? undefined : letters
}

/** Letters by country and name, blank where there are none: to fold a name takes a third of the time that the wording of a feature takes. */
const LETTERS = new Map<string, string>()

/** More than there are first-level divisions; their names in other languages are more. */
const MOST_LETTERS = 10_000

/** Property names of unmatched components that differ from the component's name. */
const WORDS: Readonly<Record<string, string>> = {
  house_number: 'housenumber',
  postcode: 'postalcode',
  dependent_locality: 'neighbourhood',
  subregion: 'county',
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
