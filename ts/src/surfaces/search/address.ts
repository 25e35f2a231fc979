/** The address block: the parts of an answer by the keys of Nominatim. */
import { type AddressParts, countryNameOf, type PartPlace } from '../address-parts/parts.js'
import { worded } from '../address-parts/unmatched.js'
import { keyOf } from './kinds.js'
import { subdivisionCode } from './subdivision-code.js'

/** Order of the keys, finest first; the codes of divisions stand before the postcode. */
const ORDER = [
  'tourism',
  'aeroway',
  'natural',
  'house_number',
  'road',
  'city_block',
  'neighbourhood',
  'quarter',
  'isolated_dwelling',
  'croft',
  'hamlet',
  'suburb',
  'borough',
  'city_district',
  'village',
  'town',
  'city',
  'municipality',
  'island',
  'region',
  'county',
  'state_district',
  'state',
] as const
const LAST = ['postcode', 'country', 'country_code'] as const

/** The block. Keys without a value are absent. */
export type Address = Partial<
  Record<(typeof ORDER | typeof LAST)[number] | 'amenity' | `ISO3166-2-lvl${number}`, string | undefined>
>

/** What a place is in an address. */
export interface Naming {
  /** Its key; undefined for what is part of no address. */
  key: string | undefined
  /** Its code of ISO 3166-2, and its administrative level. */
  code?: { level: number; text: string } | undefined
}

/** How places are worded. */
export interface Wording {
  /** What a place is, by its placetype unless its object is known. */
  namingOf?: (place: PartPlace) => Naming
  languages?: readonly string[] | undefined
}

const byPlacetype = ({ placetype }: PartPlace): Naming => ({ key: keyOf(placetype) })

/** The address of an answer; the finest place of a level gives the name. */
export function addressOf(parts: AddressParts, { namingOf = byPlacetype, languages }: Wording = {}): Address {
  const found: Record<string, string | undefined> = {}
  const codes: [key: string, text: string][] = []
  for (const place of parts.places) {
    const { key, code } = namingOf(place)
    if (key !== undefined) found[key] ??= place.name
    if (code !== undefined) codes.push([`ISO3166-2-lvl${String(code.level)}`, code.text])
  }
  const countryCode = parts.countryCode
  found['country'] = countryNameOf(parts, languages)
  if (countryCode !== undefined) {
    found['country_code'] = countryCode.toLowerCase()
    const { state } = found
    const code = state !== undefined && codes.length === 0 ? subdivisionCode(countryCode, state) : undefined
    if (code !== undefined) codes.push(['ISO3166-2-lvl4', code])
  }
  found['house_number'] = parts.houseNumber
  found['road'] = parts.street
  found['postcode'] = parts.postcode ?? found['postcode']
  const valueOf = (key: string): [string, string][] => {
    const value = found[key]
    return value === undefined || value === '' ? [] : [[key, value]]
  }
  return Object.fromEntries([...ORDER.flatMap(valueOf), ...codes, ...LAST.flatMap(valueOf)])
}

/** The settlement of an address, whatever its size. */
export function settlementOf({ city, town, village, hamlet }: Address): string | undefined {
  return city ?? town ?? village ?? hamlet
}

/** Address-block keys of unmatched components that differ from the component's name. */
const WORDS: Readonly<Record<string, string>> = {
  street: 'road',
  dependent_locality: 'suburb',
  locality: 'city',
  subregion: 'county',
  region: 'state',
  venue: 'amenity',
}

/** The typed parts that were not found, by the keys of the address block; undefined if all of it was found. */
export function unmatchedOf({ unmatched }: AddressParts): Record<string, string> | undefined {
  return worded(unmatched, WORDS)
}
