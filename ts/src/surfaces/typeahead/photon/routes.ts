/** The routes of `--profile photon`: `/api`, `/structured`, `/reverse` and `/status` by the rules of Photon. */
import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'

import type { Engine } from '../../../engine/engine.js'
import type { App } from '../../../http/app.js'
import type { Failure } from '../../../http/responses/errors.js'
import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import type { Completion, SearchResult } from '../../../wire/found.js'
import { distinctAnswers } from '../../address-parts/distinct.js'
import { languagesIn } from '../../address-parts/languages.js'
import { type Around, around } from '../../reverse.js'
import { jsonAnswer, register } from '../../documented.js'
import { isInBox, kilometres, type Point } from '../../points.js'
import { type RawQuery, readerOf, Refusal } from '../../read-parameters.js'
import { withVenues } from '../../venues.js'
import {
  answersOf,
  bodyOf,
  failure,
  failuresOf,
  REVERSE_NOT_IMPLEMENTED,
  SEARCH_NOT_IMPLEMENTED,
} from '../answers.js'
import { type Feature, type Wording, wordingIn } from '../features.js'
import { MOST_CHARACTERS_OF_QUERY } from '../../../wire/limits.js'
import { DEFAULT_LIMIT, MOST_FEATURES } from '../parameters.js'
import { boxOf, type Filter, filtersOf, middleOf } from './filters.js'
import { PARTS, ReverseQuery, SearchQuery, StructuredQuery } from './schemas.js'

/** Features asked for where a filter may leave some of them out. */
const BEFORE_FILTERS = 50

const MOST_RADIUS = 5000

/** A route: its parameters, what it needs, and its answer to a query that was read. */
interface Route<S extends TObject> {
  path: string
  operationId: string
  summary: string
  querystring: S
  needs: 'complete' | 'search' | 'reverse'
  absent: Failure
  answer: (query: Static<S>, engine: Engine, language: Language) => Feature[]
}

/** The languages of the names in an answer, and its wording. */
interface Language {
  languages: string[] | undefined
  words: Wording
}

type Forward = Omit<Static<typeof SearchQuery>, 'q'>

const SEARCH: Route<typeof SearchQuery> = {
  path: '/api',
  operationId: 'search',
  summary: 'Places, streets and addresses that begin with what was typed',
  querystring: SearchQuery,
  needs: 'complete',
  absent: SEARCH_NOT_IMPLEMENTED,
  answer: ({ q, ...query }, engine, language) => {
    const asked = forward(query)
    const { limit, filters, near } = asked
    const { languages, words } = language
    if (q === undefined || q.length > MOST_CHARACTERS_OF_QUERY) return []
    const options = {
      limit: filters.length > 0 ? BEFORE_FILTERS : limit,
      ...(near && { latitude: near.lat, longitude: near.lon, ...nearnessOf(query) }),
      ...(languages && { languages }),
    }
    const places = JSON.parse(engine.complete?.(q, options) ?? '[]') as Completion[]
    const completed = withVenues(engine, q, options, places, words)
    // A whole address that nothing completes, because no data have its street: the place that it names answers.
    if (completed.length === 0) return searched(q, asked, engine, language)
    return passing(completed, filters).slice(0, limit)
  },
}

const STRUCTURED: Route<typeof StructuredQuery> = {
  path: '/structured',
  operationId: 'structured',
  summary: 'An address in parts',
  querystring: StructuredQuery,
  needs: 'search',
  absent: SEARCH_NOT_IMPLEMENTED,
  answer: (query, engine, language) => {
    const asked = forward(query)
    const street = [query.housenumber, query.street].filter((part) => part !== undefined).join(' ')
    const text = [street, query.district, query.city, query.postcode, query.county, query.state]
      .filter((part) => part !== undefined && part !== '')
      .join(', ')
    if (text === '' && asked.countries.length === 0) {
      throw new Refusal(
        `at least one of the parameters [${[...PARTS, 'countrycode'].join(', ')}] is required.`,
      )
    }
    if (text.length > MOST_CHARACTERS_OF_QUERY) return []
    return searched(text === '' ? asked.countries.join(', ') : text, asked, engine, language)
  },
}

