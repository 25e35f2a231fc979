/** What a query asks for, by the rules of Nominatim. */
import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import { isOn, type Query, textOf } from '../parameters.js'

/** Formats of an answer. */
export const FORMATS = ['xml', 'json', 'jsonv2', 'geojson', 'geocodejson'] as const

/** A format of an answer. */
export type Format = (typeof FORMATS)[number]

/** Default and most results. */
const DEFAULT_LIMIT = 10
const MOST_RESULTS = 40

/** The form of the results. */
export interface Wish {
  format: Format
  withAddress: boolean
  withExtraTags: boolean
  withNames: boolean
  withAnnotations: boolean
}

/** The form of the results of a query; undefined if there is no such format. */
export function wishOf(query: Query, defaults: { format: Format; withAddress: boolean }): Wish | undefined {
  const format = textOf(query, 'format') ?? defaults.format
  if (!isFormat(format)) return undefined
  const details = textOf(query, 'addressdetails')
  return {
    format,
    withAddress: details === undefined ? defaults.withAddress : wants(query, 'addressdetails'),
    withExtraTags: wants(query, 'extratags'),
    withNames: wants(query, 'namedetails'),
    withAnnotations: wants(query, 'annotations'),
  }
}

/** geopy sends the word `True`; any number but 0 is on. */
function wants(query: Query, name: string): boolean {
  const text = textOf(query, name)?.toLowerCase()
  return isOn(query, name) || text === 'true' || (text !== undefined && Number(text) > 0)
}

function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text)
}

/** How many results are wanted. */
export function limitOf(query: Query): number {
  const limit = Number(textOf(query, 'limit') ?? DEFAULT_LIMIT)
  return Number.isFinite(limit) ? Math.min(MOST_RESULTS, Math.max(1, Math.floor(limit))) : DEFAULT_LIMIT
}

/** West, south, east, north in degrees. */
type Box = readonly [west: number, south: number, east: number, north: number]

/** `viewbox=x1,y1,x2,y2`: any two opposite corners. */
function viewboxOf(query: Query): Box | undefined {
  const edges = (textOf(query, 'viewbox') ?? textOf(query, 'viewboxlbrt'))?.split(',').map(Number) ?? []
  const [x1, y1, x2, y2] = edges
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined
  if (edges.length !== 4 || !edges.every(Number.isFinite)) return undefined
  const [south, north] = [Math.min(y1, y2), Math.max(y1, y2)].map((lat) => Math.max(-90, Math.min(90, lat)))
  const [west, east] = [Math.min(x1, x2), Math.max(x1, x2)].map((lon) => Math.max(-180, Math.min(180, lon)))
  return [west ?? 0, south ?? 0, east ?? 0, north ?? 0]
}

/** A wider box says nothing about the user's view, degrees. */
const WHOLE_WORLD = 180

/** The bounds of a search: every country of `countrycodes`, the view box if it is `bounded`, otherwise its middle as a preference. */
export function boundsOf(query: Query): AnswerBounds {
  const countries = textOf(query, 'countrycodes')
    ?.split(',')
    .map((code) => code.trim())
    .filter((code) => /^[a-z]{2}$/i.test(code))
  const box = viewboxOf(query)
  const [west, south, east, north] = box ?? [0, 0, 0, 0]
  const isBounded = box !== undefined && wants(query, 'bounded')
  const isNear = box !== undefined && !isBounded && east - west < WHOLE_WORLD
  return {
    limit: limitOf(query),
    ...(countries !== undefined && countries.length > 0 && { countries }),
    ...(isBounded && { bounds: { south, west, north, east } }),
    ...(isNear && { near: { lat: (south + north) / 2, lon: (west + east) / 2 } }),
  }
}

/** Results that were seen already. */
export function excludedOf(query: Query): ReadonlySet<string> {
  return new Set(
    textOf(query, 'exclude_place_ids')
      ?.split(',')
      .map((id) => id.trim()),
  )
}

/** Two numbers and nothing else: latitude and longitude, with or without their letters. */
const POINT =
  /^\s*([ns]?)\s*([-+]?\d{1,2}(?:\.\d+)?)°?\s*([ns]?)[\s,;]+([ew]?)\s*([-+]?\d{1,3}(?:\.\d+)?)°?\s*([ew]?)\s*$/i

/** Coordinates as `q`: `48.85, 2.35` or `N 48.85 E 2.35`; a whole number is none, since a house number and a postcode are two. */
export function coordinatesOf(question: string): { lat: number; lon: number } | undefined {
  const [, n1, lat, n2, e1, lon, e2] = POINT.exec(question) ?? []
  if (lat === undefined || lon === undefined || !`${lat}${lon}`.includes('.')) return undefined
  const sign = (letter: string) => (/[sw]/i.test(letter) ? -1 : 1)
  const point = {
    lat: Number(lat) * sign(`${n1 ?? ''}${n2 ?? ''}`),
    lon: Number(lon) * sign(`${e1 ?? ''}${e2 ?? ''}`),
  }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : undefined
}

/** Ids of `/lookup`: the gazetteer's own numbers, with or without a letter in front, from either parameter. */
export function idsOf(query: Query): number[] {
  const asked = [textOf(query, 'place_ids'), textOf(query, 'osm_ids')].filter((list) => list !== undefined)
  const numbers = asked
    .flatMap((list) => list.split(','))
    .map((id) => Number(id.trim().replace(/^[nwrp]/i, '')))
  return numbers.filter(Number.isSafeInteger).slice(0, MOST_IDS)
}

/** Ids of one request; Nominatim's own cap. */
const MOST_IDS = 50
