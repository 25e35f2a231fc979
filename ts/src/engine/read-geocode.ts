/**
 * A geocode as a value, without JSON: the core writes numbers and one text (`crates/address/src/geocode_layout.rs`), which are read
 * here in the same order.
 */
import type { AnswerBounds } from '../wire/answer-bounds.js'
import { COMPONENT_TAGS } from '../wire/component-tags.js'
import type {
  DroppedComponent,
  GeocodeCandidate,
  GeocodeResult,
  HierarchyEntry,
  IntentMarker,
} from '../wire/geocode.js'
import {
  COHERENCES,
  EPISTEMIC_STATUSES,
  MATCH_LEVELS,
  OSM_TYPES,
  PLACE_TAGS,
  TIERS,
} from '../wire/geocode-words.js'
import type { Address, InputMode } from './calls.js'
import { hasSurrogate } from './read-parse.js'

/** Numbers in the buffer; an answer has some hundred, one with fifty candidates a thousand. */
const MOST = 2048

interface Core {
  geocode: (address: Address, inputMode: InputMode, bounds?: AnswerBounds) => { body: string }
  geocodeLayout: (
    address: string,
    inputMode: InputMode,
    into: Float64Array,
    bounds?: AnswerBounds,
  ) => string | null
}

/** Reads geocodes of `core`, one after another. */
export function geocodeReader(
  core: () => Core,
): (address: Address, inputMode: InputMode, bounds?: AnswerBounds) => GeocodeResult {
  const numbers = new Float64Array(MOST)
  return (address, inputMode, bounds) => {
    if (typeof address === 'string' && !hasSurrogate(address) && bounds?.formatted !== true) {
      const text = core().geocodeLayout(address, inputMode, numbers, bounds)
      if (text !== null) return new Layout(numbers, text).result(address)
    }
    return JSON.parse(core().geocode(address, inputMode, bounds).body) as GeocodeResult
  }
}

/** Reads fields one after another: an object names its own in the order in which they are written, that of the JSON. */
class Layout {
  #at = 0
  #textAt = 0
  readonly #numbers: Float64Array
  readonly #texts: string

  constructor(numbers: Float64Array, texts: string) {
    this.#numbers = numbers
    this.#texts = texts
  }

  result(input: string): GeocodeResult {
    const components = this.#components()
    const dropped = this.#list(this.#dropped)
    const result: GeocodeResult = {
      input,
      components,
      ...(dropped.length > 0 && { dropped_components: dropped }),
      lat: this.#option(),
      lon: this.#option(),
      resolution_tier: this.#word(TIERS),
      epistemic_status: this.#word(EPISTEMIC_STATUSES),
      uncertainty_m: this.#option(),
      locality: this.#text(),
      region: this.#text(),
      postcode: this.#text(),
      house_number: this.#text(),
      street: this.#text(),
      unit: this.#text(),
      venue: this.#text(),
      dependent_locality: this.#text(),
      countryCode: this.#text(),
      hierarchy: this.#list(this.#entry),
      candidates: this.#list(this.#candidate),
      intent_markers: this.#list(this.#marker),
      ...(this.#number() > 0 && { admin_coherence: this.#coherence() }),
      ...(this.#number() > 0 && { rooftop: this.#rooftop() }),
      match_level: this.#optionalWord(MATCH_LEVELS),
      accuracy_m: this.#option(),
      confidence: this.#option(),
    }
    const extent = this.#option()
    if (extent !== null) result.extent_m = extent
    const osmType = this.#optionalWord(OSM_TYPES)
    if (osmType !== null) result.osm_type = osmType
    const osmId = this.#option()
    if (osmId !== null) result.osm_id = osmId
    return result
  }

  #components(): GeocodeResult['components'] {
    const components: GeocodeResult['components'] = {}
    for (let left = this.#number(); left > 0; left--) components[this.#word(COMPONENT_TAGS)] = this.#string()
    return components
  }

  #dropped(): DroppedComponent {
    return { tag: this.#word(COMPONENT_TAGS), value: this.#string(), kept: this.#string() }
  }

  #entry(): HierarchyEntry {
    return {
      tag: this.#word(PLACE_TAGS),
      value: this.#string(),
      name: this.#string(),
      lat: this.#number(),
      lon: this.#number(),
      placeID: this.#string(),
    }
  }

  #candidate(): GeocodeCandidate {
    const candidate: GeocodeCandidate = {
      name: this.#string(),
      tag: this.#word(PLACE_TAGS),
      lat: this.#number(),
      lon: this.#number(),
      countryCode: this.#text(),
    }
    const placeID = this.#text()
    if (placeID !== null) candidate.placeID = placeID
    const tier = this.#optionalWord(TIERS)
    if (tier !== null) candidate.resolution_tier = tier
    const level = this.#optionalWord(MATCH_LEVELS)
    if (level !== null) candidate.match_level = level
    const accuracy = this.#option()
    if (accuracy !== null) candidate.accuracy_m = accuracy
    const places = this.#option()
    if (places !== null) candidate.within = Array.from({ length: places }, () => this.#string())
    return candidate
  }

  #marker(): IntentMarker {
    const marker: IntentMarker = {
      kind: this.#string() as IntentMarker['kind'],
      code: this.#string(),
      mechanism: this.#string(),
      message: this.#string(),
    }
    const evidence = this.#text()
    if (evidence !== null) marker.evidence = evidence
    return marker
  }

  #coherence(): NonNullable<GeocodeResult['admin_coherence']> {
    return {
      region: this.#word(COHERENCES),
      country: this.#word(COHERENCES),
      postcode: this.#word(COHERENCES),
    }
  }

  #rooftop(): NonNullable<GeocodeResult['rooftop']> {
    const localityNorm = this.#text()
    const postcode = this.#text()
    return { ...(localityNorm !== null && { localityNorm }), ...(postcode !== null && { postcode }) }
  }

  #list<T>(read: (this: this) => T): T[] {
    const list: T[] = []
    for (let left = this.#number(); left > 0; left--) list.push(read.call(this))
    return list
  }

  /** A word of a closed set. */
  #word<Word extends string>(words: readonly [Word, ...Word[]]): Word {
    return words[this.#number()] ?? words[0]
  }

  #optionalWord<Word extends string>(words: readonly [Word, ...Word[]]): Word | null {
    const index = this.#option()
    return index === null ? null : (words[index] ?? null)
  }

  #text(): string | null {
    const length = this.#option()
    return length === null ? null : this.#take(length)
  }

  #string(): string {
    return this.#take(this.#number())
  }

  #take(length: number): string {
    const start = this.#textAt
    this.#textAt += length
    return this.#texts.slice(start, this.#textAt)
  }

  #option(): number | null {
    const number = this.#number()
    return Number.isNaN(number) ? null : number
  }

  #number(): number {
    return this.#numbers[this.#at++] ?? Number.NaN
  }
}
