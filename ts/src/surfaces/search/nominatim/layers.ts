/** Layers and ranks that a search or reverse lookup keeps to. */

/** Layers of Nominatim. */
export const LAYERS = ['address', 'poi', 'railway', 'natural', 'manmade'] as const

/** A layer. */
export type Layer = (typeof LAYERS)[number]

/** Ranks from country (4) to house (30). */
export interface Ranks {
  least: number
  most: number
}

const FEATURE_TYPES: Readonly<Record<string, Ranks>> = {
  country: { least: 4, most: 4 },
  state: { least: 8, most: 8 },
  city: { least: 14, most: 16 },
  settlement: { least: 8, most: 20 },
}

/** The ranks of a `featureType`; undefined for one that Nominatim does not know, which it ignores. */
export function ranksOf(featureType: string): Ranks | undefined {
  return FEATURE_TYPES[featureType]
}

/** The finest rank by `zoom`, from 0 to 18. */
const BY_ZOOM = [2, 2, 2, 4, 4, 8, 10, 10, 12, 12, 16, 17, 18, 19, 22, 25, 26, 27, 30]

/** Rank of a house. */
export const HOUSE_RANK = 30

/** The finest rank that a reverse lookup answers. */
export function rankOf(zoom: number): number {
  return BY_ZOOM[Math.min(BY_ZOOM.length - 1, Math.max(0, zoom))] ?? HOUSE_RANK
}
