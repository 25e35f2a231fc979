/** Reads what a query asks for. Wrong values are errors or warnings of the answer, in the words of Pelias. */
import { alpha2Of, countryOfCode } from '../../codes/countries.js'
import type { AnswerBounds } from '../../wire/answer-bounds.js'
import { MOST_CHARACTERS_OF_QUERY } from '../../wire/limits.js'
import { languagesIn } from '../address-parts/languages.js'
import { type Point, turnedBack } from '../points.js'
import type { RawQuery } from '../read-parameters.js'
import {
  COARSE,
  isLayer,
  type Layer,
  LAYERS,
  LAYERS_BY_SOURCE,
  SOURCE_ALIASES,
  WITHOUT_DATA,
} from './layers.js'

/** A query read. */
export interface Asked {
  size: number
  layers: ReadonlySet<Layer> | undefined
  /** The id of a place that every answer lies in, or is. */
  inside: string | undefined
  /** Categories of points of interest: one of these, and none of those. */
  categories: { some: readonly string[]; none: readonly string[] } | undefined
  bounds: AnswerBounds
  /** The circle nothing is answered outside of. */
  circle: (Point & { radiusKm: number }) | undefined
  /** What the answer says of itself: `geocoding.query`. */
  echo: Record<string, unknown>
  errors: string[]
  warnings: string[]
}

/** Results unless `size` says otherwise, and at most. */
export const DEFAULT_SIZE = 10
export const MOST_RESULTS = 40

