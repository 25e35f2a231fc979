/**
 * The key two spellings of one address share: lower case, abbreviations expanded, punctuation gone, fields in a fixed
 * order parted by `|`. The key of a key's own fields is that key. Letters of every script stay: without them all addresses of
 * a script would share one key.
 */
import {
  COUNTRIES,
  EN_DIRECTIONALS,
  EN_STREETS,
  EN_UNITS,
  FR_STREETS,
  FR_UNITS,
  US_STATES,
} from './abbreviations.js'
import { type Components, textOf } from './components.js'

/** The fields in order. Venue and attention name a person or a business, not the address. */
const FIELDS = [
  'po_box',
  'house_number',
  'street_prefix',
  'street_prefix_particle',
  'street',
  'street_suffix',
  'intersection_a',
  'intersection_b',
  'unit',
  'dependent_locality',
  'locality',
  'subregion',
  'region',
  'postcode',
  'country',
] as const

type Field = (typeof FIELDS)[number]
type Table = ReadonlyMap<string, string>

/** Countries whose street types come first, as in French. */
const FRENCH = new Set([
  'fr',
  'be',
  'lu',
  'mc',
  'ch',
  're',
  'gp',
  'mq',
  'gf',
  'yt',
  'pm',
  'bl',
  'mf',
  'nc',
  'pf',
  'wf',
])
/** Countries that abbreviate in English. */
const ENGLISH = new Set([
  'us',
  'ca',
  'gb',
  'ie',
  'au',
  'nz',
  'pr',
  'gu',
  'vi',
  'as',
  'mp',
  'za',
  'in',
  'sg',
  '',
])

/** The key of `components` as they are written in `country` (ISO 3166-1 alpha-2); empty when nothing tells where. */
export function canonicalKey(components: Components, country: string): string {
  const code = words(country).join('')
  const language = FRENCH.has(code) ? 'fr' : ENGLISH.has(code) ? 'en' : undefined
  return FIELDS.map((field) => {
    const text = textOf(components, field)
    return text === undefined ? '' : expand(field, words(text), language, code)
  })
    .filter((part) => part !== '')
    .join('|')
}

/** Letters NFKD leaves whole, as crates/text writes them out. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The words of a text: folded, without punctuation. */
function words(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’`]/gu, '')
    .replace(/[ßæœøłđðþı]/gu, (letter) => WRITTEN_OUT[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    // Hangul and kana are compared composed.
    .normalize('NFC')
  return folded.split(' ').filter((word) => word !== '')
}

function expand(field: Field, text: string[], language: 'en' | 'fr' | undefined, country: string): string {
  switch (field) {
    case 'house_number':
    case 'postcode':
      // `12 bis` and `12bis`, `SW1A 2AA` and `SW1A2AA`.
      return text.join('')
    case 'country':
      return COUNTRIES.get(text.join(' ')) ?? COUNTRIES.get(text.join('')) ?? text.join(' ')
    case 'region':
      return (
        (country === 'us' || country === '' ? US_STATES.get(text.join(' ')) : undefined) ?? text.join(' ')
      )
    case 'street_prefix':
    case 'street_suffix':
      return each(text, ...typesOf(language)).join(' ')
    case 'street':
    case 'intersection_a':
    case 'intersection_b':
      return street(text, language).join(' ')
    case 'unit':
      return each(text, language === 'fr' ? FR_UNITS : language === 'en' ? EN_UNITS : NOTHING).join(' ')
    default:
      return text.join(' ')
  }
}

const NOTHING: Table = new Map()

function typesOf(language: 'en' | 'fr' | undefined): Table[] {
  if (language === 'fr') return [FR_STREETS]
  return language === 'en' ? [EN_DIRECTIONALS, EN_STREETS] : []
}

/** Each word by the first table that has it. */
function each(text: string[], ...tables: Table[]): string[] {
  return text.map((word) => tables.map((table) => table.get(word)).find((full) => full !== undefined) ?? word)
}

/**
 * A street whose type is not apart. The place tells what an abbreviation means: `St Louis` is no street, `Main St` is, and
 * `N` stands for north only before or behind a name.
 */
function street(text: string[], language: 'en' | 'fr' | undefined): string[] {
  const [first = '', ...rest] = text
  const last = rest.pop()
  if (last === undefined) return text
  if (language === 'fr') return [...each([first], FR_STREETS), ...rest, last]
  if (language !== 'en') return text
  const before = each([first], EN_DIRECTIONALS)
  const direction = EN_DIRECTIONALS.get(last)
  if (direction === undefined) return [...before, ...rest, ...each([last], EN_STREETS)]
  const type = rest.pop()
  return [...before, ...rest, ...(type === undefined ? [] : each([type], EN_STREETS)), direction]
}
