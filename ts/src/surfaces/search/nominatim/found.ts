/** From the answers of the engine to results with what Nominatim says beside them. */
import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import type { FoundHouse, FoundPlace, FoundPoi, PoiAnswer, SearchResult } from '../../../wire/found.js'
import { distinctAnswers } from '../../address-parts/distinct.js'
import { partsOfPoi } from '../../address-parts/parts.js'
import { addressOf } from '../address.js'
import type { SearchContext } from '../context.js'
import { forwardResult, type Result, reverseResult, sourcesOfAddress } from '../item.js'
import { kindOfPlace } from '../kinds.js'
import type { Point } from '../parameters.js'
import { placeId } from '../place-id.js'
import { HOUSE_RANK, type Layer } from './layers.js'
import { coordinatesOf, type Filters, MOST_RESULTS, type Question } from './question.js'

/** A result with the fields that only Nominatim has. */
export interface Found extends Result {
  layer: Layer
  extraTags: Record<string, string>
}

/** Degrees around a point of interest that a map shows. */
const POI_BOX = 5e-4

/** What a text finds: points of interest where it asks for some, otherwise the answers of a search, the likeliest first. */
export function searched(
  { text, amenity }: Question,
  bounds: AnswerBounds,
  filters: Filters,
  context: SearchContext,
): Found[] {
  const passes = (result: Found) => isOf(result, filters) && isWithin(result, bounds)
  const point = coordinatesOf(text)
  if (point !== undefined && context.engine.reverse !== undefined) {
    const result = reversed(point, { rank: HOUSE_RANK, layers: undefined }, context)
    return result === undefined ? [] : [result]
  }
  const ofPlace = text === '' ? amenity : `${amenity ?? ''} in ${text}`
  const pois =
    filters.layers?.has('poi') === false ? [] : poisOf(amenity === undefined ? text : ofPlace, context)
  const ofKind = pois.filter(passes)
  if (ofKind.length > 0 || amenity !== undefined) return ofKind.slice(0, filters.limit)
  const places = placesOf(text, bounds, filters, context)
  return places.filter((result) => isOf(result, filters)).slice(0, filters.limit)
}

function placesOf(text: string, bounds: AnswerBounds, filters: Filters, context: SearchContext): Found[] {
  if (filters.layers?.has('address') === false) return []
  // What is left out has to be made up for.
  const isFiltered = filters.ranks !== undefined || filters.excluded.size > 0
  const limit = isFiltered ? MOST_RESULTS : filters.limit
  const answers = JSON.parse(context.engine.search?.(text, { ...bounds, limit }) ?? '[]') as SearchResult[]
  const distinct = filters.isDistinct ? distinctAnswers(answers) : answers
  return distinct.map((answer) => forward(answer, text, context))
}

function isOf({ placeId: id, kind, layer }: Found, { ranks, layers, excluded }: Filters): boolean {
  return (
    !excluded.has(String(id)) &&
    (layers?.has(layer) ?? true) &&
    (ranks === undefined || (kind.rank >= ranks.least && kind.rank <= ranks.most))
  )
}

/** What a reverse lookup keeps to. */
export interface Bounds {
  /** The finest rank. */
  rank: number
  layers: ReadonlySet<Layer> | undefined
}

/** What a point lies in, as fine as the rank allows; undefined where nothing is. */
export function reversed(point: Point, { rank, layers }: Bounds, context: SearchContext): Found | undefined {
  if (layers?.has('address') === false) return undefined
  const houses = rank >= HOUSE_RANK
  const json = context.engine.reverse?.(point.lat, point.lon, { houses }) ?? null
  const all = json === null ? [] : (JSON.parse(json) as (FoundHouse | FoundPlace)[])
  const around = all.filter(({ placetype }) => kindOfPlace(placetype).rank <= rank)
  const result = reverseResult(around, point, context)
  if (result === undefined) return undefined
  // A house has no number of its own, and its place's would find the place.
  const isHouse = around[0]?.placetype === 'address'
  const { lat, lon, displayName } = result
  const id = isHouse ? placeId(lat, lon, displayName) : result.placeId
  return { ...result, placeId: id, layer: 'address', extraTags: extraTagsOf(result) }
}

