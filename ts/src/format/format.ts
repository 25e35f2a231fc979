/** `/v1/format`: components as people of a country write them, with their key. The core writes both (crates/format). */
import { type Components, textsOf } from './components.js'
import { core } from './core.js'

/** Options of `/v1/format`. */
export interface FormatOptions {
  /** Add the line of the country. */
  appendCountry?: boolean | undefined
  /** Let the templates abbreviate. */
  abbreviate?: boolean | undefined
  /** Stands between lines instead of a line break. */
  separator?: string | undefined
}

/** Components as people of a country write them, and the key to match on. */
export interface Formatted {
  formatted: string
  canonicalKey: string
}

/**
 * Writes `components` as in `country` (ISO 3166-1 alpha-2); empty when there are none.
 * @throws Error when the platform has no addon, which is loaded at the first call.
 */
export function formatAddress(
  components: Components,
  country: string,
  options: FormatOptions = {},
): Formatted {
  const { appendCountry = false, abbreviate = false, separator = '\n' } = options
  return core().formatComponents(textsOf(components), country, appendCountry, abbreviate, separator)
}
