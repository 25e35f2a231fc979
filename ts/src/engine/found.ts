/** What searches and reverse lookups of the core answer, as `crates/address/src/found.rs` writes it. */

/** West, south, east, north in degrees. */
export type BoundingBox = [west: number, south: number, east: number, north: number]

/** A place of the chain an answer lies in. */
export interface FoundPlace {
  /** Identifier inside its database. */
  id: number
  /** `<prefix>:<id>` */
  place_id: string
  name: string
  /** In the words of Who's On First: `country`, `region`, `locality`. */
  placetype: string
  /** ISO 3166-1 alpha-2, upper case; empty when unknown. */
  country_code: string
  /** Of its centre, degrees. */
  lat: number
  lon: number
  /** Its extent; where none is known, one that fits the inhabitants. */
  bbox: BoundingBox
  /** Inhabitants; 0 when unknown. */
  population: number
}

/** A house of a register near a point. */
export interface FoundHouse {
  placetype: 'address'
  house_number: string
  street: string
  postcode: string | null
  lat: number
  lon: number
  bbox: BoundingBox
}

/** Tiers of the cascade that answer. */
export type ResolutionTier = 'address_point' | 'interpolated' | 'street' | 'admin' | 'plus_code'

/** The answer to a search. */
export interface SearchResult {
  lat: number
  lon: number
  bbox: BoundingBox
  resolution_tier: ResolutionTier
  /** Radius in metres that holds the true point nine times in ten; null at the administrative tier. */
  uncertainty_m: number | null
  /** As parsed. */
  house_number: string | null
  /** As parsed. */
  street: string | null
  /** As parsed, else the register's. */
  postcode: string | null
  /** The row that gave the point: the first of `places`, or a postcode, which is part of no chain. */
  place: FoundPlace | null
  /** The chain it lies in, finest first. */
  places: FoundPlace[]
}

/** What a text being typed can become. What is not known is absent. */
export interface Completion {
  id: string
  name: string
  /** In the words of Who's On First, and `street` and `address`. */
  placetype: string
  lat: number
  lon: number
  /** ISO 3166-1 alpha-2, lower case. */
  country_code?: string
  country?: string
  state?: string
  county?: string
  city?: string
  postcode?: string
  street?: string
  house_number?: string
  population?: number
  bbox?: BoundingBox
}
