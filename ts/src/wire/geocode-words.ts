/**
 * The closed sets of words in a geocode, in the order of the core's enums (`crates/address/src/geocode.rs`). They stand apart from the schemas, which the
 * library has no need of: those take a tenth of a second to load.
 */
import { COMPONENT_TAGS } from './component-tags.js'

/** Tiers of the cascade that answer. */
export const TIERS = ['address_point', 'interpolated', 'street', 'admin', 'plus_code', 'coordinates'] as const

/** Kinds of places that no component of an address has, in the order of the core's enums. */
export const PLACE_KINDS = ['landmark', 'airport', 'natural_feature', 'island', 'informal_region'] as const

/** What a point can be that of, finest first; behind the levels the kinds of places that have none. */
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
  ...PLACE_KINDS,
] as const

/** What a place of an answer can be: the tag of a component, or a kind of place that no component has. */
export const PLACE_TAGS = [...COMPONENT_TAGS, ...PLACE_KINDS] as const

/** How coordinates can be known. */
export const EPISTEMIC_STATUSES = ['unresolved', 'designated', 'derived', 'observed'] as const

/** Whether an answer can lie in the written administrative area. */
export const COHERENCES = ['confirmed', 'contradicted', 'unstated', 'unverifiable'] as const

/** Kinds of objects of OpenStreetMap. */
export const OSM_TYPES = ['node', 'way', 'relation'] as const
