/**
 * The engine of the library: the parsing and geocoding that this installation can do, as typed members. The surfaces send the bodies
 * of the core unchanged (`ts/src/engine`); here they are values.
 */
import {
  type CompleteOptions,
  createEngine as openEngine,
  type Engine as Core,
  type EngineOptions,
  type InputMode,
  type ModelCard,
} from '../engine/engine.js'
import type { Comparison } from '../wire/comparison.js'
import type { DataReport } from '../wire/data-report.js'
import type { Completion, FoundHouse, FoundPlace, SearchResult } from '../wire/found.js'
import type { GeocodeResult } from '../wire/geocode.js'
import type { LabelledPart } from '../wire/labelled-part.js'
import type { Lookups } from '../engine/lookups.js'
import type { Parse } from '../wire/parse.js'
import { answerBounds, languagesOf } from '../wire/answer-bounds.js'
import type { GeocodeOptions as Bounds } from '../wire/geocode-options.js'
import { type Cancellable, type FailedRow, inParts, one } from './many.js'

/** Options of reading an address. */
interface Reading {
  /** How complete the address is; `auto` judges by the text. Default `auto`. */
  inputMode?: InputMode
}

/** Options of a geocode. */
export interface GeocodeOptions extends Reading, Bounds {}

/** Options of a parse. */
export interface ParseOptions extends Reading {
  /** Adds the XML rendering. Default false. */
  debug?: boolean
}

/** Options of a comparison. */
export interface CompareOptions extends Reading {
  /** ISO 3166-1 alpha-2 of the country of an address that names none. */
  country?: string
}

const REQUIRED = 'address is required'

/**
 * Parsing and geocoding. A capability that the installation lacks is undefined, and `reload` can add or remove it. Methods
 * without a promise answer on the calling thread, in a tenth of a millisecond per address. An empty or blank address throws.
 */
export class Engine {
  readonly #core: Core

  /** Use {@link createEngine}. */
  constructor(core: Core) {
    this.#core = core
  }

  /** Parses an address. */
  get parse(): ((address: string, options?: ParseOptions) => Parse) | undefined {
    const { parse, read } = this.#core
    if (parse === undefined || read === undefined) return undefined
    return (address, { inputMode = 'auto', debug = false } = {}) =>
      debug ? (JSON.parse(parse(given(address), inputMode, true)) as Parse) : read(given(address), inputMode)
  }

  /** Parses an address off the event loop. */
  get parseAsync(): ((address: string, options?: ParseOptions & Cancellable) => Promise<Parse>) | undefined {
    const { parseAll } = this.#core
    if (parseAll === undefined) return undefined
    return (address, { inputMode = 'auto', debug = false, ...options } = {}) =>
      one(address, (rows) => parseAll(rows, inputMode, debug), options)
  }

  /** Parses many addresses off the event loop, on every core; answers are in their order. Default input mode: `formatted`. */
  get parseMany():
    | ((addresses: readonly string[], options?: ParseOptions & Cancellable) => Promise<(Parse | FailedRow)[]>)
    | undefined {
    const { parseAll } = this.#core
    if (parseAll === undefined) return undefined
    return (addresses, { inputMode = 'formatted', debug = false, ...options } = {}) =>
      inParts(addresses, (rows) => parseAll(rows, inputMode, debug), options)
  }

  /** Tells whether two addresses are the same. */
  get compare(): ((a: string, b: string, options?: CompareOptions) => Comparison) | undefined {
    const { compare } = this.#core
    if (compare === undefined) return undefined
    return (a, b, { country = '', inputMode = 'auto' } = {}) =>
      JSON.parse(compare(given(a), given(b), country, inputMode)) as Comparison
  }

  /** Geocodes an address. */
  get geocode(): ((address: string, options?: GeocodeOptions) => GeocodeResult) | undefined {
    const { locate } = this.#core
    if (locate === undefined) return undefined
    return (address, options = {}) =>
      locate(given(address), options.inputMode ?? 'auto', answerBounds(options))
  }

  /** Geocodes an address off the event loop. */
  get geocodeAsync():
    ((address: string, options?: GeocodeOptions & Cancellable) => Promise<GeocodeResult>) | undefined {
    const { geocodeAll } = this.#core
    if (geocodeAll === undefined) return undefined
    return (address, { inputMode = 'auto', signal, ...bounds } = {}) =>
      one(address, (rows) => geocodeAll(rows, inputMode, answerBounds(bounds)), { signal })
  }

