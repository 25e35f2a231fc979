/** How kinds of places are worded: keys of the address, types and ranks as clients of such services know them. */
import type { FoundPlace } from '../../wire/found.js'
import type { ResolutionTier } from '../../wire/geocode.js'

/** The words for a kind of thing. */
export interface Kind {
  class: string
  type: string
  addresstype: string
  /** Search rank: 4 for countries to 30 for houses. */
  rank: number
}

interface PlaceKind {
  /** Key of the address block that names it. */
  key: string
  /** `place` where it is absent. */
  class?: string
  type: string
  rank: number
}

const COUNTRY: PlaceKind = { key: 'country', type: 'country', rank: 4 }
const STATE: PlaceKind = { key: 'state', type: 'state', rank: 8 }
const COUNTY: PlaceKind = { key: 'county', type: 'county', rank: 12 }
const CITY: PlaceKind = { key: 'city', type: 'city', rank: 16 }
const SUBURB: PlaceKind = { key: 'suburb', type: 'suburb', rank: 20 }

/** By placetype; one that is missing here is part of no address. */
const PLACES: Readonly<Record<string, PlaceKind>> = {
  country: COUNTRY,
  dependency: COUNTRY,
  macroregion: STATE,
  region: STATE,
  macrocounty: COUNTY,
  county: COUNTY,
  localadmin: CITY,
  locality: CITY,
  borough: { key: 'city_district', type: 'borough', rank: 18 },
  macrohood: SUBURB,
  neighbourhood: SUBURB,
  microhood: SUBURB,
  landmark: { key: 'tourism', class: 'tourism', type: 'attraction', rank: 30 },
  airport: { key: 'aeroway', class: 'aeroway', type: 'aerodrome', rank: 30 },
  natural_feature: { key: 'natural', class: 'natural', type: 'yes', rank: 18 },
  island: { key: 'island', type: 'island', rank: 17 },
  informal_region: { key: 'region', type: 'region', rank: 18 },
  postalcode: { key: 'postcode', type: 'postcode', rank: 21 },
}

const HOUSE: Kind = { class: 'place', type: 'house', addresstype: 'place', rank: 30 }
const STREET: Kind = { class: 'highway', type: 'residential', addresstype: 'road', rank: 26 }
const OTHER: Kind = { class: 'place', type: 'yes', addresstype: 'place', rank: 25 }

/** The key of the address block a place belongs under. */
export function keyOf(placetype: string): string | undefined {
  return PLACES[placetype]?.key
}

/** What a search found: a house, a street, or the place itself. */
export function kindOfTier(tier: ResolutionTier, place: FoundPlace | null): Kind {
  switch (tier) {
    case 'address_point':
    case 'interpolated':
    case 'plus_code':
    case 'coordinates':
      return HOUSE
    case 'street':
      return STREET
    case 'admin':
      return kindOfPlace(place?.placetype)
  }
}

/** What a point lies in. */
export function kindOfPlace(placetype: string | undefined): Kind {
  if (placetype === 'address') return HOUSE
  const place = placetype === undefined ? undefined : PLACES[placetype]
  return place
    ? { class: place.class ?? 'place', type: place.type, addresstype: place.key, rank: place.rank }
    : OTHER
}

/** How well known a thing is, 0 to 1: by its population, otherwise by its rank. */
export function importanceOf(population: number, rank: number): number {
  const importance = population > 0 ? Math.log10(population + 1) / 10 : (40 - rank) / 100
  return Math.round(importance * 1e4) / 1e4
}
