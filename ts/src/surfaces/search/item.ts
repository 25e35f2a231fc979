/** Results: what the core found, in the documented fields and in those that clients of Nominatim also read. */
import { createHash } from 'node:crypto'

import { givenBy, sourcesOf } from '../../engine/credits.js'
import type { Gives } from '../../wire/data-report.js'
import type { BoundingBox, FoundHouse, FoundPlace, SearchResult } from '../../wire/found.js'
import { houseOf, partsOfPoint, partsOfSearch, placesOf } from '../address-parts/parts.js'
import { addressOf, type Address, settlementOf, unmatchedOf } from './address.js'
import type { SearchContext } from './context.js'
import { importanceOf, type Kind, kindOfPlace, kindOfTier } from './kinds.js'
import type { Point } from '../points.js'

/** A result before it takes the shape of a format. */
export interface Result {
  placeId: number
  lat: string
  lon: string
  displayName: string
  name: string
  kind: Kind
  population: number
  /** Importance, if it is not derived from the population. */
  importance?: number | undefined
  box: BoundingBox
  address: Address
  /** The typed parts that were not found, by the keys of the address. */
  unmatched: Record<string, string> | undefined
  annotations: object
  sources: string[]
}

/** The result of a search for `question`. */
export function forwardResult(
  found: SearchResult,
  question: string,
  context: SearchContext,
  gives = givenBy(found.resolution_tier),
): Result {
  const [lat, lon] = [String(found.lat), String(found.lon)]
  const parts = partsOfSearch(found)
  const address = addressOf(parts)
  const displayName = forwardName(address, question)
  const place = found.resolution_tier === 'admin' ? found.place : null
  return {
    placeId: placeId(lat, lon, displayName),
    lat,
    lon,
    displayName,
    name: place?.name ?? (found.match_level === 'street' ? (parts.street ?? '') : ''),
    kind: kindOfTier(found.resolution_tier, found.place),
    population: place?.population ?? 0,
    box: found.bbox,
    address,
    unmatched: unmatchedOf(parts),
    annotations: annotationsOf(found.lat, found.lon, address, context),
    sources: sourcesOfAddress(gives, address, context),
  }
}

/** From house to country; the question itself when none of it is known. */
function forwardName(address: Address, question: string): string {
  const { house_number, road, suburb, city, island, region, county, state, postcode, country } = address
  const feature = address.tourism ?? address.aeroway ?? address.natural
  const town = city ?? island ?? region ?? county
  const parts = [feature, house_number, road, suburb, town, state, postcode, country]
  const known = parts.filter((part) => part !== undefined)
  return known.length > 0 ? known.join(', ') : question.trim()
}

/**
 * The result of a reverse lookup; undefined if nothing is there. A place is answered with the point that was asked for, for the
 * point lies in it; a house with its own.
 */
export function reverseResult(
  around: readonly (FoundHouse | FoundPlace)[],
  point: Point,
  context: SearchContext,
): Result | undefined {
  const house = houseOf(around)
  const places = placesOf(around)
  const [finest] = places
  if (finest === undefined) return undefined
  const { lat, lon } = house ?? point
  const address = addressOf(partsOfPoint(around))
  const names = places.map(({ name }) => name)
  return {
    placeId: finest.id,
    lat: String(lat),
    lon: String(lon),
    displayName: (house ? [house.house_number, house.street, ...names] : names).join(', '),
    name: house ? '' : finest.name,
    kind: kindOfPlace(house?.placetype ?? finest.placetype),
    population: house ? 0 : finest.population,
    box: house?.bbox ?? finest.bbox,
    address,
    unmatched: undefined,
    annotations: annotationsOf(lat, lon, address, context),
    sources: sourcesOfAddress(house ? ['reverse', 'houses'] : ['reverse'], address, context),
  }
}

/** Sources of an answer at an address. */
export function sourcesOfAddress(
  gives: readonly Gives[],
  { country_code: country, state: region }: Address,
  { engine }: SearchContext,
): string[] {
  return sourcesOf(engine, gives, { country, region })
}

function annotationsOf(lat: number, lon: number, address: Address, { annotate }: SearchContext) {
  const countryCode = address.country_code?.toUpperCase()
  return annotate(lat, lon, { countryCode, placeName: settlementOf(address) })
}

/** A result as it is sent. `class` and `category` are one thing under the names of the two formats, which share an answer. */
export function itemOf(result: Result, withAddress: boolean) {
  const { kind, address, box } = result
  const [west, south, east, north] = box
  return {
    place_id: result.placeId,
    licence: licenceOf(result.sources),
    lat: result.lat,
    lon: result.lon,
    class: kind.class,
    category: kind.class,
    type: kind.type,
    place_rank: kind.rank,
    importance: result.importance ?? importanceOf(result.population, kind.rank),
    addresstype: kind.addresstype,
    name: result.name,
    display_name: result.displayName,
    ...(withAddress && { address }),
    ...(result.unmatched && { unmatched: result.unmatched }),
    /** South, north, west, east. */
    boundingbox: [south, north, west, east].map(String),
    annotations: result.annotations,
  }
}

/** The attribution that publishers require wherever their data are shown. */
function licenceOf(sources: readonly string[]): string {
  if (sources.length === 0) return 'Data © the operator of this server'
  const names = sources.map((source) => source.replace(/^© /, ''))
  // One database may name the licence that another leaves out.
  const distinct = names.filter((name) => !names.some((other) => other !== name && other.startsWith(name)))
  return `Data © ${distinct.join(', ')}`
}

/** The attribution of all results of an answer; without results, that of everything that was searched. */
export function licenceOfAll(
  results: readonly { sources: readonly string[] }[],
  { engine }: SearchContext,
): string {
  const all = results.length === 0 ? (engine.sources?.() ?? []) : results.flatMap(({ sources }) => sources)
  return licenceOf([...new Set(all)])
}

/** Bytes of the hash: a safe integer, and 48 bits keep apart what 32 would confuse among a million results. */
const BYTES = 6

/** The id of a result that has none in the gazetteer, such as a house: a positive integer, the same for the same coordinates and name, in every process and release. */
export function placeId(lat: string, lon: string, displayName: string): number {
  const digest = createHash('sha1').update(`${lat},${lon},${displayName}`).digest()
  return digest.readUIntBE(0, BYTES) || 1
}
