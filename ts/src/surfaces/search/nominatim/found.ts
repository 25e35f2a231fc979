/** From the answers of the engine to results with what Nominatim says beside them. */
import type { Engine } from '../../../engine/engine.js'
import type { FoundHouse, FoundPlace, FoundPoi, PoiAnswer, SearchResult } from '../../../wire/found.js'
import { distinctAnswers } from '../../address-parts/distinct.js'
import { partsOfPoi } from '../../address-parts/parts.js'
import { addressOf } from '../address.js'
import type { SearchContext } from '../context.js'
import { forwardResult, type Result, reverseResult, sourcesOfAddress } from '../item.js'
import type { Point } from '../parameters.js'
import { placeId } from '../place-id.js'
import { boundsOf, coordinatesOf, limitOf } from './question.js'
import type { Query } from '../parameters.js'

/** A result with the fields that only Nominatim has. */
export interface Found extends Result {
  extraTags: Record<string, string>
}

/** Degrees around a point of interest that a map shows. */
const POI_BOX = 5e-4

/** What a text finds: points of interest where it asks for some, otherwise the answers of a search, the likeliest first. */
export function searched(question: string, query: Query, context: SearchContext): Found[] {
  const { engine } = context
  const point = coordinatesOf(question)
  if (point !== undefined && engine.reverse !== undefined) {
    const result = reversed(point, true, context)
    return result === undefined ? [] : [result]
  }
  const bounds = boundsOf(query)
  const isHere = (result: Found) => isWithin(result, bounds)
  const ofKind = poisOf(question, engine)
    .map((poi) => poiResult(poi, context))
    .filter(isHere)
  if (ofKind.length > 0) return ofKind.slice(0, limitOf(query))
  const answers = JSON.parse(engine.search?.(question, bounds) ?? '[]') as SearchResult[]
  return distinctAnswers(answers).map((answer) => forward(answer, question, context))
}

/** What a point lies in; undefined where nothing is. */
export function reversed(point: Point, houses: boolean, context: SearchContext): Found | undefined {
  const json = context.engine.reverse?.(point.lat, point.lon, { houses }) ?? null
  const around = json === null ? [] : (JSON.parse(json) as (FoundHouse | FoundPlace)[])
  const result = reverseResult(around, point, context)
  if (result === undefined) return undefined
  // A house has no number of its own, and its place's would find the place.
  const isHouse = around[0]?.placetype === 'address'
  const id = isHouse ? placeId(result.lat, result.lon, result.displayName) : result.placeId
  return { ...result, placeId: id, extraTags: extraTagsOf(result) }
}

/** The place of one of our ids; undefined if there is none. */
export function placeOf(id: number, context: SearchContext): Found | undefined {
  const json = context.engine.place?.(id) ?? null
  const chain = json === null ? [] : (JSON.parse(json) as FoundPlace[])
  const [place] = chain
  if (place === undefined) return undefined
  const result = reverseResult(chain, place, context)
  return result && { ...result, extraTags: extraTagsOf(result) }
}

function forward(answer: SearchResult, question: string, context: SearchContext): Found {
  const isPoint = ['plus_code', 'coordinates'].includes(answer.resolution_tier)
  const { reverse } = context.engine
  const around =
    isPoint && answer.places.length <= 1 && reverse !== undefined
      ? (JSON.parse(reverse(answer.lat, answer.lon) ?? '[]') as FoundPlace[])
      : undefined
  const result =
    around === undefined
      ? forwardResult(answer, question, context)
      : forwardResult({ ...answer, places: around }, question, context, ['reverse'])
  // The id of a place finds it again at `/lookup`; a house has none.
  const id = answer.resolution_tier === 'admin' ? answer.place?.id : undefined
  return { ...result, placeId: id ?? result.placeId, extraTags: extraTagsOf(result) }
}

function extraTagsOf({ population }: Result): Record<string, string> {
  return population > 0 ? { population: String(population) } : {}
}

function poisOf(question: string, { poi }: Engine): FoundPoi[] {
  if (poi === undefined) return []
  const answer = JSON.parse(poi(question)) as PoiAnswer
  return answer.type === 'intent' ? answer.results : []
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
  const country = address.country_code?.toUpperCase()
  return {
    placeId: placeId(lat, lon, displayName),
    lat,
    lon,
    displayName,
    name,
    kind: { class: 'amenity', type: categoryID ?? 'yes', addresstype: 'amenity', rank: 30 },
    population: 0,
    box: [longitude - POI_BOX, latitude - POI_BOX, longitude + POI_BOX, latitude + POI_BOX],
    address: name === '' ? address : { amenity: name, ...address },
    unmatched: undefined,
    annotations: context.annotate(latitude, longitude, { countryCode: country, placeName: address.city }),
    sources: sourcesOfAddress(['venues', 'reverse'], address, context),
    extraTags: Object.fromEntries(tags.filter((tag): tag is [string, string] => tag[1] !== null)),
  }
}

function isWithin(result: Found, { countries, bounds }: ReturnType<typeof boundsOf>): boolean {
  const code = result.address.country_code
  const [lat, lon] = [Number(result.lat), Number(result.lon)]
  return (
    (countries === undefined || countries.some((country) => country.toLowerCase() === code)) &&
    (bounds === undefined ||
      (lat >= bounds.south && lat <= bounds.north && lon >= bounds.west && lon <= bounds.east))
  )
}