  /** Geocodes many addresses off the event loop, on every core, in their order. Default input mode: `formatted`. */
  get geocodeMany():
    | ((
        addresses: readonly string[],
        options?: GeocodeOptions & Cancellable,
      ) => Promise<(GeocodeResult | FailedRow)[]>)
    | undefined {
    const { geocodeAll } = this.#core
    if (geocodeAll === undefined) return undefined
    return (addresses, { inputMode = 'formatted', signal, ...bounds } = {}) =>
      inParts(addresses, (rows) => geocodeAll(rows, inputMode, answerBounds(bounds)), { signal })
  }

  /** Finds a place or an address within the bounds; null if nothing is known there. */
  get search(): ((query: string, bounds?: Omit<Bounds, 'limit'>) => SearchResult | null) | undefined {
    const { search } = this.#core
    if (search === undefined) return undefined
    return (query, bounds = {}) => {
      const [first] = JSON.parse(search(query, answerBounds(bounds))) as SearchResult[]
      return first ?? null
    }
  }

  /**
   * The places that contain a point in degrees, finest first, with their names in `language`, after the nearest house if a register covers
   * the point; `houses: false` leaves it out.
   */
  get reverse():
    | ((
        lat: number,
        lon: number,
        options?: { houses?: boolean; language?: string | string[] },
      ) => (FoundHouse | FoundPlace)[] | null)
    | undefined {
    const { reverse } = this.#core
    if (reverse === undefined) return undefined
    return (lat, lon, { houses = true, language } = {}) =>
      JSON.parse(
        reverse(lat, lon, {
          houses,
          ...(language !== undefined && { languages: languagesOf(language) }),
        }) ?? 'null',
      ) as (FoundHouse | FoundPlace)[] | null
  }

  /** Completions of a text, best first; near a point, if one is given. Default limit: 10. */
  get complete(): ((query: string, options?: Partial<CompleteOptions>) => Completion[]) | undefined {
    const { complete } = this.#core
    if (complete === undefined) return undefined
    return (query, { limit = 10, ...near } = {}) =>
      JSON.parse(complete(query, { limit, ...near })) as Completion[]
  }

  /** The parts of a complete record with libpostal's labels, in reading order. */
  get label(): ((address: string) => LabelledPart[]) | undefined {
    const { label } = this.#core
    if (label === undefined) return undefined
    return (address) => JSON.parse(label(given(address))) as LabelledPart[]
  }

  /** A text as given, normalised, and without abbreviations; each form once. */
  get expand(): ((text: string) => string[]) | undefined {
    const { expand } = this.#core
    if (expand === undefined) return undefined
    return (text) => (JSON.parse(expand(text)) as { expansions: string[] }).expansions
  }

  /** What the lookup databases of the data root know about a point. */
  get lookups(): Lookups | undefined {
    return this.#core.lookups
  }

  /**
   * Looks for the data again and uses them from the next call on. Throws, and changes nothing, if they cannot be opened.
   * Absent if there were none at the start.
   */
  get reload(): (() => void) | undefined {
    const { openNext } = this.#core
    if (openNext === undefined) return undefined
    return () => {
      openNext().use()
    }
  }

  /**
   * Closes the databases and frees the weights. Without it the garbage collector does so later. Running calls are
   * answered, later ones throw.
   */
  close(): void {
    this.#core.close?.()
  }

  /** The bundle that parses. */
  get model(): ModelCard | undefined {
    return this.#core.model
  }

  /** What is in the data root, and which of it is open. */
  get data(): DataReport | undefined {
    return this.#core.data?.()
  }

  /** Sources of the open data, one name and licence each, to show with answers. */
  get sources(): string[] {
    return this.#core.sources?.() ?? []
  }
}

function given(address: string): string {
  if (address.trim() === '') throw new Error(REQUIRED)
  return address
}

/** Opens what is installed. Never throws: if something cannot be opened, its capability is absent and `warn` gets the reason. */
export function createEngine(options: EngineOptions = {}): Engine {
  return new Engine(openEngine(options))
}
