/** Sources of an answer. */
import type { ResolutionTier } from '../wire/geocode.js'
import type { Gives } from '../wire/data-report.js'
import type { Engine } from './engine.js'

/** The country and division of an answer, as far as shards need them. */
export interface Area {
  /** ISO 3166-1 alpha-2, any case. */
  country?: string | undefined
  /** Name of the first-level division. */
  region?: string | undefined
}

/**
 * The databases behind the answers of each tier of a search. A number between two houses comes from ranges or from its neighbours, a street
 * without a row from its houses or ranges: each of these is credited if it is open for the area.
 */
const OF_TIER: Readonly<Record<ResolutionTier, readonly Gives[]>> = {
  address_point: ['places', 'houses'],
  interpolated: ['places', 'houses', 'ranges'],
  street: ['places', 'houses', 'ranges', 'streets'],
  admin: ['places'],
  plus_code: ['places'],
  coordinates: ['places'],
}

/** The databases behind the answers of a tier. */
export function givenBy(tier: ResolutionTier): readonly Gives[] {
  return OF_TIER[tier]
}

/** Sources of an answer, one name and licence each. */
export function sourcesOf({ sourcesOf }: Engine, gives: readonly Gives[], area: Area): string[] {
  if (sourcesOf === undefined) return []
  return [...new Set(gives.flatMap((one) => sourcesOf(one, area.country ?? '', area.region)))]
}