/** The results for a whole address; `unmatched` holds the typed parts that were not found. */
function searched(
  text: string,
  { limit, filters, near, countries }: Asked,
  engine: Engine,
  { languages, words }: Language,
): Feature[] {
  const bounds: AnswerBounds = {
    limit: filters.length > 0 ? BEFORE_FILTERS : limit,
    ...(countries.length > 0 && { countries }),
    ...(near && { near }),
    ...(languages && { languages }),
  }
  const answers = JSON.parse(engine.search?.(text, bounds) ?? '[]') as SearchResult[]
  return passing(distinctAnswers(answers).map(words.result), filters).slice(0, limit)
}

const REVERSE: Route<typeof ReverseQuery> = {
  path: '/reverse',
  operationId: 'reverse',
  summary: 'The house at a point and the places that contain it, each at its own point',
  querystring: ReverseQuery,
  needs: 'reverse',
  absent: REVERSE_NOT_IMPLEMENTED,
  answer: (query, engine, { languages, words }) => {
    const { lat, lon, radius } = query
    checkRange(lat, 'lat', 90)
    checkRange(lon, 'lon', 180)
    if (radius !== undefined && (radius <= 0 || radius > MOST_RADIUS)) {
      throw new Refusal("Invalid value for 'radius' parameter.")
    }
    const filters = filtersOf(query)
    checkGeometry(query)
    const found = around(engine, { lat, lon }, { houses: true, languages })
    const features = words.around(found)
    const distance = (index: number) => kilometres({ lat, lon }, found[index] ?? { lat, lon })
    const isNear = (index: number) =>
      radius === undefined || contains(found[index], { lat, lon }) || distance(index) <= radius
    const order = features.map((_, index) => index).filter(isNear)
    if (query.distance_sort === 'true') order.sort((one, other) => distance(one) - distance(other))
    const near = order.flatMap((index) => features[index] ?? [])
    return passing(near, filters).slice(0, limitOf(query.limit, 1))
  },
}

/** Whether a place holds a point; a house is at one. */
function contains(one: Around[number] | undefined, point: Point): boolean {
  if (one === undefined || one.placetype === 'address') return false
  const [west, south, east, north] = one.bbox
  return west <= east && isInBox(point, { west, south, east, north })
}

function forward(query: Forward) {
  const { lat, lon, bbox } = query
  if (lat !== undefined) checkRange(lat, 'lat', 90)
  if (lon !== undefined) checkRange(lon, 'lon', 180)
  if (lat === undefined && lon !== undefined) throw new Refusal("Missing parameter 'lat'.")
  if (lat !== undefined && lon === undefined) throw new Refusal("Missing parameter 'lon'.")
  checkGeometry(query)
  const box = boxOf(bbox)
  const near = lat !== undefined && lon !== undefined ? { lat, lon } : box && middleOf(box)
  const countries = (query.countrycode ?? []).flatMap((codes) => codes.split(','))
  return { limit: limitOf(query.limit, DEFAULT_LIMIT), filters: filtersOf(query), near, countries }
}

type Asked = ReturnType<typeof forward>

/** How far and how much nearness counts: a step of `zoom` halves the distance, and `location_bias_scale` is the weight of prominence. */
function nearnessOf({ zoom = ZOOM, location_bias_scale: scale = SCALE }: Forward) {
  const [most, least] = [18, 0]
  return {
    nearHalfM: HALF_M * 2 ** (ZOOM - Math.max(least, Math.min(most, zoom))),
    nearWeight: SCALE / Math.max(LEAST_SCALE, scale),
  }
}

