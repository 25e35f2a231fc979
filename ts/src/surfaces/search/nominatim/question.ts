/** What a query asks for, by the rules of Nominatim. */
import type { Static } from 'typebox'

import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import { type Layer, LAYERS, type Ranks, ranksOf } from './layers.js'
import { isOnEarth, type Point } from '../../points.js'
import { Refusal } from '../../read-parameters.js'
import { FORMATS, type LookupQuery, PARTS, type ReverseQuery, type SearchQuery } from './schemas.js'

/** A format of an answer. */
export type Format = (typeof FORMATS)[number]

const DEFAULT_LIMIT = 10
/** Most results of an answer. */
export const MOST_RESULTS = 40

/** Ids of one request; Nominatim's own cap. */
const MOST_IDS = 50

type Search = Static<typeof SearchQuery>
type Shared = Pick<
  Search,
  keyof Static<typeof ReverseQuery> & keyof Static<typeof LookupQuery> & keyof Search
>

/** Ways to write a geometry. */
export const GEOMETRIES = ['geojson', 'kml', 'svg', 'text'] as const

/** A way to write a geometry. */
export type Geometry = (typeof GEOMETRIES)[number]

/** The form of the results: the switches of the query, and what it says of formats. */
export interface Wish extends Pick<Shared, 'extratags' | 'namedetails' | 'entrances' | 'annotations'> {
  format: Format
  withAddress: boolean
  geometry: Geometry | undefined
  /** Degrees that a simplified outline may differ by. */
  tolerance: number
  /** Function the JSON is passed to. */
  callback: string | undefined
}

/** The form of the results of a query. */
export function wishOf(query: Shared, defaults: { format: Format; withAddress: boolean }): Wish {
  const format = query.format ?? defaults.format
  if (!isFormat(format)) throw new Refusal(`Parameter 'format' must be one of: ${FORMATS.join(', ')}`)
  return {
    ...query,
    format,
    withAddress: query.addressdetails ?? defaults.withAddress,
    geometry: geometryOf(query, format),
    tolerance: query.polygon_threshold ?? 0,
    callback: callbackOf(query),
  }
}

function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text)
}

/** One way at a time; the formats of GeoJSON have their own. */
function geometryOf(query: Shared, format: Format): Geometry | undefined {
  const isGeoJson = format === 'geojson' || format === 'geocodejson'
  const asked = GEOMETRIES.filter(
    (geometry) => query[`polygon_${geometry}`] === true && (!isGeoJson || geometry === 'geojson'),
  )
  if (asked.length > 1) throw new Refusal('Too many polygon output options selected.')
  return asked[0]
}

const CALLBACK = /^[\p{ID_Start}_][\p{ID_Continue}]*(?:\.[\p{ID_Start}_][\p{ID_Continue}]*)*$/u

/** The function of JSONP. */
export function callbackOf({ json_callback: name }: { json_callback?: string }): string | undefined {
  if (name !== undefined && !CALLBACK.test(name)) throw new Refusal('Invalid json_callback value')
  return name
}

/** What is searched for. */
export interface Question {
  /** As it was asked, in one line. */
  whole: string
  /** The text without the kind of a point of interest. */
  text: string
  /** Name or kind of a point of interest; then nothing else is an answer. */
  amenity?: string | undefined
}

/** The question of a search; undefined if `q` is there and blank, which finds nothing. */
export function questionOf(query: Search, hasText: boolean): Question | undefined {
  const parts = PARTS.flatMap((name) => query[name] ?? [])
  if (!hasText) {
    if (parts.length === 0) throw new Refusal('Nothing to search for.')
    const text = (query.amenity === undefined ? parts : parts.slice(1)).join(', ')
    return { whole: parts.join(', '), text, amenity: query.amenity }
  }
  if (parts.length > 0) {
    throw new Refusal(
      `Structured query parameters (${PARTS.join(', ')}) cannot be used together with 'q' parameter.`,
    )
  }
  return query.q === undefined ? undefined : marked(query.q)
}

/** A kind inside a text: `[amenity=pub] Berlin`. */
const KIND = /\s*\[[a-z_]+=([a-z_]+)\]\s*/i

function marked(whole: string): Question {
  const kind = KIND.exec(whole)?.[1]
  if (kind === undefined) return { whole, text: whole }
  return { whole, text: whole.replace(KIND, ' ').trim(), amenity: kind.replaceAll('_', ' ') }
}

/** What a search leaves out. */
export interface Filters {
  limit: number
  ranks: Ranks | undefined
  layers: ReadonlySet<Layer> | undefined
  excluded: ReadonlySet<string>
  isDistinct: boolean
}

/** What a search leaves out. A `featureType` is of the layer of addresses. */
export function filtersOf(query: Search): Filters {
  const { featureType, limit = DEFAULT_LIMIT } = query
  return {
    limit: Math.min(MOST_RESULTS, Math.max(1, limit)),
    ranks: featureType === undefined ? undefined : ranksOf(featureType),
    layers: featureType === undefined ? layersOf(query) : new Set(['address']),
    excluded: excludedOf(query),
    isDistinct: query.dedupe ?? true,
  }
}

/** The layers of a query; undefined for all. */
export function layersOf({ layer }: { layer?: string }): ReadonlySet<Layer> | undefined {
  const names = listOf(layer)
  const isLayer = (name: string): name is Layer => (LAYERS as readonly string[]).includes(name.toLowerCase())
  if (!names.every(isLayer)) {
    throw new Refusal(`Parameter 'layer' must be a comma-separated list of: ${LAYERS.join(', ')}`)
  }
  return names.length === 0 ? undefined : new Set(names.map((name) => name.toLowerCase() as Layer))
}

