/** Whose data an answer rests on. */
import type { ResolutionTier } from '../wire/geocode.js'
import type { Gives } from '../wire/data-report.js'
import type { Engine } from './engine.js'

/** Where an answer lies, as far as shards are told apart by it. */
export interface Area {
  /** ISO 3166-1 alpha-2, any case. */
  country?: string | undefined
  /** Name of the first-level division. */
  region?: string | undefined
}

/**
 * What gives the answers of each tier of a search. A number between two houses stands on ranges or on the houses beside it, a street
 * without a row of its own on its houses or ranges: either is credited, where it is open for the area.
 */
const OF_TIER: Readonly<Record<ResolutionTier, readonly Gives[]>> = {
  address_point: ['places', 'houses'],
  interpolated: ['places', 'houses', 'ranges'],
  street: ['places', 'houses', 'ranges', 'streets'],
  admin: ['places'],
  plus_code: ['places'],
  coordinates: ['places'],
}

/** What gives the answers of a tier. */
export function givenBy(tier: ResolutionTier): readonly Gives[] {
  return OF_TIER[tier]
}

/** Whose data an answer rests on, a name and licence each. */
export function sourcesOf({ sourcesOf }: Engine, gives: readonly Gives[], area: Area): string[] {
  if (sourcesOf === undefined) return []
  return [...new Set(gives.flatMap((one) => sourcesOf(one, area.country ?? '', area.region)))]
}
