/** `/v1/format`: components in the format of a country, with their key. The core makes both (crates/format). */
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

/** Components in the format of their country, and the key to match on. */
export interface Formatted {
  formatted: string
  canonicalKey: string
}

/**
 * Formats `components` for `country` (ISO 3166-1 alpha-2); the text is empty if there are none.
 * @throws Error if the platform has no addon. It is loaded at the first call.
 */
export function formatAddress(
  components: Components,
  country: string,
  options: FormatOptions = {},
): Formatted {
  const { appendCountry = false, abbreviate = false, separator = '\n' } = options
  return core().formatComponents(textsOf(components), country, appendCountry, abbreviate, separator)
}
