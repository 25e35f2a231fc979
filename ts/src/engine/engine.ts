/** The engine: what of parsing and geocoding this installation can do. */
import { loadAddon, type LoadedAddon } from './addon.js'
import { type DataReport, type Environment, locateData, reportData } from './data-root.js'
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
  /** The bundle that parses. */
  model?: ModelCard
  /** What lies in the data root. */
  data?: () => DataReport
}

/** Options of {@link createEngine}. */
export interface EngineOptions {
  /** Locale whose weights are loaded; default `en-US`. */
  locale?: string
  /** Path of the candidate gazetteer; default by discovery. */
  candidateDb?: string | undefined
  /** Environment that discovery reads; default the process's. */
  environment?: Environment
  /** Told, in one sentence each, of what is absent and why. */
  warn?: (message: string) => void
}

/** Opens what is installed. Never throws: what cannot be opened is an absent capability and a warning. */
export function createEngine(options: EngineOptions = {}): Engine {
  const warn = options.warn ?? (() => undefined)
  const location = locateData(options.candidateDb, options.environment ?? process.env)
  const engine: Engine = { data: () => reportData(location.dataRoot) }
  const addon = attempt(loadAddon, warn)
  if (addon === undefined) return engine
  const { native } = addon
  if (openWeights(addon, options.locale ?? 'en-US', warn)) {
    engine.parse = (address, inputMode, debug) => native.parse(address, inputMode, debug)
    engine.parseAll = (addresses, inputMode, debug) => native.parseAll(addresses, inputMode, debug)
    const card = native.modelCard()
    if (card !== null) engine.model = JSON.parse(card) as ModelCard
  }
  const geocodes = openGazetteer(addon, location.candidateDb, warn)
  if (geocodes && engine.parse !== undefined) {
    engine.geocode = (address, inputMode) => native.geocode(address, inputMode)
    engine.geocodeAll = (addresses, inputMode) => native.geocodeAll(addresses, inputMode)
  }
  return engine
}

function openWeights(addon: LoadedAddon, locale: string, warn: (message: string) => void): boolean {
  const bundle = findWeights(locale)
  if (bundle === undefined) {
    warn(`parsing is off: no weights package for locale ${locale} is installed`)
    return false
  }
  return attempt(() => (addon.native.openWeights(addon.onnxruntimeLibrary, bundle), true), warn) ?? false
}

function openGazetteer(
  addon: LoadedAddon,
  path: string | undefined,
  warn: (message: string) => void,
): boolean {
  if (path === undefined) {
    warn('geocoding is off: no candidate gazetteer was found')
    return false
  }
  return attempt(() => (addon.native.openGazetteer(path), true), warn) ?? false
}

function attempt<T>(open: () => T, warn: (message: string) => void): T | undefined {
  try {
    return open()
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
