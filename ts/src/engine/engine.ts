/** The engine: the parsing and geocoding that this installation can do. */
import type { NativeEngine } from '@milepost/linux-x64-gnu'

import type { Parse } from '../wire/parse.js'
import { loadAddon, type LoadedAddon } from './addon.js'
import {
  type DataLocation,
  type Environment,
  locateAdmin,
  locateData,
  locatePoi,
  newestOf,
  readDataRoot,
  reportData,
} from './data-root.js'
import type { Credit, DataReport, Gives } from '../wire/data-report.js'
import { reportShards, type ShardReport } from './shards.js'
import { type Lookups, openLookups } from './lookups.js'
import { parseReader } from './read-parse.js'
import type { Signal } from './signal.js'
import { findWeights } from './weights.js'

/** How complete an address is; `auto` judges by the text. */
export type InputMode = 'auto' | 'fragmented' | 'formatted'

/** The model card of the loaded bundle, as far as the surfaces report it. */
export interface ModelCard {
  name: string
  version: string
  locale: string
  labels: string[]
  format: Record<string, unknown>
}

/** Data opened alongside the present ones, not in use yet. */
export interface NextData {
  /** Uses them for every later request. Running ones finish on the old data, which are then closed. */
  use: () => void
  /** Closes them, unused. */
  drop: () => void
}

/** What the caller knows about an answer besides the text. */
export interface AnswerBounds {
  /** Countries the answer lies in, ISO 3166-1 alpha-2, any case; none for all. */
  countries?: string[]
  /** Of several places that fit, the one nearest to this point is taken. */
  near?: { lat: number; lon: number }
  /** The box the answer lies in. */
  bounds?: { south: number; west: number; north: number; east: number }
  /** Answers wanted, from 1. */
  limit?: number
}

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
}

/**
 * Calls of the core. An absent capability is an undefined member, which surfaces answer with a status. Bodies are JSON, built in
 * the core and sent unchanged.
 */
export interface Engine {
  /** Body of `/v1/parse`. */
  parse?: (address: string, inputMode: InputMode, debug: boolean) => string
  /** The parse of an address as a value. */
  read?: (address: string, inputMode: InputMode) => Parse
  /** Bodies of `/v1/parse`, in order, off the event loop. */
  parseAll?: (addresses: string[], inputMode: InputMode, debug: boolean) => Promise<string[]>
  /** Body of `/expand`. Needs no weights and no data. */
  expand?: (address: string) => string
  /** The same for a long text, as bytes, off the event loop. */
  expandLater?: (address: string) => Promise<Uint8Array>
  /** Body of `/parse` on the parser surface: the parts of a complete record with libpostal's labels. */
  label?: (address: string) => string
  /** The same for a long text, as bytes, off the event loop. */
  labelLater?: (address: string) => Promise<Uint8Array>
  /** The same for many addresses, in order, off the event loop; a failed row is `{input, error}`. */
  labelAll?: (addresses: string[], inputMode: InputMode) => Promise<string[]>
  /** Body of `/v1/geocode`, and the tier that answered. */
  geocode?: (address: string, inputMode: InputMode, bounds?: AnswerBounds) => GeocodeAnswer
  /** Bodies of `/v1/geocode`, in order, off the event loop; a failed row is `{input, error}`. */
  geocodeAll?: (addresses: string[], inputMode: InputMode, bounds?: AnswerBounds) => Promise<string[]>
  /** Body of `/v1/batch` with its metrics, off the event loop. */
  geocodeBatch?: (addresses: string[], inputMode: InputMode, options?: BatchOptions) => Promise<BatchAnswer>
  /**
   * JSON array of `SearchResult` (`ts/src/wire/found.ts`), likeliest first: one, or as many as the limit says. Empty if nothing is
   * known within the bounds.
   */
  search?: (query: string, bounds?: AnswerBounds) => string
  /**
   * The places that contain a point in degrees, finest first: a JSON array of `FoundPlace` (`ts/src/wire/found.ts`); with `houses`, and if
   * a register covers the point, the nearest `FoundHouse` comes first. Null if nothing is there.
   */
  reverse?: (lat: number, lon: number, options?: { houses?: boolean }) => string | null
  /** Sources of the open data, one name and licence each. */
  sources?: () => string[]
  /** Sources of answers with `gives`, by country (alpha-2) and name of its first-level division. */
  sourcesOf?: (gives: Gives, country: string, region?: string) => string[]
  /** Date of the open data, ISO 8601: from the databases, otherwise from the times of their files; undefined if both are unknown. */
  dataUpdated?: () => string | undefined
  /** Body of `/v1/resolve` for the JSON of `{tree, opts?}`. */
  resolve?: (request: string) => string
  /**
   * Completions of a text, best first: a JSON array of places, streets and addresses. With a point, in degrees,
   * those near it come earlier.
   */
  complete?: (query: string, options: CompleteOptions) => string
  /** Body of `/v1/poi`. Present only if a database of points of interest is open; it needs the parser and the gazetteer. */
  poi?: (query: string) => string
  /** JSON array of points of interest whose name begins as typed; present if `poi` is. */
  completePoi?: (query: string, options: CompleteOptions) => string
  /**
   * JSON array of `FoundPlace`: a place by its id in the administrative database with the places that contain it, finest first; null if there is
   * no such place. Present if `reverse` is.
   */
  place?: (id: number) => string | null
  /** What the lookup databases of the data root know about a point; undefined without any. */
  lookups?: Lookups
  /** Paths of the data in use, found at the start and by each reload. */
  files?: () => DataFiles
  /** Looks for the data again and opens them. Throws, and changes nothing, if they cannot be opened. */
  openNext?: () => NextData
  /** The bundle that parses. */
  model?: ModelCard
  /** What is in the data root, and which of it is open. */
  data?: () => DataReport
  /** Shards of streets and house numbers. */
  shards?: () => ShardReport
  /** What was named and could not be opened, in one sentence. */
  refused?: string
  /** Whether a candidate gazetteer exists and cannot be opened. */
  broken?: boolean
  /** Gives back memory that only the start of the process needed; for servers, once they listen. */
  forgetStart?: () => void
  /** Closes everything; running calls are answered. No capability may be used afterwards. */
  close?: () => void
}

