/**
 * The engine of the library: the parsing and geocoding that this installation can do, as typed members. The surfaces send the bodies
 * of the core unchanged (`ts/src/engine`); here they are values.
 */
import {
  type Address,
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
import type { GeocodeOptions as Bounds } from '../wire/geocode-options.js'
import {
  addressesOf,
  addressOf,
  addressOrComponents,
  boundsOf,
  countryHintOf,
  inputModeOf,
  languagesIn,
  limitOf,
  optionsOf,
  pointOf,
  textOf,
  textsOf,
} from './arguments.js'
import { type Cancellable, type FailedRow, inParts, one } from './many.js'

/** Most completions that a call gives. */
const MOST_COMPLETIONS = 100

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
  /** The country the address is in, as a hint: ISO 3166-1 alpha-2, in either case. */
  country?: string
}

/** Options of completions. */
interface Completing extends Partial<Omit<CompleteOptions, 'languages'>> {
  /** Language of the names (BCP 47), or several, the preferred one first. */
  language?: string | string[]
}

/** Options of a comparison. */
export interface CompareOptions extends Reading {
  /** ISO 3166-1 alpha-2 of the country of an address that names none. */
  country?: string
  /** Geocodes both addresses, so that the distance of their points counts. Needs a gazetteer. */
  geocode?: boolean
}

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
    return (address, options) => {
      const { inputMode = 'auto', debug = false, country } = optionsOf(options)
      const [text, mode, hint] = [addressOf(address), inputModeOf(inputMode), countryHintOf(country)]
      return debug ? (JSON.parse(parse(text, mode, true, hint)) as Parse) : read(text, mode, hint)
    }
  }

  /** Parses an address off the event loop. */
  get parseAsync(): ((address: string, options?: ParseOptions & Cancellable) => Promise<Parse>) | undefined {
    const { parseAll } = this.#core
    if (parseAll === undefined) return undefined
    return async (address, options) => {
      const { inputMode = 'auto', debug = false, country, signal } = optionsOf(options)
      const [text, mode, hint] = [addressOf(address), inputModeOf(inputMode), countryHintOf(country)]
      return one(text, (rows) => parseAll(rows, mode, debug, hint), { signal })
    }
  }

  /** Parses many addresses off the event loop, on every core; answers are in their order. Default input mode: `formatted`. */
  get parseMany():
    | ((addresses: readonly string[], options?: ParseOptions & Cancellable) => Promise<(Parse | FailedRow)[]>)
    | undefined {
    const { parseAll } = this.#core
    if (parseAll === undefined) return undefined
    return async (addresses, options) => {
      const { inputMode = 'formatted', debug = false, country, signal } = optionsOf(options)
      const [texts, mode] = [textsOf('addresses', addresses), inputModeOf(inputMode)]
      const hint = countryHintOf(country)
      return inParts(texts, (rows) => parseAll(rows, mode, debug, hint), { signal })
    }
  }

  /** Compares two addresses: whether they are the same. */
  get compare(): ((a: string, b: string, options?: CompareOptions) => Comparison) | undefined {
    const { compare } = this.#core
    if (compare === undefined) return undefined
    return (a, b, options) => {
      const { country, inputMode = 'auto', geocode = false } = optionsOf(options)
      const [first, second] = [addressOf(a), addressOf(b)]
      const code = countryHintOf(country) ?? ''
      const answer = compare(first, second, code, inputModeOf(inputMode), geocode)
      return JSON.parse(answer) as Comparison
    }
  }

  /** Geocodes an address: a text, or its components by tag. */
  get geocode(): ((address: Address, options?: GeocodeOptions) => GeocodeResult) | undefined {
    const { locate } = this.#core
    if (locate === undefined) return undefined
    return (address, given) => {
      const options = optionsOf(given)
      return locate(addressOrComponents(address), inputModeOf(options.inputMode ?? 'auto'), boundsOf(options))
    }
  }

  /** Geocodes an address off the event loop. */
  get geocodeAsync():
    ((address: Address, options?: GeocodeOptions & Cancellable) => Promise<GeocodeResult>) | undefined {
    const { geocodeAll } = this.#core
    if (geocodeAll === undefined) return undefined
    return async (address, options) => {
      const { inputMode = 'auto', signal, ...given } = optionsOf(options)
      const [asked, mode, bounds] = [addressOrComponents(address), inputModeOf(inputMode), boundsOf(given)]
      return one(asked, (rows) => geocodeAll(rows, mode, bounds), { signal })
    }
  }

  /** Geocodes many addresses off the event loop, on every core, in their order. Default input mode: `formatted`. */
  get geocodeMany():
    | ((
        addresses: readonly Address[],
        options?: GeocodeOptions & Cancellable,
      ) => Promise<(GeocodeResult | FailedRow)[]>)
    | undefined {
    const { geocodeAll } = this.#core
    if (geocodeAll === undefined) return undefined
    return async (addresses, options) => {
      const { inputMode = 'formatted', signal, ...given } = optionsOf(options)
      const rows = addressesOf('addresses', addresses)
      const [mode, bounds] = [inputModeOf(inputMode), boundsOf(given)]
      return inParts(rows, (rows) => geocodeAll(rows, mode, bounds), { signal })
    }
  }

  /** Finds a place or an address within the bounds; null if nothing is known there. */
  get search(): ((query: string, bounds?: Omit<Bounds, 'limit'>) => SearchResult | null) | undefined {
    const { search } = this.#core
    if (search === undefined) return undefined
    return (query, bounds) => {
      const found = search(textOf('query', query), boundsOf(optionsOf(bounds)))
      const [first] = JSON.parse(found) as SearchResult[]
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
    return (lat, lon, options) => {
      const point = pointOf(lat, lon)
      const { houses = true, language } = optionsOf(options)
      const languages = language === undefined ? {} : { languages: languagesIn(language) }
      const found = reverse(point.lat, point.lon, { houses, ...languages })
      return JSON.parse(found ?? 'null') as (FoundHouse | FoundPlace)[] | null
    }
  }

  /** Completions of a text, best first; near a point, if one is given, with names in `language`. Default limit: 10. */
  get complete(): ((query: string, options?: Completing) => Completion[]) | undefined {
    const { complete } = this.#core
    if (complete === undefined) return undefined
    return (query, options) => {
      const { limit = 10, latitude, longitude, language } = optionsOf(options)
      const isNear = latitude !== undefined || longitude !== undefined
      const point = isNear ? pointOf(latitude, longitude) : undefined
      const near = point === undefined ? {} : { latitude: point.lat, longitude: point.lon }
      const languages = language === undefined ? {} : { languages: languagesIn(language) }
      const asked = { limit: limitOf(limit, MOST_COMPLETIONS), ...near, ...languages }
      return JSON.parse(complete(textOf('query', query), asked)) as Completion[]
    }
  }

  /** The parts of a complete record with libpostal's labels, in reading order. */
  get label(): ((address: string) => LabelledPart[]) | undefined {
    const { label } = this.#core
    if (label === undefined) return undefined
    return (address) => JSON.parse(label(addressOf(address))) as LabelledPart[]
  }

  /** A text as given, normalised, and without abbreviations; each form once. */
  get expand(): ((text: string) => string[]) | undefined {
    const { expand } = this.#core
    if (expand === undefined) return undefined
    return (text) => (JSON.parse(expand(textOf('text', text))) as { expansions: string[] }).expansions
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

/** What an engine can do: its calls, which an installation may lack. */
export type Capability = {
  [Name in keyof Engine]-?: NonNullable<Engine[Name]> extends (...given: never[]) => unknown
    ? undefined extends Engine[Name]
      ? Name
      : never
    : never
}[keyof Engine]

/** An engine that has these calls. */
export type EngineWith<Needed extends Capability> = Engine & {
  readonly [Name in Needed]: NonNullable<Engine[Name]>
}

/**
 * Opens what is installed. If something cannot be opened, its call is absent and `warn` gets the reason. The calls in `needs` are never
 * absent: their types are those of functions.
 * @throws Error with the reasons if a call that `needs` names is absent; without `needs` never.
 */
export function createEngine<const Needed extends Capability = never>(
  options: EngineOptions & { needs?: readonly Needed[] } = {},
): EngineWith<Needed> {
  const { needs = [], ...opening } = optionsOf(options) as EngineOptions & { needs?: readonly Needed[] }
  const reasons: string[] = []
  const warn = (reason: string) => {
    reasons.push(reason)
    opening.warn?.(reason)
  }
  const engine = new Engine(openEngine({ ...opening, warn }))
  const missing = needs.filter((name) => engine[name] === undefined)
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not available: ${reasons.join('; ')}`)
  return engine as EngineWith<Needed>
}
