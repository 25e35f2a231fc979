/** The engine: the parsing and geocoding that this installation can do. */
import { loadAddon, type LoadedAddon } from './addon.js'
import type { Calls } from './calls.js'
import {
  comparing,
  dataInfo,
  expansion,
  geocoding,
  lookup,
  osmObjects,
  parsing,
  pointsOfInterest,
  reports,
  reverseLookups,
} from './capabilities.js'
import { type DataLocation, type Environment, locateData, readDataRoot } from './data-root.js'
import type { Lookups } from './lookups.js'
import { attempt, type OpenData, openGazetteer, openLookupsAlone, openParts, type Warn } from './open-data.js'
import { findWeights } from './weights.js'

export type {
  Address,
  BatchAnswer,
  BatchOptions,
  CompleteOptions,
  DataFiles,
  InputMode,
  ModelCard,
} from './calls.js'

/** Data opened alongside the present ones, not in use yet. */
export interface NextData {
  /** Uses them for every later request. Running ones finish on the old data, which are then closed. */
  use: () => void
  /** Closes them, unused. */
  drop: () => void
}

/**
 * Calls of the core. An absent capability is an undefined member, which surfaces answer with a status. Bodies are JSON, built in
 * the core and sent unchanged.
 */
export interface Engine extends Partial<Calls> {
  /** What the lookup databases of the data root know about a point; undefined without any. */
  lookups?: Lookups
  /** Looks for the data again and opens them. Throws, and changes nothing, if they cannot be opened. */
  openNext?: () => NextData
  /** What was named and could not be opened, in one sentence. */
  refused?: string
  /** Whether a candidate gazetteer exists and cannot be opened. */
  broken?: boolean
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
  const location = locate(options)
  const addon = attempt(loadAddon, warn)
  if (addon === undefined) {
    const root = readDataRoot(location.dataRoot, options.adminDb)
    return reports(() => ({ root }))
  }
  const { native } = addon
  const hasWeights = openWeights(addon, options, warn)
  const refused = options.gazetteer === false ? undefined : refusedGazetteer(native, location, warn)
  const open = options.gazetteer === false ? openLookupsAlone : openParts
  let data = open(native, location, options.adminDb, warn)
  const current = () => data
  const engine: Engine = { ...reports(current), ...expansion(current) }
  engine.close = () => {
    data.native.close()
  }
  if (hasWeights) Object.assign(engine, parsing(current), comparing(current))
  offerParts(engine, current)
  if (options.gazetteer === false) return engine
  Object.assign(engine, dataInfo(current, options.adminDb))
  if (data.poiDb !== undefined) Object.assign(engine, pointsOfInterest(current))
  verify(data, options, warn)
  if (refused !== undefined) {
    if (location.named) engine.refused = refused
    engine.broken = location.candidateDb !== undefined
    return engine
  }
  Object.assign(engine, lookup(current, warn))
  if (hasWeights) Object.assign(engine, geocoding(current, addon.Cancellation))
  engine.openNext = () =>
    openNext(data, options, warn, (next) => {
      const previous = data.native
      data = { ...next, ...(engine.poi === undefined && { poiDb: undefined }) }
      offerParts(engine, current)
      verify(data, options, warn)
      // The garbage collector would keep its files and memory for an unknown time.
      previous.close()
    })
  return engine
}

function locate(options: EngineOptions): DataLocation {
  return locateData(options.candidateDb, options.environment ?? process.env)
}

/** Opens the candidate gazetteer; the reason if it cannot be opened. */
function refusedGazetteer(
  native: OpenData['native'],
  location: DataLocation,
  warn: Warn,
): string | undefined {
  let refused: string | undefined
  attempt(
    () => {
      openGazetteer(native, location, warn)
    },
    (message) => {
      refused = message
      warn(message)
    },
  )
  return refused
}

/** Adds to `engine`, or removes from it, what a reload may bring or remove. */
function offerParts(engine: Engine, current: () => OpenData): void {
  const { lookups, native, hasReverse } = current()
  if (lookups === undefined) delete engine.lookups
  else engine.lookups = lookups
  if (native.hasObjects) {
    Object.assign(engine, osmObjects(current))
  } else {
    delete engine.object
    delete engine.objectAt
  }
  if (hasReverse) {
    Object.assign(engine, reverseLookups(current))
  } else {
    delete engine.reverse
    delete engine.reverseBody
    delete engine.place
  }
}

function verify({ native }: OpenData, options: EngineOptions, warn: Warn): void {
  if (options.verify === true) native.verifyInBackground(VERIFY_AFTER_MS, warn)
}

function openNext(
  present: OpenData,
  options: EngineOptions,
  warn: Warn,
  use: (next: OpenData) => void,
): NextData {
  const native = present.native.withoutData()
  const drop = () => {
    native.close()
  }
  try {
    const found = locate(options)
    openGazetteer(native, found, warn)
    const next = openParts(native, found, options.adminDb, warn)
    // Routes are registered at the start: without a database that was open then, one would have no answer.
    if (present.poiDb !== undefined && next.poiDb === undefined)
      throw new Error(`${present.poiDb} cannot be opened any more`)
    return {
      use: () => {
        use(next)
      },
      drop,
    }
  } catch (error) {
    drop()
    throw error
  }
}

/** Opens the weights of the locale; returns whether it could. */
function openWeights(addon: LoadedAddon, options: EngineOptions, warn: Warn): boolean {
  const locale = options.locale ?? 'en-US'
  const bundle = findWeights(options.weights, locale, options.environment ?? process.env)
  if (bundle === undefined) {
    warn(`parsing is off: no weights package for locale ${locale} is installed`)
    return false
  }
  return attempt(() => (addon.native.openWeights(addon.onnxruntimeLibrary, bundle), true), warn) ?? false
}
