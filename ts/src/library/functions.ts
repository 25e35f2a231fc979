/**
 * The functions of the package that need no engine: they use the en-US weights of the install, loaded at the first
 * call, and no gazetteer. For other weights, batches and geocoding see {@link createEngine}.
 */
import type { Comparison } from '../wire/comparison.js'
import type { LabelledPart } from '../wire/labelled-part.js'
import type { Parse } from '../wire/parse.js'
import type { Components } from '../format/components.js'
import { formatAddress, type FormatOptions, type Formatted } from '../format/format.js'
import { type CompareOptions, createEngine, type Engine, type ParseOptions } from './engine.js'

/**
 * Parses one address.
 * @throws Error if the address is empty or blank, or if no weights can be opened, with the reason.
 */
export function parse(address: string, options?: ParseOptions): Parse {
  const { engine, refused } = theEngine()
  if (engine.parse === undefined) throw new Error(refused)
  return engine.parse(address, options)
}

/**
 * The parts of one address with libpostal's labels, in reading order.
 * @throws Error if the address is empty or blank, or if no weights can be opened, with the reason.
 */
export function label(address: string): LabelledPart[] {
  const { engine, refused } = theEngine()
  if (engine.label === undefined) throw new Error(refused)
  return engine.label(address)
}

/**
 * The text as given, normalised, and without abbreviations; each form once: one to three strings.
 * @throws Error if there is no addon for the platform.
 */
export function expand(text: string): string[] {
  const { engine, refused } = theEngine()
  if (engine.expand === undefined) throw new Error(refused)
  return engine.expand(text)
}

/**
 * Whether two addresses are the same: verdict, calibrated probability, agreement of each component.
 * @throws Error if an address is empty or blank, or if no weights can be opened, with the reason.
 */
export function compare(a: string, b: string, options?: CompareOptions): Comparison {
  const { engine, refused } = theEngine()
  if (engine.compare === undefined) throw new Error(refused)
  return engine.compare(a, b, options)
}

/**
 * Formats `components` for `country` (ISO 3166-1 alpha-2). Needs no weights and no data.
 * @throws Error if there is no addon for the platform.
 */
export function format(components: Components, country: string, options?: FormatOptions): Promise<Formatted> {
  return new Promise((resolve) => {
    resolve(formatAddress(components, country, options))
  })
}

let opened: { engine: Engine; refused: string } | undefined

function theEngine() {
  const reasons: string[] = []
  opened ??= {
    engine: createEngine({ gazetteer: false, warn: (reason) => reasons.push(reason) }),
    refused: reasons.join('; '),
  }
  return opened
}
