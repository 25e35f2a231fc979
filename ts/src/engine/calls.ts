/**
 * What an engine can be asked. Types alone: whoever imports the library reads them, and needs neither those of
 * the addon nor those of Node.js.
 */
import type { AnswerBounds } from '../wire/answer-bounds.js'
import type { DataReport, Gives } from '../wire/data-report.js'
import type { GeocodeResult, GivenComponents } from '../wire/geocode.js'
import type { Parse } from '../wire/parse.js'
import type { ShardReport } from './shards.js'
import type { Signal } from './signal.js'

/** The model card of the loaded bundle, as far as the surfaces report it. */
export interface ModelCard {
  name: string
  version: string
  locale: string
  labels: string[]
  format: Record<string, unknown>
}

/** How complete an address is; `auto` judges by the text. */
export type InputMode = 'auto' | 'fragmented' | 'formatted'

/** An address to geocode: a text, or its components by tag, which are not parsed. */
export type Address = string | GivenComponents

/** The answer to a geocode. */
export interface GeocodeAnswer {
  /** The body of `/v1/geocode`. */
  body: string
  /** The tier that answered. */
  tier: string
}

/** The body of `/v1/batch` and its metrics for `/metrics`. */
export interface BatchAnswer {
  /** UTF-8 JSON `{results: [...]}`. */
  body: Uint8Array
  /** How many rows each tier answered. */
  tiers: Record<string, number>
  /** Rows that failed. */
  errors: number
  /** Milliseconds each row took. */
  latencies: Float64Array
}

/** Paths of the data. */
export interface DataFiles {
  dataRoot: string
  candidateDb?: string | undefined
  adminDb?: string | undefined
  polygons?: string | undefined
  /** Without a gazetteer: which setting was followed, and what is at its path. */
  missing?: string | undefined
}

/** Limits of a batch. */
export interface BatchOptions {
  /** Bounds of each answer. */
  bounds?: AnswerBounds | undefined
  /** Most characters (UTF-16 units) of a row; a longer row fails. */
  longest?: number
  /** Cancels the work when the client is gone; the promise is rejected then. */
  signal?: Signal
}

/** Options of completions; latitude and longitude (degrees) count together. */
export interface CompleteOptions {
  limit: number
  latitude?: number
  longitude?: number
  /** Distance at which half of the nearness to the point is left, metres; default 30,000. */
  nearHalfM?: number
  /** Weight of nearness relative to that of population; default 1. */
  nearWeight?: number
  /** Languages of the names (BCP 47), the preferred one first. */
  languages?: string[]
}

/** What a reverse lookup answers. */
export interface ReverseOptions {
  /** Whether the nearest house comes first. */
  houses?: boolean
  /** Languages of the names (BCP 47), the preferred one first. */
  languages?: string[] | undefined
}

/** What the body of `/v1/reverse` has. */
export interface ReverseBodyOptions {
  /** Languages of the names (BCP 47), the preferred one first. */
  languages?: string[] | undefined
  /** Whether it has the address in the format of its country. */
  formatted?: boolean | undefined
}

/** What is looked for at a point. */
export type OsmKind = 'house' | 'node' | 'street' | 'place' | 'poi'

/** The calls of an engine, by what they need. */
export interface Calls {
  // Needs nothing: reports are empty then.
  /** What is in the data root, and which of it is open. */
  data: () => DataReport
  /** Shards of streets and house numbers. */
  shards: () => ShardReport

  // Needs weights.
  /** Body of `/v1/compare`; `country` is that of an address that names none, or empty. A geocode needs a gazetteer. */
  compare: (a: string, b: string, country: string, inputMode: InputMode, geocode: boolean) => string

  // Needs the addon alone.
  /** Body of `/expand`. */
  expand: (address: string) => string
  /** The same for a long text, as bytes, off the event loop. */
  expandLater: (address: string) => Promise<Uint8Array>