/** A number of ours, an object of OpenStreetMap, or a postcode of a country: `Pus:94110`. */
const EXCLUDED = /^(?:\d+|[NWR]\d+|P[a-z]{2}:.+)$/i

function excludedOf({ exclude_place_ids: list }: Search): ReadonlySet<string> {
  const ids = listOf(list)
  const wrong = ids.find((id) => !EXCLUDED.test(id))
  if (wrong !== undefined) throw new Refusal(`Invalid exclude ID: ${wrong}`)
  return new Set(ids)
}

function listOf(list = ''): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** West, south, east, north in degrees. */
type Box = readonly [west: number, south: number, east: number, north: number]

/** `viewbox=x1,y1,x2,y2`: any two opposite corners. */
function viewboxOf({ viewbox, viewboxlbrt }: Search): Box | undefined {
  const text = viewbox ?? viewboxlbrt
  if (text === undefined) return undefined
  const edges = text.split(',')
  if (edges.length !== 4) throw new Refusal('Bounding box parameter needs 4 coordinates.')
  const [x1, y1, x2, y2] = edges.map((edge, index) => {
    const most = index % 2 === 0 ? 180 : 90
    return edge.trim() === '' ? Number.NaN : Math.min(most, Math.max(-most, Number(edge)))
  })
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  if ([x1, y1, x2, y2].some(Number.isNaN)) throw new Refusal('Bounding box parameter needs to be numbers.')
  if (x1 === x2 || y1 === y2) throw new Refusal('Bounding box with invalid parameters.')
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** A wider box says nothing about the user's view, degrees. */
const WHOLE_WORLD = 180

/** The bounds of a search: every country of `countrycodes`, the view box if it is `bounded`, otherwise its middle as a preference. */
export function boundsOf(query: Search): AnswerBounds {
  const countries = listOf(query.countrycodes).filter((code) => /^[a-z]{2}$/i.test(code))
  const box = viewboxOf(query)
  const [west, south, east, north] = box ?? [0, 0, 0, 0]
  const isBounded = box !== undefined && query.bounded === true
  const isNear = box !== undefined && !isBounded && east - west < WHOLE_WORLD
  return {
    ...(countries.length > 0 && { countries }),
    ...(isBounded && { bounds: { south, west, north, east } }),
    ...(isNear && { near: { lat: (south + north) / 2, lon: (west + east) / 2 } }),
  }
}

/** Degrees: decimal, with minutes, or with minutes and seconds. */
const DEGREES = String.raw`(\d+(?:\.\d+)?)(?:[°\s]+(\d+(?:\.\d+)?)(?:[′'\s]+(\d+(?:\.\d+)?))?)?[°′″'"]*`
/** Latitude and longitude with their letters, in front or behind. */
const LETTERED = [
  new RegExp(String.raw`^([NS])\s*${DEGREES}[\s,]+([EW])\s*${DEGREES}$`, 'i'),
  new RegExp(String.raw`^${DEGREES}\s*([NS])[\s,]+${DEGREES}\s*([EW])$`, 'i'),
]
/** Two numbers and nothing else. */
const BARE = /^\[?([-+]?\d{1,2}(?:\.\d+)?)°?[\s,;]+([-+]?\d{1,3}(?:\.\d+)?)°?\]?$/

/** Coordinates as `q`: `48.85, 2.35`, `N 48.85 E 2.35` or `48° 51′ 24″ N 2° 21′ 3″ E`; two whole numbers are a house number and a postcode. */
export function coordinatesOf(question: string): Point | undefined {
  const text = question.trim()
  const point = bareOf(text) ?? letteredOf(text)
  return point !== undefined && isOnEarth(point) ? point : undefined
}

function bareOf(text: string): Point | undefined {
  const [, lat, lon] = BARE.exec(text) ?? []
  if (lat === undefined || lon === undefined || !`${lat}${lon}`.includes('.')) return undefined
  return { lat: Number(lat), lon: Number(lon) }
}

function letteredOf(text: string): Point | undefined {
  const [before, behind] = LETTERED.map((pattern) => pattern.exec(text))
  const [, a, b, c, d, e, f, g, h] = before ?? behind ?? []
  const degrees = (whole = '', minutes = '0', seconds = '0') =>
    Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600
  const sign = (letter = '') => (/[sw]/i.test(letter) ? -1 : 1)
  if (before) return { lat: sign(a) * degrees(b, c, d), lon: sign(e) * degrees(f, g, h) }
  return behind ? { lat: sign(d) * degrees(a, b, c), lon: sign(h) * degrees(e, f, g) } : undefined
}

/** Ids of `/lookup`: objects (`N1`, `W2`, `R3`) and the gazetteer's own numbers, from either parameter. */
export function idsOf({ place_ids: own, osm_ids: osm }: Static<typeof LookupQuery>): (string | number)[] {
  const ids = [...listOf(own), ...listOf(osm)]
  if (ids.length > MOST_IDS) throw new Refusal('Too many object IDs.')
  return ids.flatMap((id): (string | number)[] => {
    if (/^[nwr]\d{1,15}$/i.test(id)) return [id.toUpperCase()]
    const number = Number(id.replace(/^p/i, ''))
    return Number.isSafeInteger(number) ? [number] : []
  })
}