/** The text of a parameter; undefined if it is absent, blank or repeated. */
export function textOf(query: RawQuery, name: string): string | undefined {
  const value = query[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Reads what every route takes. A parameter that is not `known` is a warning. */
export function askedOf(
  query: RawQuery,
  known: ReadonlySet<string>,
  acceptLanguage: string | undefined,
): Asked {
  const asked: Asked = {
    size: DEFAULT_SIZE,
    layers: undefined,
    inside: undefined,
    categories: undefined,
    bounds: {},
    circle: undefined,
    echo: {},
    errors: [],
    warnings: [],
  }
  readSize(query, asked)
  readLayers(query, asked)
  readSources(query, asked)
  readInside(query, asked)
  readCategories(query, asked)
  readLanguage(textOf(query, 'lang'), acceptLanguage, asked)
  readCountries(query, asked)
  readRectangle(query, asked)
  const near = pointOf(query, 'focus.point', asked)
  if (near !== undefined) asked.bounds.near = near
  const middle = known.has('boundary.circle.lat') ? pointOf(query, 'boundary.circle', asked) : undefined
  if (middle !== undefined) {
    const radiusKm = Number(textOf(query, 'boundary.circle.radius') ?? DEFAULT_RADIUS_KM)
    asked.circle = { ...middle, radiusKm: Number.isFinite(radiusKm) ? radiusKm : DEFAULT_RADIUS_KM }
    asked.bounds.near ??= middle
  }
  const unknown = Object.keys(query).filter((name) => !known.has(name))
  asked.warnings.push(...unknown.map((name) => `Invalid Parameter: ${name}`))
  return asked
}

/** Radius of a circle without one, as Pelias has it. */
const DEFAULT_RADIUS_KM = 50

/** The text that is searched for; an error if it is missing or too long. */
export function questionOf(query: RawQuery, asked: Asked): string {
  const text = textOf(query, 'text')
  if (text === undefined) asked.errors.push("invalid param 'text': text length, must be >0")
  else if (text.length > MOST_CHARACTERS_OF_QUERY)
    asked.errors.push(`invalid param 'text': text length, must be <=${String(MOST_CHARACTERS_OF_QUERY)}`)
  asked.echo['text'] = text ?? ''
  return text ?? ''
}

/** Parts of a structured search, in the order they are joined. */
export const PARTS = [
  'venue',
  'address',
  'neighbourhood',
  'borough',
  'locality',
  'county',
  'region',
  'postalcode',
  'country',
] as const

/** The text of a structured search. */
export function structuredOf(query: RawQuery, asked: Asked): string {
  const parts = PARTS.flatMap((name) => {
    const text = textOf(query, name)
    if (text === undefined) return []
    asked.echo[name] = text
    return [text]
  })
  if (parts.length === 0) {
    asked.errors.push(`at least one of the following fields must be non-empty: ${PARTS.join(', ')}`)
  }
  return parts.join(', ').slice(0, MOST_CHARACTERS_OF_QUERY)
}

/** The point of a parameter pair such as `point.lat` and `point.lon`; undefined, and an error, when there is one half or none on Earth. */
export function pointOf(query: RawQuery, name: string, asked: Asked): Point | undefined {
  const [latText, lonText] = [textOf(query, `${name}.lat`), textOf(query, `${name}.lon`)]
  if (latText === undefined && lonText === undefined) return undefined
  const [lat, lon] = [degrees(latText, `${name}.lat`, 90, asked), degrees(lonText, `${name}.lon`, 180, asked)]
  if (lat === undefined || lon === undefined) return undefined
  asked.echo[`${name}.lat`] = lat
  asked.echo[`${name}.lon`] = lon
  return { lat, lon }
}

function degrees(text: string | undefined, name: string, most: number, asked: Asked): number | undefined {
  if (text === undefined) {
    asked.errors.push(`missing param '${name}'`)
    return undefined
  }
  const value = Number(text)
  if (Number.isFinite(value) && Math.abs(value) <= most) return value
  if (Number.isFinite(value) && most === 180) return turnedBack(value)
  asked.errors.push(`invalid param '${name}': must be >=-${String(most)} and <=${String(most)}`)
  return undefined
}

function readSize(query: RawQuery, asked: Asked): void {
  const text = textOf(query, 'size')
  const size = Number(text ?? DEFAULT_SIZE)
  if (!Number.isInteger(size)) {
    asked.warnings.push("invalid integer 'size', using DEFAULT_SIZE")
  } else if (size > MOST_RESULTS) {
    asked.warnings.push("out-of-range integer 'size', using MAX_SIZE")
    asked.size = MOST_RESULTS
  } else if (size < 1) {
    asked.warnings.push("out-of-range integer 'size', using MIN_SIZE")
    asked.size = 1
  } else {
    asked.size = size
  }
  asked.echo['size'] = asked.size
}

function readLayers(query: RawQuery, asked: Asked): void {
  const names = listOf(query, 'layers')
  if (names.length === 0) return
  const valid = ['coarse', ...LAYERS, ...WITHOUT_DATA]
  const layersOf = (name: string) => (name === 'coarse' ? COARSE : isLayer(name) ? [name] : [])
  const given = names.map((name) => name.toLowerCase())
  const [positive, negative] = [
    given.filter((name) => !name.startsWith('-')),
    given.filter((name) => name.startsWith('-')),
  ]
  for (const name of given) {
    if (!valid.includes(name.replace(/^-/, '')))
      asked.errors.push(`'${name}' is an invalid layers parameter. Valid options: ${valid.join(',')}`)
  }
  const layers = new Set<Layer>(positive.length > 0 ? positive.flatMap(layersOf) : LAYERS)
  for (const layer of negative.flatMap((name) => layersOf(name.slice(1)))) layers.delete(layer)
  asked.layers = layers
  asked.echo['layers'] = [...layers]
}

/** Sources are layers here: all data have one source. */
function readSources(query: RawQuery, asked: Asked): void {
  const given = listOf(query, 'sources').map((name) => name.toLowerCase())
  if (given.length === 0) return
  const names = given.map((name) => SOURCE_ALIASES[name] ?? name)
  const valid = [...Object.keys(LAYERS_BY_SOURCE), ...Object.keys(SOURCE_ALIASES)].join(',')
  for (const name of names) {
    if (LAYERS_BY_SOURCE[name] === undefined)
      asked.errors.push(`'${name}' is an invalid sources parameter. Valid options: ${valid}`)
  }
  asked.echo['sources'] = names
  const { layers } = asked
  const filled = new Set(names.flatMap((name) => LAYERS_BY_SOURCE[name] ?? []))
  asked.layers = layers === undefined ? filled : new Set([...layers].filter((layer) => filled.has(layer)))
  if (asked.errors.length === 0 && asked.layers.size === 0) {
    asked.errors.push(
      'You have specified both the `sources` and `layers` parameters in a combination that will return no results: ' +
        `the ${names.join(', ')} source has nothing in the ${[...(layers ?? [])].join(', ')} layer`,
    )
  }
}

function readInside(query: RawQuery, asked: Asked): void {
  const gid = textOf(query, 'boundary.gid')
  if (gid === undefined) return
  const [, layer, id] = gid.split(':').filter((part) => part !== '')
  if (layer === undefined || id === undefined) {
    asked.errors.push(`${gid} does not follow source:layer:id format`)
    return
  }
  asked.inside = gid.split(':').slice(2).join(':')
  asked.echo['boundary.gid'] = asked.inside
}

/** Ids of one request. */
const MOST_IDS = 40

/** The ids of `/v1/place`; an error if none is given, or if one is malformed or names a layer or source unknown to Pelias. */
export function idsOf(query: RawQuery, asked: Asked): string[] {
  const ids = listOf(query, 'ids').slice(0, MOST_IDS)
  if (ids.length === 0) asked.errors.push("invalid param 'ids': text length, must be >0")
  for (const id of ids) {
    const [source = '', layer = '', ...own] = id.split(':')
    if (source === '' || layer === '' || own.join(':') === '') {
      asked.errors.push(`${id} does not follow source:layer:id format`)
    } else if (LAYERS_BY_SOURCE[source] === undefined && SOURCE_ALIASES[source] === undefined) {
      asked.errors.push(
        `${source} is invalid. It must be one of: ${Object.keys(LAYERS_BY_SOURCE).join(', ')}`,
      )
    } else if (!isLayer(layer) && !(WITHOUT_DATA as readonly string[]).includes(layer)) {
      asked.errors.push(`${layer} is invalid. It must be one of: ${LAYERS.join(', ')}`)
    }
  }
  asked.echo['ids'] = ids
  return ids
}

function readCategories(query: RawQuery, asked: Asked): void {
  if (query['categories'] === undefined) return
  const names = listOf(query, 'categories').map((name) => name.toLowerCase())
  if (names.length === 0) {
    asked.warnings.push('Categories parameter left blank, showing results from all categories.')
    return
  }
  const some = names.filter((name) => !name.startsWith('-'))
  const none = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1))
  asked.categories = { some, none }
  asked.echo['categories'] = some
  if (none.length > 0) asked.echo['not_categories'] = none
}