/** What Photon takes for absent parameters, and the distance of the engine that this zoom stands for, metres. */
const ZOOM = 12
const SCALE = 0.4
const HALF_M = 30_000

/** Prominence always counts a little. */
const LEAST_SCALE = 0.05

function checkRange(value: number, name: string, most: number): void {
  if (Math.abs(value) > most) throw new Refusal(`Invalid value for '${name}' parameter.`)
}

function checkGeometry({ geometry }: { geometry?: string }): void {
  if (geometry === 'true') throw new Refusal('Geometry output requested but not available in database.')
}

function limitOf(limit: number | undefined, byDefault: number): number {
  return Math.max(1, Math.min(MOST_FEATURES, limit ?? byDefault))
}

function passing(features: readonly Feature[], filters: readonly Filter[]): Feature[] {
  return features.filter((feature) => filters.every((passes) => passes(feature)))
}

const WORDS = {
  missing: (name: string) => `Missing parameter '${name}'.`,
  notANumber: (name: string) => `Invalid parameter '${name}': must be a number`,
}

/** Registers the routes of `--profile photon`, in place of Milepost's own. */
export function registerPhoton(app: App, engine: Engine): void {
  registerRoute(app, engine, SEARCH)
  registerRoute(app, engine, STRUCTURED)
  registerRoute(app, engine, REVERSE)
  registerStatus(app, engine)
}

function registerRoute<S extends TObject>(app: App, engine: Engine, route: Route<S>): void {
  const { path, operationId, summary, querystring, absent } = route
  const read = readerOf(querystring, WORDS)
  const allowed = new Set(Object.keys(querystring.properties))
  const response = answersOf([failure(400, WORDS.missing('lat')), absent])
  const answer = (request: FastifyRequest) => {
    if (engine[route.needs] === undefined) return absent
    const query = request.query as RawQuery
    try {
      const unknown = Object.keys(query).find((name) => !allowed.has(name))
      if (unknown !== undefined) {
        throw new Refusal(
          `Unknown query parameter '${unknown}'.  Allowed parameters are: [${[...allowed].join(', ')}]`,
        )
      }
      if (route.operationId === 'search' && query['q'] === undefined) throw new Refusal(WORDS.missing('q'))
      const values = read(query)
      const languages = languagesOf(values, request.headers['accept-language'])
      const features = route.answer(values, engine, { languages, words: wordingIn(languages) })
      features.forEach(inUpperCase)
      return bodyOf(features, query['format'])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return failure(error.status, error.message)
    }
  }
  const paths = [path, `${path}/`]
  register(app, { paths, operationId, tags: ['geocoding'], summary, querystring, response, answer })
}

/** `lang`, else the header. `default` asks for local names, which the engine gives where it has no name in the language. */
function languagesOf({ lang }: { lang?: string }, header: string | undefined): string[] | undefined {
  if (lang === undefined) return languagesIn(header)
  const languages = lang === LOCAL ? [LOCAL] : languagesIn(lang)
  if (languages?.length !== 1) {
    throw new Refusal(`Language is not supported: ${lang}. Supported are '${LOCAL}' and language tags.`)
  }
  return languages
}

/** `lang` of local names. */
const LOCAL = 'default'

/** Photon writes codes of countries in capitals. */
function inUpperCase({ properties }: Feature): void {
  if (properties.countrycode !== undefined) properties.countrycode = properties.countrycode.toUpperCase()
}

function registerStatus(app: App, engine: Engine): void {
  const updated = engine.dataUpdated?.()
  const status = { status: 'Ok', ...(updated !== undefined && { import_date: updated }) }
  register(app, {
    paths: ['/status'],
    operationId: 'status',
    tags: ['meta'],
    summary: 'Whether the server lives, and the day of its data',
    response: { ...failuresOf(), 200: jsonAnswer('It does', { $ref: 'PhotonStatus#' }, { example: status }) },
    answer: () => JSON.stringify(status),
  })
}
