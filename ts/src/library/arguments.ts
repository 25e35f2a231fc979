/**
 * Checks of what callers without types, or with values from outside, pass to the library: one sentence that names the argument. Not by
 * the schemas, whose library would be loaded with the first call.
 */
import { type AnswerBounds, answerBounds, languagesOf } from '../wire/answer-bounds.js'
import type { GeocodeOptions } from '../wire/geocode-options.js'
import type { GivenComponents } from '../wire/geocode.js'
import { MOST_ANSWERS } from '../wire/limits.js'
import type { Address } from '../engine/calls.js'
import type { InputMode } from '../engine/engine.js'
import type { Components } from '../format/components.js'

const INPUT_MODES: readonly unknown[] = ['auto', 'fragmented', 'formatted'] satisfies InputMode[]

/** The text of an address; not blank. */
export function addressOf(address: unknown): string {
  const text = textOf('address', address)
  if (text.trim() === '') throw new Error('address is required')
  return text
}

/** An address, which is a text or its components by tag; not blank. */
export function addressOrComponents(address: Address): Address {
  const texts = typeof address === 'string' ? [address] : Object.values(givenOf('address', address))
  if (texts.every((text) => text.trim() === '')) throw new Error('address is required')
  return address
}

/** A list of addresses, each a text or its components by tag; each may be blank. */
export function addressesOf(name: string, value: unknown): readonly Address[] {
  if (!Array.isArray(value))
    throw new TypeError(`${name} must be a list of strings or objects of components, not ${shown(value)}`)
  return value.map((row: unknown, index) =>
    typeof row === 'string' ? row : givenOf(`${name}[${String(index)}]`, row),
  )
}

/** Components of one text each. */
function givenOf(name: string, value: unknown): GivenComponents {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} must be a string or an object of components, not ${shown(value)}`)
  for (const [tag, text] of Object.entries(value)) textOf(`${name}.${tag}`, text)
  return value
}

/** A text; may be empty. */
export function textOf(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string, not ${shown(value)}`)
  return value
}

/** A list of texts. */
export function textsOf(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be a list of strings, not ${shown(value)}`)
  return value.map((row: unknown, index) => textOf(`${name}[${String(index)}]`, row))
}

/** Options, which are an object if they are given. */
export function optionsOf<T extends object>(options: T | undefined): T | Partial<T> {
  if (options === undefined) return {}
  const value: unknown = options
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`options must be an object, not ${shown(value)}`)
  return options
}

/** How complete an address is. */
export function inputModeOf(mode: InputMode): InputMode {
  if (!INPUT_MODES.includes(mode))
    throw new TypeError(`inputMode must be 'auto', 'fragmented' or 'formatted', not ${shown(mode)}`)
  return mode
}

/** A country as a hint for the parser. */
export function countryHintOf(country: unknown): string | undefined {
  if (country !== undefined && !isCountry(textOf('country', country))) throw notCountry(country)
  return country as string | undefined
}

const isCountry = (code: string) => /^[A-Za-z]{2}$/.test(code)

const notCountry = (code: unknown) =>
  new TypeError(`country must be a code of ISO 3166-1 alpha-2, such as 'US', not ${shown(code)}`)

/** A point in degrees. */
export function pointOf(lat: unknown, lon: unknown, prefix = ''): { lat: number; lon: number } {
  return { lat: degrees(`${prefix}lat`, lat, 90), lon: degrees(`${prefix}lon`, lon, 180) }
}

/** A number of answers. */
export function limitOf(limit: unknown, most = MOST_ANSWERS): number {
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > most)
    throw new TypeError(`limit must be a whole number from 1 to ${String(most)}, not ${shown(limit)}`)
  return limit
}

/** The bounds of an answer as the core takes them. */
export function boundsOf(options: GeocodeOptions): AnswerBounds | undefined {
  const { country, near, bounds, limit, language } = options as Record<keyof GeocodeOptions, unknown>
  if (country !== undefined)
    for (const code of listOf('country', country)) if (!isCountry(code)) throw notCountry(code)
  if (near !== undefined) {
    const { lat, lon } = objectOf('near', near, '{ lat, lon } in degrees')
    pointOf(lat, lon, 'near.')
  }
  if (bounds !== undefined) {
    const edges = objectOf('bounds', bounds, '{ south, west, north, east } in degrees')
    for (const edge of ['south', 'north']) degrees(`bounds.${edge}`, edges[edge], 90)
    for (const edge of ['west', 'east']) degrees(`bounds.${edge}`, edges[edge], 180)
  }
  if (limit !== undefined) limitOf(limit)
  if (language !== undefined) listOf('language', language)
  return answerBounds(options)
}

/** Languages of names. */
export function languagesIn(language: unknown): string[] {
  return languagesOf(listOf('language', language))
}

/** Components, one text or several per tag. */
export function componentsOf(components: Components): Components {
  for (const [tag, value] of Object.entries(objectOf('components', components, 'an object of components')))
    if (value !== undefined) listOf(tag, value)
  return components
}

function listOf(name: string, value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value))
    throw new TypeError(`${name} must be a string or a list of strings, not ${shown(value)}`)
  return [...textsOf(name, value)]
}

function objectOf(name: string, value: unknown, form: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} must be ${form}, not ${shown(value)}`)
  return value as Record<string, unknown>
}

function degrees(name: string, value: unknown, most: number): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= most))
    throw new TypeError(
      `${name} must be a number of degrees from -${String(most)} to ${String(most)}, not ${shown(value)}`,
    )
  return value
}

/** A value for a message. */
function shown(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return value.length > 40 ? 'a long string' : `'${value}'`
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value
}
