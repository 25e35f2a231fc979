/** The address block: the places that contain a result, by level. */
import type { FoundPlace } from '../../wire/found.js'
import { keyOf, type PlaceKey } from './kinds.js'
import { subdivisionCode } from './subdivision-code.js'

/** What is known beside the chain of places. */
export interface Details {
  house_number?: string | null | undefined
  road?: string | null | undefined
  postcode?: string | null | undefined
}

/** The block. Keys without a value are absent. */
export type Address = Partial<
  Record<
    'amenity' | 'house_number' | 'road' | PlaceKey | 'ISO3166-2-lvl4' | 'country_code',
    string | undefined
  >
>

/** Order of the keys, finest first. */
const ORDER = [
  'tourism',
  'aeroway',
  'natural',
  'house_number',
  'road',
  'suburb',
  'city_district',
  'city',
  'island',
  'region',
  'county',
  'state',
  'ISO3166-2-lvl4',
  'postcode',
  'country',
  'country_code',
] as const satisfies (keyof Address)[]

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The address of a chain of places, finest first; the finest place of a level gives the name. */
export function addressOf(places: readonly FoundPlace[], details: Details): Address {
  const found: Address = {}
  for (const place of places) {
    const key = keyOf(place.placetype)
    if (key !== undefined) found[key] ??= place.name
  }
  const code = places.find(({ country_code }) => country_code !== '')?.country_code
  if (code !== undefined) {
    found.country_code = code.toLowerCase()
    // A chain may end below its country.
    found.country ??= nameOfCountry(code)
    if (found.state !== undefined) found['ISO3166-2-lvl4'] = subdivisionCode(code, found.state)
  }
  found.house_number = details.house_number ?? undefined
  found.road = details.road ?? undefined
  found.postcode = details.postcode ?? found.postcode
  return Object.fromEntries(
    ORDER.flatMap((key) => {
      const value = found[key]
      return value === undefined || value === '' ? [] : [[key, value]]
    }),
  )
}

function nameOfCountry(code: string): string | undefined {
  try {
    return COUNTRY_NAMES.of(code)
  } catch {
    // A database may hold what is no country code.
    return undefined
  }
}
