/** The fields of an answer in words for people. */
import { PLACE_KINDS } from './geocode-words.js'

/** Component tags and the labels of the parser surface. */
const LABELS: Readonly<Record<string, string>> = {
  house_number: 'house number',
  street_prefix: 'type of street',
  street_prefix_particle: 'particle',
  street: 'street',
  street_suffix: 'type of street',
  road: 'street',
  house: 'building or business',
  po_box: 'post box',
  dependent_locality: 'part of town',
  suburb: 'part of town',
  city_district: 'part of town',
  locality: 'town',
  city: 'town',
  subregion: 'county',
  state_district: 'county',
  intersection_a: 'first street',
  intersection_b: 'second street',
  venue: 'building or business',
  attention: 'to the attention of',
  sub_block: 'part of block',
  building_number: 'building',
  building_name: 'building',
  microhood: 'neighbourhood',
  macrohood: 'neighbourhood',
  borough: 'part of town',
  localadmin: 'commune',
  macrocounty: 'group of counties',
  macroregion: 'group of regions',
  address: 'house',
  natural_feature: 'mountain, lake or park',
  informal_region: 'region',
}

/** A tag, label or kind of place in words. */
export function labelInWords(label: string): string {
  return LABELS[label] ?? label.replaceAll('_', ' ')
}

const LEVELS: Readonly<Record<string, string>> = {
  point: 'The point that you wrote',
  house: 'The house itself, from a register of addresses',
  interpolated: 'Estimated between two known house numbers',
  street: 'On the street, not at the house',
  postcode: 'The middle of the postcode area',
  locality: 'The middle of the town',
  county: 'The middle of the county',
  region: 'The middle of the region',
  country: 'Somewhere in the country',
  landmark: 'The landmark',
  airport: 'The airport',
  natural_feature: 'The middle of the mountain, lake or park',
  island: 'The middle of the island',
  informal_region: 'The middle of the region',
}

/** What the point of an answer is; `asked` is the finer level that was asked for and not found. */
export function levelInWords(level: string | null | undefined, asked?: string): string | undefined {
  if (level === null || level === undefined) return undefined
  const words = LEVELS[level] ?? level
  return asked === undefined || !COARSE.has(level) ? words : `${words}, not the ${asked}`
}

const FOUND: Readonly<Record<string, string>> = {
  point: 'Coordinates',
  house: 'House',
  interpolated: 'Between two house numbers',
  street: 'Street',
  postcode: 'Postcode',
  locality: 'Town',
  county: 'County',
  region: 'Region',
  country: 'Country',
  landmark: 'Landmark',
  airport: 'Airport',
  natural_feature: 'Mountain, lake or park',
  island: 'Island',
  informal_region: 'Region',
}

/** What a row of a table was found as, in a few words. */
export function foundInWords(level: string | null | undefined): string {
  return FOUND[level ?? ''] ?? labelInWords(level ?? '')
}

const TIERS: Readonly<Record<string, string>> = {
  address_point: 'a register of houses',
  interpolated: 'ranges of house numbers',
  street: 'streets',
  admin: 'places and postcodes',
  plus_code: 'the plus code itself',
  coordinates: 'the coordinates themselves',
}

/** Where the answer comes from. */
export function tierInWords(tier: string): string {
  return TIERS[tier] ?? tier.replaceAll('_', ' ')
}

/** Levels that are too coarse for a house. */
export const COARSE: ReadonlySet<string> = new Set([
  'postcode',
  'locality',
  'county',
  'region',
  'country',
  ...PLACE_KINDS,
])

/** A distance in words. */
export function distanceInWords(metres: number): string {
  if (metres < 1000) return `${String(Math.max(1, Math.round(metres)))} m`
  const kilometres = metres / 1000
  return `${kilometres < 10 ? kilometres.toFixed(1).replace('.0', '') : Math.round(kilometres).toLocaleString('en')} km`
}

/** A probability in percent; never 100. */
export function percent(share: number): string {
  return `${String(Math.min(99, Math.floor(share * 100)))}%`
}

/** A text as a sentence: with a capital, a full stop, and quotes instead of backticks. */
export function sentence(text: string): string {
  const quoted = text.replace(/`([^`]*)`/g, '“$1”')
  const begun = quoted.charAt(0).toUpperCase() + quoted.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

/** English name of a country by its ISO 3166-1 alpha-2 code; the code itself if it is unknown. */
export function countryName(code: string | null | undefined): string | undefined {
  if (code === null || code === undefined || code === '') return undefined
  try {
    return new Intl.DisplayNames(['en'], { type: 'region' }).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}

/** Words joined by commas, without empty and repeated ones. */
export function joined(parts: readonly (string | null | undefined)[]): string {
  const present = parts.filter((part): part is string => part !== undefined && part !== null && part !== '')
  return present.filter((part, index) => present.indexOf(part) === index).join(', ')
}
