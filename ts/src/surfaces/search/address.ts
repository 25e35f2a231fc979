/** The address block: the parts of an answer by the keys of Nominatim. */
import { type AddressParts, countryNameOf } from '../address-parts/parts.js'
import { keyOf, type PlaceKey } from './kinds.js'
import { subdivisionCode } from './subdivision-code.js'

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

/** The address of an answer; the finest place of a level gives the name. */
export function addressOf(parts: AddressParts): Address {
  const found: Address = {}
  for (const { placetype, name } of parts.places) {
    const key = keyOf(placetype)
    if (key !== undefined) found[key] ??= name
  }
  const code = parts.countryCode
  found.country = countryNameOf(parts)
  if (code !== undefined) {
    found.country_code = code.toLowerCase()
    if (found.state !== undefined) found['ISO3166-2-lvl4'] = subdivisionCode(code, found.state)
  }
  found.house_number = parts.houseNumber
  found.road = parts.street
  found.postcode = parts.postcode ?? found.postcode
  return Object.fromEntries(
    ORDER.flatMap((key) => {
      const value = found[key]
      return value === undefined || value === '' ? [] : [[key, value]]
    }),
  )
}

/** Keys of the address block that what was typed and not found stands under, where they are not called like the components. */
const WORDS: Readonly<Record<string, string>> = {
  street: 'road',
  dependent_locality: 'suburb',
  locality: 'city',
  subregion: 'county',
  region: 'state',
  venue: 'amenity',
}

/** What was typed and not found, by the keys of the address block; undefined if all of it was found. */
export function unmatchedOf({ unmatched }: AddressParts): Record<string, string> | undefined {
  return (
    unmatched && Object.fromEntries(Object.entries(unmatched).map(([tag, text]) => [WORDS[tag] ?? tag, text]))
  )
}
