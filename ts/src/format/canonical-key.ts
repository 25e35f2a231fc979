/**
 * The key two spellings of one address share: it is the same in every release of one version; docs/canonical-key.md describes it,
 * with test vectors. The core makes it (crates/format).
 */
import { type Components, textsOf } from './components.js'
import { core } from './core.js'

/** Version of the algorithm. A change of any key is a new one. */
export const CANONICAL_KEY_VERSION = 2

/**
 * The key of `components` by the rules of `country` (ISO 3166-1 alpha-2); empty without a component that locates the address. A venue is
 * part of it if there is neither a house number nor a box; attention and CEDEX never are.
 * @throws Error if the platform has no addon. It is loaded at the first call.
 */
export function canonicalKey(components: Components, country: string): string {
  return core().canonicalKey(textsOf(components), country)
}