/** Options of {@link createEngine}. */
export interface EngineOptions {
  /** Locale whose weights are loaded; default `en-US`. */
  locale?: string
  /** Whether the gazetteer is opened; default true. */
  gazetteer?: boolean
  /** Path of the candidate gazetteer; default by discovery. */
  candidateDb?: string | undefined
  /** Path of the full administrative database; default the one in the data root. */
  adminDb?: string | undefined
  /** Folder of a weights bundle; default `SERVICE_WEIGHTS`, otherwise the package of the locale. */
  weights?: string | undefined
  /** Environment that discovery reads; default the process's. */
  environment?: Environment
  /** Gets one sentence for each absent capability, with the reason. */
  warn?: (message: string) => void
  /** Whether to verify the checksums of the databases in the background, as servers do; default false. */
  verify?: boolean
}

/** Milliseconds from the start to the verification, so that the start is over. */
const VERIFY_AFTER_MS = 5_000

/** Opens what is installed. Never throws: if something cannot be opened, its capability is absent and there is a warning. */
export function createEngine(options: EngineOptions = {}): Engine {
  const warn = options.warn ?? (() => undefined)
  const locate = () => locateData(options.candidateDb, options.environment ?? process.env)
  let location = locate()
  // Read once for each opening: whoever asks for the health of a server asks often.
  let root = readDataRoot(location.dataRoot, options.adminDb)
  const addon = attempt(loadAddon, warn)
  let opened = addon?.native
  const shards = () => reportShards(opened)
  let poiDb: string | undefined
  const engine: Engine = {
    data: () => ({
      ...reportData(root, shards(), opened?.damaged() ?? 0),
      sources: JSON.parse(opened?.credits() ?? '[]') as Credit[],
      ...(poiDb !== undefined && { poi_db: poiDb }),
    }),
    shards,
  }
  if (addon === undefined) return engine
  let { native } = addon
  engine.expand = (address) => native.expand(address)
  engine.expandLater = (address) => native.expandLater(address)
  engine.close = () => {
    native.close()
  }
  engine.forgetStart = () => {
    native.forgetStart()
  }
  if (openWeights(addon, options, warn)) {
    engine.parse = (address, inputMode, debug) => native.parse(address, inputMode, debug)
    engine.read = parseReader(() => native)
    engine.label = (address) => native.label(address, 'formatted')
    engine.labelLater = (address) => native.labelLater(address)
    engine.labelAll = (addresses, inputMode) => native.labelAll(addresses, inputMode)
    engine.parseAll = (addresses, inputMode, debug) => native.parseAll(addresses, inputMode, debug)
    const card = native.modelCard()
    if (card !== null) engine.model = JSON.parse(card) as ModelCard
  }
  setLookups(engine, openLookups(native, location.dataRoot, warn))
  if (options.gazetteer === false) return engine
  let refused: string | undefined
  try {
    openData(native, location, warn)
  } catch (error) {
    refused = error instanceof Error ? error.message : String(error)
    warn(refused)
    if (location.named) engine.refused = refused
    engine.broken = location.candidateDb !== undefined
  }
  engine.files = () => {
    const { dataRoot, candidateDb } = location
    return { dataRoot, candidateDb, ...locateAdmin(dataRoot, options.adminDb) }
  }
  const verify = (native: NativeEngine) => {
    if (options.verify === true) native.verifyInBackground(VERIFY_AFTER_MS, warn)
  }
  engine.sources = () => JSON.parse(native.sources()) as string[]
  engine.sourcesOf = (gives, country, region) =>
    JSON.parse(native.sourcesOf(gives, country, region)) as string[]
  engine.dataUpdated = () => {
    const day = native.dataUpdated()
    if (day !== null) return `${day}T00:00:00+00:00`
    const { candidateDb, dataRoot } = location
    const { adminDb } = locateAdmin(dataRoot, options.adminDb)
    return newestOf([candidateDb, adminDb].filter((path) => path !== undefined))
  }
  // After the gazetteer, whose street data it shares.
  const offerReverse = (opened: boolean) => {
    if (opened) {
      engine.reverse = (lat, lon, { houses = false } = {}) => native.reverse(lat, lon, houses)
      engine.place = (id) => native.place(id)
    } else {
      delete engine.reverse
      delete engine.place
    }
  }
  offerReverse(openAdmin(native, location, options.adminDb, warn))
  poiDb = openPoi(native, location, warn)
  if (poiDb !== undefined) {
    engine.poi = (query) => native.poi(query)
    engine.completePoi = (query, options) => native.completePoi(query, options)
  }
  verify(native)
  if (refused !== undefined) return engine
  engine.resolve = (request) => native.resolve(request)
  let toldOf: NativeEngine | undefined
  engine.complete = (query, options) => {
    // Once for each opened database, and only if completions are used.
    if (toldOf !== native) {
      toldOf = native
      const { problem, refused = false } = native.completionIndex() ?? {}
      // An unused index was reported at opening.
      if (problem !== undefined && !refused) warn(problem)
    }
    return native.complete(query, options)
  }
  /** Opens the data again in `next`. */
  const openIn = (next: NativeEngine) => {
    const found = locate()
    openData(next, found, warn)
    const reversible = openAdmin(next, found, options.adminDb, warn)
    const lookups = openLookups(next, found.dataRoot, warn)
    const nextPoiDb = openPoi(next, found, warn)
    const nextRoot = readDataRoot(found.dataRoot, options.adminDb)
    // Routes are registered at the start: without a database that was open then, one would have no answer.
    if (poiDb !== undefined && nextPoiDb === undefined) throw new Error(`${poiDb} cannot be opened any more`)
    return () => {
      const previous = native
      native = opened = next
      offerReverse(reversible)
      location = found
      root = nextRoot
      if (engine.poi !== undefined) poiDb = nextPoiDb
      setLookups(engine, lookups)
      verify(next)
      // The garbage collector would keep its files and memory for an unknown time.
      previous.close()
    }
  }
  engine.openNext = () => {
    const next = native.withoutData()
    const drop = () => {
      next.close()
    }
    try {
      return { use: openIn(next), drop }
    } catch (error) {
      drop()
      throw error
    }
  }
  if (engine.parse !== undefined) {
    engine.geocode = (address, inputMode, bounds) => native.geocode(address, inputMode, bounds)
    engine.search = (query, bounds) => native.search(query, bounds)
    engine.geocodeAll = (addresses, inputMode, bounds) => native.geocodeAll(addresses, inputMode, bounds)
    engine.geocodeBatch = (addresses, inputMode, { longest, signal, bounds } = {}) => {
      const cancellation = new addon.Cancellation()
      const cancel = () => {
        cancellation.cancel()
      }
      if (signal?.aborted === true) cancel()
      else signal?.addEventListener('abort', cancel)
      return native.geocodeBatch(addresses, inputMode, longest, cancellation, bounds)
    }
  }
  return engine
}

