/**
 * A street in its parts, abbreviations written out: what stands before the name, the name, and what stands behind it. The parts
 * are found in the whole street anew, so that it does not matter how it was split when it came.
 */
import { DIRECTIONALS, NUMBERED_ROADS, STREET_TYPES, TITLES } from './abbreviations.js'

/** Words of a street. */
export interface StreetParts {
  before: string[]
  name: string[]
  after: string[]
}

/** The parts of a street in a country that writes its streets in `languages`. */
export function streetParts(street: readonly string[], languages: readonly string[]): StreetParts {
  const language = languages.find((one) => RULES[one]?.(street, one) !== undefined) ?? languages[0]
  if (language === undefined) return { before: [], name: [...street], after: [] }
  const parts = RULES[language]?.(street, language) ?? { before: [], name: [...street], after: [] }
  return { ...parts, name: nameInFull(parts.name, language) }
}

/** Splits a street whose type the language knows; undefined when there is none. */
type Rule = (street: readonly string[], language: string) => StreetParts | undefined

const RULES: Readonly<Record<string, Rule>> = {
  en: typeLast,
  fr: typeFirst,
  es: typeFirst,
  it: typeFirst,
  pt: typeFirst,
  pl: typeFirst,
  de: typeInTheName,
  nl: typeInTheName,
}

/** `N Main St NE`: a name keeps at least one word, so that `E St` and `North Ave` are called by a directional. */
function typeLast(street: readonly string[]): StreetParts | undefined {
  const name = joinedInitials(street)
  const behind = directional(name.at(-1))
  // Of `N North` the first is the directional.
  const isBehind = behind !== undefined && name.length > (directional(name[0]) === undefined ? 1 : 2)
  if (isBehind) name.pop()
  const type = name.length > 1 ? STREET_TYPES.get('en')?.get(name.at(-1) ?? '') : undefined
  if (type !== undefined) name.pop()
  const front = name.length > 1 ? directional(name[0]) : undefined
  if (front !== undefined) name.shift()
  if (type === undefined && front === undefined && !isBehind) return undefined
  return {
    before: front === undefined ? [] : [front],
    name: type === undefined ? name : ordinal(name, type),
    after: [...(type === undefined ? [] : [type]), ...(isBehind ? [behind] : [])],
  }
}

function directional(word: string | undefined): string | undefined {
  return DIRECTIONALS.get(word ?? '')
}

/** `N W` and `S E` at an edge are one directional. */
function joinedInitials(street: readonly string[]): string[] {
  const words = [...street]
  if (words.length < 4) return words
  for (const at of [words.length - 2, 0]) {
    const pair = `${words[at] ?? ''} ${words[at + 1] ?? ''}`
    if (words.length > 3 && /^[ns] [ew]$/.test(pair)) words.splice(at, 2, pair.replace(' ', ''))
  }
  return words
}

/** `Rue de la Paix`; a type may have several words. */
function typeFirst(street: readonly string[], language: string): StreetParts | undefined {
  const types = STREET_TYPES.get(language)
  for (const length of [3, 2, 1]) {
    const type = street.length > length ? types?.get(street.slice(0, length).join(' ')) : undefined
    if (type !== undefined) {
      return { before: type.split(/[ -]/), name: street.slice(length), after: [] }
    }
  }
  return undefined
}

const ENDINGS: Readonly<Record<string, string>> = { de: 'strasse', nl: 'straat' }

/** `Hauptstr.`, `Berliner Pl.`: the type is part of the name. */
function typeInTheName(street: readonly string[], language: string): StreetParts | undefined {
  const last = street.at(-1) ?? ''
  const ending = ENDINGS[language] ?? ''
  const glued = last.length > 4 && (last.endsWith('str') || last.endsWith(ending))
  const full = glued
    ? last.replace(/str$/, ending)
    : street.length > 1
      ? STREET_TYPES.get(language)?.get(last)
      : undefined
  return full === undefined ? undefined : { before: [], name: [...street.slice(0, -1), full], after: [] }
}

/** Titles and numbered roads inside a name. */
function nameInFull(name: readonly string[], language: string): string[] {
  const titles = TITLES.get(language)
  return name.flatMap((word, index) => {
    const next = name[index + 1]
    if (next === undefined) return [word]
    const road = language === 'en' && /^\d/.test(next) ? NUMBERED_ROADS.get(word) : undefined
    const type =
      language === 'en' && index === 0 && /^[a-z]$/.test(next) ? STREET_TYPES.get('en')?.get(word) : undefined
    // English titles stand in front of the name; `Ave of St Louis` has none of its own.
    const title = language === 'en' && index > 0 ? undefined : titles?.get(word)
    return (road ?? type ?? title ?? word).split(' ')
  })
}

const UNITS = [
  'first second third fourth fifth sixth seventh eighth ninth',
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
]
  .join(' ')
  .split(' ')
const TENS = 'twent thirt fort fift sixt sevent eight ninet'.split(' ')
/** Roads whose number is their name: `Highway 5` is no fifth one. */
const NO_ORDINALS = new Set(['highway', 'route', 'road', 'loop', 'spur', 'freeway'])

/** `Fifth Avenue` and `5 Avenue` are `5th Avenue`. */
function ordinal(name: readonly string[], type: string): string[] {
  if (NO_ORDINALS.has(type)) return [...name]
  const [first = '', second] = name
  const unit = UNITS.indexOf(second ?? first) + 1
  const tens = TENS.findIndex((stem) => first === `${stem}y` || first === `${stem}ieth`)
  let number: number | undefined
  if (name.length === 1 && /^\d{1,4}$/.test(first)) number = Number(first)
  else if (name.length === 1 && unit > 0) number = unit
  else if (name.length === 1 && tens >= 0 && first.endsWith('ieth')) number = 20 + 10 * tens
  else if (name.length === 2 && tens >= 0 && first.endsWith('y') && unit > 0 && unit < 10)
    number = 20 + 10 * tens + unit
  return number === undefined ? [...name] : [`${String(number)}${ending(number)}`]
}

function ending(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'
}
