/**
 * The functions of the package. They share one engine, with the en-US weights and the data of the install: the weights are loaded at the
 * first call, the data at the first call that needs them. For other weights or data, and for lists, see {@link createEngine}.
 */
import type { Comparison } from '../wire/comparison.js'
import type { FoundHouse, FoundPlace } from '../wire/found.js'
import type { GeocodeResult } from '../wire/geocode.js'
import type { LabelledPart } from '../wire/labelled-part.js'
import type { Parse } from '../wire/parse.js'
import type { Address } from '../engine/calls.js'
import type { Components } from '../format/components.js'
import { canonicalKey as keyOf } from '../format/canonical-key.js'
import { formatAddress, type FormatOptions, type Formatted } from '../format/format.js'
import { componentsOf, optionsOf, textOf } from './arguments.js'
import {
  type Capability,
  type CompareOptions,
  createEngine,
  type Engine,
  type EngineWith,
  type GeocodeOptions,
  type ParseOptions,
} from './engine.js'

/**
 * Parses one address.
 * @throws Error if the address is empty or blank, or if no weights can be opened, with the reason.
 */
export function parse(address: string, options?: ParseOptions): Parse {
  return parser('parse').parse(address, options)
}

/**
 * Geocodes one address: a text, or its components by tag.
 * @throws Error if the address is empty or blank, or if weights or data are missing, with the reason.
 */
export function geocode(address: Address, options?: GeocodeOptions): GeocodeResult {
  return geocoder('geocode').geocode(address, options)
}

/**
 * The places that contain a point in degrees, finest first, after the nearest house if a register covers the point; null if there are none.
 * @throws Error if the point is out of range, or if the data are missing, with the reason.
 */
export function reverse(
  lat: number,
  lon: number,
  options?: { houses?: boolean; language?: string | string[] },
): (FoundHouse | FoundPlace)[] | null {
  return geocoder('reverse').reverse(lat, lon, options)
}

/**
 * The parts of one address with libpostal's labels, in reading order.
 * @throws Error if the address is empty or blank, or if no weights can be opened, with the reason.
 */
export function label(address: string): LabelledPart[] {
  return parser('label').label(address)
}

/**
 * The text as given, normalised, and without abbreviations; each form once: one to three strings.
 * @throws Error if the platform has no addon.
 */
export function expand(text: string): string[] {
  return parser('expand').expand(text)
}

/**
 * Whether two addresses are the same: verdict, calibrated probability, agreement of each component.
 * @throws Error if an address is empty or blank, or if no weights can be opened, with the reason.
 */
export function compare(a: string, b: string, options?: CompareOptions): Comparison {
  return parser('compare').compare(a, b, options)
}

/**
 * Formats `components` for `country` (ISO 3166-1 alpha-2). Needs no weights and no data.
 * @throws Error if the platform has no addon.
 */
export function format(components: Components, country: string, options?: FormatOptions): Promise<Formatted> {
  return new Promise((resolve) => {
    resolve(formatAddress(componentsOf(components), textOf('country', country), optionsOf(options)))
  })
}

/**
 * The key of `components` by the rules of `country` (ISO 3166-1 alpha-2); empty without a component that locates the address. Venue and
 * attention name a person or a business, so the key leaves them out. Needs no weights and no data.
 * @throws Error if the platform has no addon.
 */
export function canonicalKey(components: Components, country: string): string {
  return keyOf(componentsOf(components), textOf('country', country))
}

const parser = shared(false)
const geocoder = shared(true)

/** An engine that is opened at the first call, and that throws why it lacks one. */
function shared(gazetteer: boolean) {
  let engine: Engine | undefined
  const reasons: string[] = []
  return <Name extends Capability>(name: Name): EngineWith<Name> => {
    engine ??= createEngine({ gazetteer, warn: (reason) => reasons.push(reason) })
    if (engine[name] === undefined) throw new Error(`${name} is not available: ${reasons.join('; ')}`)
    return engine as EngineWith<Name>
  }
}