function openWeights(addon: LoadedAddon, options: EngineOptions, warn: (message: string) => void): boolean {
  const locale = options.locale ?? 'en-US'
  const bundle = findWeights(options.weights, locale, options.environment ?? process.env)
  if (bundle === undefined) {
    warn(`parsing is off: no weights package for locale ${locale} is installed`)
    return false
  }
  return attempt(() => (addon.native.openWeights(addon.onnxruntimeLibrary, bundle), true), warn) ?? false
}

function openData(
  native: NativeEngine,
  { candidateDb, dataRoot }: DataLocation,
  warn: (message: string) => void,
): void {
  if (candidateDb === undefined) throw new Error('geocoding is off: no candidate gazetteer was found')
  native.openGazetteer(candidateDb, dataRoot)
  // A shard that cannot be used is a warning; the next tier answers its addresses.
  reportShards(native).skipped.forEach(warn)
  const { problem, refused = false } = native.completionIndex() ?? {}
  if (problem !== undefined && refused) warn(problem)
}

/** Opens the data of reverse lookups; returns whether it could. */
function openAdmin(
  native: NativeEngine,
  { dataRoot }: DataLocation,
  named: string | undefined,
  warn: (message: string) => void,
): boolean {
  const { adminDb, polygons } = locateAdmin(dataRoot, named)
  if (adminDb === undefined) return false
  return attempt(() => (native.openReverse(adminDb, polygons, dataRoot), true), warn) ?? false
}

/** Opens the database of points of interest; returns its path if it could. */
function openPoi(
  native: NativeEngine,
  { dataRoot }: DataLocation,
  warn: (message: string) => void,
): string | undefined {
  const path = locatePoi(dataRoot)
  return path && attempt(() => (native.openPoi(path), path), warn)
}

function setLookups(engine: Engine, lookups: Lookups | undefined): void {
  if (lookups === undefined) delete engine.lookups
  else engine.lookups = lookups
}

function attempt<T>(open: () => T, warn: (message: string) => void): T | undefined {
  try {
    return open()
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
