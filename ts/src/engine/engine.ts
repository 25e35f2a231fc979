/** The engine: what of parsing and geocoding this installation can do. */
import type { BatchAnswer, NativeEngine } from '@milepost/linux-x64-gnu'

import { loadAddon, type LoadedAddon } from './addon.js'
import { type DataLocation, type DataReport, type Environment, locateData, reportData } from './data-root.js'
import { type Lookups, openLookups } from './lookups.js'
import { findWeights } from './weights.js'

/** How complete an address is said to be; `auto` leaves it to the text. */
export type InputMode = 'auto' | 'fragmented' | 'formatted'

/** The model card of the loaded bundle, as far as the surfaces report it. */
export interface ModelCard {
  name: string
  version: string
  locale: string
  labels: string[]
  format: Record<string, unknown>
}

/** Data opened beside the present ones, not in use yet. */
export interface NextData {
  /** Every request that arrives from now on uses them; those under way finish on the old ones. */
  use: () => void
}

/**
 * What can be asked. An absent capability is an undefined member; surfaces answer a status for it. Bodies are JSON, built in
 * the core and to be sent as they are.
 */
export interface Engine {
  /** Body of `/v1/parse`. */
  parse?: (address: string, inputMode: InputMode, debug: boolean) => string
  /** Bodies of `/v1/parse`, in order, off the event loop. */
  parseAll?: (addresses: string[], inputMode: InputMode, debug: boolean) => Promise<string[]>
  /** Body of `/v1/geocode`. */
  geocode?: (address: string, inputMode: InputMode) => string
  /** Bodies of `/v1/geocode`, in order, off the event loop; a failed row is `{input, error}`. */
  geocodeAll?: (addresses: string[], inputMode: InputMode) => Promise<string[]>
  /** Body of `/v1/batch` with what `/metrics` counts, off the event loop. */
  geocodeBatch?: (addresses: string[], inputMode: InputMode) => Promise<BatchAnswer>
  /** Body of `/v1/resolve` for the JSON of `{tree, opts?}`. */
  resolve?: (request: string) => string
  /** What the lookup databases of the data root say of a point; undefined without any. */
  lookups?: Lookups
  /** Looks for the data again and opens them anew. Throws, and changes nothing, when they cannot be opened. */
  openNext?: () => NextData
  /** The bundle that parses. */
  model?: ModelCard
  /** What lies in the data root. */
  data?: () => DataReport
  /** What was named to be opened and could not be, in one sentence. */
  refused?: string
}

/** Options of {@link createEngine}. */
export interface EngineOptions {
  /** Locale whose weights are loaded; default `en-US`. */
  locale?: string
  /** Path of the candidate gazetteer; default by discovery. */
  candidateDb?: string | undefined
  /** Path of the full administrative database; default the one in the data root. */
  adminDb?: string | undefined
  /** Folder of a weights bundle; default `SERVICE_WEIGHTS`, else the package of the locale. */
  weights?: string | undefined
  /** Environment that discovery reads; default the process's. */
  environment?: Environment
  /** Told, in one sentence each, of what is absent and why. */
  warn?: (message: string) => void
}

/** Opens what is installed. Never throws: what cannot be opened is an absent capability and a warning. */
export function createEngine(options: EngineOptions = {}): Engine {
  const warn = options.warn ?? (() => undefined)
  const locate = () => locateData(options.candidateDb, options.environment ?? process.env)
  let location = locate()
  const engine: Engine = { data: () => reportData(location.dataRoot, options.adminDb) }
  const addon = attempt(loadAddon, warn)
  if (addon === undefined) return engine
  let { native } = addon
  if (openWeights(addon, options, warn)) {
    engine.parse = (address, inputMode, debug) => native.parse(address, inputMode, debug)
    engine.parseAll = (addresses, inputMode, debug) => native.parseAll(addresses, inputMode, debug)
    const card = native.modelCard()
    if (card !== null) engine.model = JSON.parse(card) as ModelCard
  }
  setLookups(engine, openLookups(native, location.dataRoot, warn))
  try {
    openData(native, location, warn)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(reason)
    if (location.named) engine.refused = reason
    return engine
  }
  engine.resolve = (request) => native.resolve(request)
  engine.openNext = () => {
    const [next, found] = [native.withoutData(), locate()]
    openData(next, found, warn)
    const lookups = openLookups(next, found.dataRoot, warn)
    return {
      use: () => {
        native = next
        location = found
        setLookups(engine, lookups)
      },
    }
  }
  if (engine.parse !== undefined) {
    engine.geocode = (address, inputMode) => native.geocode(address, inputMode)
    engine.geocodeAll = (addresses, inputMode) => native.geocodeAll(addresses, inputMode)
    engine.geocodeBatch = (addresses, inputMode) => native.geocodeBatch(addresses, inputMode)
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
  // A shard that cannot be used is a sentence; its addresses answer from the next tier.
  const report = native.shards()
  if (report !== null)
    for (const skipped of (JSON.parse(report) as { skipped: string[] }).skipped) warn(skipped)
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