function readCountries(query: RawQuery, asked: Asked): void {
  const names = listOf(query, 'boundary.country')
  const codes = names.flatMap((name) => {
    const code = countryCodeOf(name)
    if (code === undefined) asked.errors.push(`${name} is not a valid ISO2/ISO3 country code`)
    return code === undefined ? [] : [code]
  })
  if (codes.length === 0) return
  asked.bounds.countries = codes
  asked.echo['boundary.country'] = codes.map((code) => alpha3Of(code) ?? code)
}

/** The language that the answer says of itself if neither the query nor the request names one. */
const DEFAULT = 'en'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Reads `lang`, else the header. A text that names no language is a warning. */
function readLanguage(lang: string | undefined, header: string | undefined, asked: Asked): void {
  const byQuery = knownIn(lang)
  if (lang !== undefined && byQuery === undefined) {
    asked.warnings.push('invalid language provided via querystring')
  }
  const languages = byQuery ?? knownIn(header)
  const via = languages === undefined ? 'default' : languages === byQuery ? 'querystring' : 'header'
  if (languages !== undefined) asked.bounds.languages = languages
  const code = codeOf(languages?.[0] ?? DEFAULT)
  asked.echo['lang'] = { name: nameOf(code), iso6391: code, via, defaulted: via === 'default' }
}

/** The languages of a text that have a code of two letters and a name. */
function knownIn(text: string | undefined): string[] | undefined {
  const known = languagesIn(text)?.filter((tag) => nameOf(codeOf(tag)) !== undefined)
  return known !== undefined && known.length > 0 ? known : undefined
}

function codeOf(tag: string): string {
  return (tag.split('-')[0] ?? tag).toLowerCase()
}

/** Names by code, of the few hundred codes there are: a look-up by `Intl` takes longer than the rest of a query. */
const KNOWN = new Map<string, string | undefined>()

function nameOf(code: string): string | undefined {
  if (!/^[a-z]{2}$/.test(code)) return undefined
  if (!KNOWN.has(code)) KNOWN.set(code, NAMES.of(code))
  return KNOWN.get(code)
}

const EDGES = ['min_lat', 'min_lon', 'max_lat', 'max_lon'] as const

function readRectangle(query: RawQuery, asked: Asked): void {
  const names = EDGES.map((edge) => `boundary.rect.${edge}`)
  if (names.every((name) => textOf(query, name) === undefined)) return
  const [south, west, north, east] = names.map((name, index) =>
    degrees(textOf(query, name), name, index % 2 === 0 ? 90 : 180, asked),
  )
  if (south === undefined || west === undefined || north === undefined || east === undefined) return
  asked.bounds.bounds = { south, west, north, east }
  names.forEach((name, index) => (asked.echo[name] = [south, west, north, east][index]))
}

function listOf(query: RawQuery, name: string): string[] {
  const value = query[name]
  const all = typeof value === 'string' ? [value] : (value ?? [])
  return all
    .flatMap((text) => text.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** ISO 3166-1 alpha-2, upper case, of a code of two or three letters. */
function countryCodeOf(name: string): string | undefined {
  const code = name.toUpperCase()
  if (code.length === 2) return countryOfCode(code) && code
  return alpha2Of(code)
}

/** ISO 3166-1 alpha-3 of a code of two letters. */
export function alpha3Of(code: string): string | undefined {
  return countryOfCode(code)?.alpha3
}
