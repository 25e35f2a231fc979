/**
 * The key two spellings of one address share: lower case, abbreviations expanded, punctuation gone, fields in a fixed
 * order parted by `|`. It is the same in every release of one version; docs/canonical-key.md describes it, with test vectors.
 */
import { COUNTRIES, LANGUAGES, REGIONS, TITLES } from './abbreviations.js'
import { type Components, textOf, withoutJapaneseTags } from './components.js'
import { houseNumber, poBox, unit } from './identifiers.js'
import { streetParts } from './street-key.js'
import { words } from './words.js'

/** Version of the algorithm. A change of any key is a new one. */
export const CANONICAL_KEY_VERSION = 1

/** The words of a tag that is not there: most of the tags of an address. */
const NOTHING: string[] = []

/** Tags that together are a street. */
const STREET = ['street_prefix', 'street_prefix_particle', 'street', 'street_suffix']

/**
 * The key of `components` as they are written in `country` (ISO 3166-1 alpha-2); empty when nothing tells where. Venue and
 * attention name a person or a business, not the address, and are no part of it.
 */
export function canonicalKey(components: Components, country: string): string {
  const code = words(country).join('')
  const languages = LANGUAGES.get(code) ?? (code === '' ? ['en'] : [])
  const universal = withoutJapaneseTags(components)
  const of = (tag: string) => {
    const text = textOf(universal, tag)
    return text === undefined ? NOTHING : words(text)
  }
  const { before, name, after } = streetParts(STREET.flatMap(of), languages)
  const crossing = (tag: string) => {
    const street = of(tag)
    return street.length === 0 ? '' : Object.values(streetParts(street, languages)).flat().join(' ')
  }
  const postcode = of('postcode').join('')
  const place = (tag: string) => {
    const name = of(tag)
    return placeInFull(code === 'fr' && postcode !== '' ? withoutArrondissement(name) : name, languages)
  }
  return [
    poBox(of('po_box')),
    houseNumber(of('house_number')),
    before.join(' '),
    name.join(' '),
    after.join(' '),
    crossing('intersection_a'),
    crossing('intersection_b'),
    unit(of('unit'), languages),
    place('dependent_locality'),
    place('locality'),
    place('subregion'),
    regionInFull(of('region'), code),
    postcode,
    countryCode(of('country')),
  ]
    .filter((part) => part !== '')
    .join('|')
}

/** Titles of places that are only saints, mounts and forts: a Doctor is no place. */
const OF_PLACES = new Set(['saint', 'sainte', 'saints', 'sankt', 'mount', 'fort', 'santa', 'santo'])

/** `St Louis` and `Ft Worth`; behind the first word only a saint is abbreviated (`Port St Lucie`). */
function placeInFull(name: string[], languages: readonly string[]): string {
  if (name.length < 2) return name[0] ?? ''
  const full = (word: string, index: number) => {
    const titles = languages.map((language) => TITLES.get(language)?.get(word))
    const title = titles.find((one) => one !== undefined && OF_PLACES.has(one))
    return index === 0 || title?.startsWith('sa') === true ? title : undefined
  }
  return name
    .map((word, index) => (index < name.length - 1 ? full(word, index) : undefined) ?? word)
    .join(' ')
}

/**
 * `Paris 15e Arrondissement` and `Nantes CEDEX 1` without what the postcode says already, and what the templates of France leave
 * out.
 */
function withoutArrondissement(name: string[]): string[] {
  const cedex = name.indexOf('cedex')
  const kept = cedex < 0 ? name : name.slice(0, cedex)
  const isOrdinal = (word: string) => /^\d{1,2}(?:e|er|re|ere|eme)?$/.test(word)
  const end = kept.findLastIndex((word) => !isOrdinal(word) && word !== 'arrondissement' && word !== 'arrt')
  return kept.slice(0, end + 1)
}

/** Without a country a code is taken for one of a state of the United States. */
function regionInFull(name: string[], country: string): string {
  const regions = REGIONS.get(country === '' ? 'us' : country)
  return regions?.get(name.join(' ')) ?? name.join(' ')
}

function countryCode(name: string[]): string {
  return COUNTRIES.get(name.join(' ')) ?? COUNTRIES.get(name.join('')) ?? name.join(' ')
}