/** The chain of places of one of our ids, finest first; empty if there is none. */
export function chainOf(id: number, { engine }: SearchContext): FoundPlace[] {
  return JSON.parse(engine.place?.(id) ?? '[]') as FoundPlace[]
}

/** The result of a chain of places; undefined if it is empty. */
export function ofChain(chain: readonly FoundPlace[], context: SearchContext): Found | undefined {
  const [place] = chain
  const result = place && reverseResult(chain, place, context)
  return result && { ...result, layer: 'address', extraTags: extraTagsOf(result) }
}

function forward(answer: SearchResult, question: string, context: SearchContext): Found {
  const { reverse } = context.engine
  const around =
    answer.match_level === 'point' && answer.places.length <= 1 && reverse !== undefined
      ? (JSON.parse(reverse(answer.lat, answer.lon) ?? '[]') as FoundPlace[])
      : undefined
  const result =
    around === undefined
      ? forwardResult(answer, question, context)
      : forwardResult({ ...answer, places: around }, question, context, ['reverse'])
  // The id of a place finds it again at `/lookup`; a house has none.
  const id = answer.resolution_tier === 'admin' ? answer.place?.id : undefined
  return { ...result, placeId: id ?? result.placeId, layer: 'address', extraTags: extraTagsOf(result) }
}

function extraTagsOf({ population }: Result): Record<string, string> {
  return population > 0 ? { population: String(population) } : {}
}

function poisOf(question: string | undefined, context: SearchContext): Found[] {
  const { poi } = context.engine
  if (poi === undefined || question === undefined) return []
  const answer = JSON.parse(poi(question)) as PoiAnswer
  return answer.type === 'intent' ? answer.results.map((result) => poiResult(result, context)) : []
}

function poiResult(poi: FoundPoi, context: SearchContext): Found {
  const { latitude, longitude, categoryID, brandWikidata, gersID } = poi
  const [lat, lon] = [String(latitude), String(longitude)]
  const parts = partsOfPoi(poi)
  const address = addressOf(parts)
  const name = poi.name ?? ''
  const displayName = [name, ...parts.places.map((place) => place.name)]
    .filter((part) => part !== '')
    .join(', ')
  const tags: [string, string | null][] = [
    ['category', categoryID],
    ['brand:wikidata', brandWikidata],
    ['ref:gers', gersID],
  ]
  return {
    placeId: placeId(lat, lon, displayName),
    lat,
    lon,
    displayName,
    name,
    kind: { class: 'amenity', type: categoryID ?? 'yes', addresstype: 'amenity', rank: HOUSE_RANK },
    population: 0,
    box: [longitude - POI_BOX, latitude - POI_BOX, longitude + POI_BOX, latitude + POI_BOX],
    address: name === '' ? address : { amenity: name, ...address },
    unmatched: undefined,
    annotations: context.annotate(latitude, longitude, {
      countryCode: parts.countryCode,
      placeName: address.city,
    }),
    sources: sourcesOfAddress(['venues', 'reverse'], address, context),
    layer: 'poi',
    extraTags: Object.fromEntries(tags.filter((tag): tag is [string, string] => tag[1] !== null)),
  }
}

function isWithin(result: Found, { countries, bounds }: AnswerBounds): boolean {
  const code = result.address.country_code
  const [lat, lon] = [Number(result.lat), Number(result.lon)]
  return (
    (countries === undefined || countries.some((country) => country.toLowerCase() === code)) &&
    (bounds === undefined ||
      (lat >= bounds.south && lat <= bounds.north && lon >= bounds.west && lon <= bounds.east))
  )
}
