/**
 * The functions of the package for those who want an answer and no engine: the en-US weights of the install, loaded at the first
 * question, and no gazetteer. Other weights, batches and geocoding are {@link createEngine}'s.
 */
import { createEngine, type Engine, type InputMode } from './engine/engine.js'
import type { Parse } from './engine/parse-result.js'
import { canonicalKey } from './format/canonical-key.js'
import type { Components } from './format/components.js'
import { formatAddress, type FormatOptions } from './format/format.js'

/** Options of {@link parse}. */
export interface ParseOptions {
  /** How complete the address is; `auto` leaves it to the text. Default `auto`. */
  inputMode?: InputMode
  /** Adds the XML rendering. Default false. */
  debug?: boolean
}

/**
 * Parses one address.
 * @throws Error when it is empty or blank, and when no weights can be opened, with the reason.
 */
export function parse(address: string, { inputMode = 'auto', debug = false }: ParseOptions = {}): Parse {
  if (address.trim() === '') throw new Error('address is required')
  const { engine, refused } = theEngine()
  if (engine.parse === undefined) throw new Error(refused)
  return JSON.parse(engine.parse(address, inputMode, debug)) as Parse
}

/**
 * The text as it was given, normalised, and without abbreviations; equal ones once: one to three strings.
 * @throws Error when the platform has no addon.
 */
export function expand(text: string): string[] {
  const { engine, refused } = theEngine()
  if (engine.expand === undefined) throw new Error(refused)
  return (JSON.parse(engine.expand(text)) as { expansions: string[] }).expansions
}

/** Components as people of a country write them, and the key to match on. */
export interface Formatted {
  formatted: string
  canonicalKey: string
}

/** Writes `components` as in `country` (ISO 3166-1 alpha-2). Needs no weights and no data. */
export async function format(
  components: Components,
  country: string,
  options?: FormatOptions,
): Promise<Formatted> {
  const formatted = await formatAddress(components, country, options)
  return { formatted, canonicalKey: canonicalKey(components, country) }
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
