/**
 * The closed sets of words in a geocode, in the order of the core's enums (`crates/address/src/geocode.rs`). They stand apart from the schemas, which the
 * library has no need of: those take a tenth of a second to load.
 */

/** Tiers of the cascade that answer. */
export const TIERS = ['address_point', 'interpolated', 'street', 'admin', 'plus_code', 'coordinates'] as const

/** What a point can be that of, finest first. */
export const MATCH_LEVELS = [
  'point',
  'house',
  'interpolated',
  'street',
  'postcode',
  'locality',
  'county',
  'region',
  'country',
] as const

/** How coordinates can be known. */
export const EPISTEMIC_STATUSES = ['unresolved', 'designated', 'derived', 'observed'] as const

/** Whether an answer can lie in what was written. */
export const COHERENCES = ['confirmed', 'contradicted', 'unstated', 'unverifiable'] as const