  // Needs weights.
  /** Body of `/v1/parse`. `country` is a hint: ISO 3166-1 alpha-2, in either case. */
  parse: (address: string, inputMode: InputMode, debug: boolean, country?: string) => string
  /** The parse of an address as a value. */
  read: (address: string, inputMode: InputMode, country?: string) => Parse
  /** Bodies of `/v1/parse`, in order, off the event loop. */
  parseAll: (addresses: string[], inputMode: InputMode, debug: boolean, country?: string) => Promise<string[]>
  /** Body of `/parse` on the parser surface: the parts of a complete record with libpostal's labels. */
  label: (address: string) => string
  /** The same for a long text, as bytes, off the event loop. */
  labelLater: (address: string) => Promise<Uint8Array>
  /** The same for many addresses, in order, off the event loop; a failed row is `{input, error}`. */
  labelAll: (addresses: string[], inputMode: InputMode) => Promise<string[]>
  /** The bundle that parses. */
  model?: ModelCard

  // Needs weights and a gazetteer.
  /** Body of `/v1/geocode`, and the tier that answered. */
  geocode: (address: Address, inputMode: InputMode, bounds?: AnswerBounds) => GeocodeAnswer
  /** The geocode of an address as a value. */
  locate: (address: Address, inputMode: InputMode, bounds?: AnswerBounds) => GeocodeResult
  /** Bodies of `/v1/geocode`, in order, off the event loop; a failed row is `{input, error}`. */
  geocodeAll: (addresses: Address[], inputMode: InputMode, bounds?: AnswerBounds) => Promise<string[]>
  /** Body of `/v1/batch` with its metrics, off the event loop. */
  geocodeBatch: (addresses: Address[], inputMode: InputMode, options?: BatchOptions) => Promise<BatchAnswer>
  /**
   * JSON array of `SearchResult` (`ts/src/wire/found.ts`), likeliest first: one, or as many as the limit says. Empty if nothing is
   * known within the bounds.
   */
  search: (query: string, bounds?: AnswerBounds) => string

  // Needs a gazetteer.
  /** Body of `/v1/resolve` for the JSON of `{tree, opts?}`. */
  resolve: (request: string) => string
  /**
   * Completions of a text, best first: a JSON array of places, streets and addresses. With a point, in degrees,
   * those near it come earlier.
   */
  complete: (query: string, options: CompleteOptions) => string

  // Needs the administrative database.
  /**
   * The places that contain a point in degrees, finest first: a JSON array of `FoundPlace` (`ts/src/wire/found.ts`); with `houses`, and if
   * a register covers the point, the nearest `FoundHouse` comes first. Null if nothing is there.
   */
  reverse: (lat: number, lon: number, options?: ReverseOptions) => string | null
  /** Body of `/v1/reverse`. */
  reverseBody: (lat: number, lon: number, options?: ReverseBodyOptions) => string
  /**
   * JSON array of `FoundPlace`: a place by its id in the administrative database with the places that contain it, finest first, with their names
   * in the first of the languages that has one; null if the id is unknown.
   */
  place: (id: number, languages?: string[]) => string | null

  // Needs a database of objects of OpenStreetMap.
  /** JSON of `OsmObject` (`ts/src/wire/found.ts`): an object by its id (`N1`, `W2`, `R3`), with its outline if it is asked for; null if no open database has it. */
  object: (id: string, geometry: boolean) => string | null
  /** The same at the point of an answer, degrees: a house by its number, or a street, place or point of interest by its name; `node`: the nearest node within some 10 m of any point that is a house or point of interest. */
  objectAt: (
    kind: OsmKind,
    name: string,
    point: { lat: number; lon: number },
    geometry: boolean,
  ) => string | null

  // Needs a database of points of interest, besides the parser and the gazetteer.
  /** Body of `/v1/poi`, with the places around each result in the first of the languages that has a name. */
  poi: (query: string, languages?: string[]) => string
  /** JSON array of points of interest whose name begins as typed. */
  completePoi: (query: string, options: CompleteOptions) => string

  // Needs the addon and a place where data could be.
  /** Sources of the open data, one name and licence each. */
  sources: () => string[]
  /** Sources of answers with `gives`, by country (alpha-2) and name of its first-level division. */
  sourcesOf: (gives: Gives, country: string, region?: string) => string[]
  /** Date of the open data, ISO 8601: from the databases, otherwise from the times of their files; undefined if both are unknown. */
  dataUpdated: () => string | undefined
  /** Paths of the data in use, found at the start and by each reload. */
  files: () => DataFiles
}
