/** The routes of `--profile nominatim`: `/search`, `/reverse`, `/lookup` and `/details` by the rules of Nominatim. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'

import type { App } from '../../../http/app.js'
import type { Failure } from '../../../http/responses/errors.js'
import type { SearchContext } from '../context.js'
import { failuresOf, pathsOf, REVERSE_NOT_IMPLEMENTED, SEARCH_NOT_IMPLEMENTED } from '../errors.js'
import { MOST_CHARACTERS_OF_QUERY } from '../../../wire/limits.js'
import { register } from '../../documented.js'
import { detailsOf } from './details.js'
import { type Body, errorBody, json, listBody, oneBody } from './envelopes.js'
import { type Asking, type Found, ofOsmId, ofPlaceId, reversed, searched } from './found.js'
import { rankOf } from './layers.js'
import {
  boundsOf,
  callbackOf,
  filtersOf,
  idsOf,
  layersOf,
  questionOf,
  type Wish,
  wishOf,
} from './question.js'
import { languagesIn } from '../../address-parts/languages.js'
import { isOnEarth } from '../../points.js'
import { type RawQuery, readerOf, Refusal } from '../../read-parameters.js'
import { DetailsQuery, LookupQuery, ReverseQuery, SearchQuery } from './schemas.js'

/** A request as far as a route reads it. */
type Request = Pick<FastifyRequest, 'query' | 'url' | 'headers'>

/** A route: its parameters, what it needs, and its answer to a query that was read. */
interface Route<S extends TObject> {
  name: 'search' | 'reverse' | 'lookup' | 'details'
  summary: string
  querystring: S
  needs: 'search' | 'reverse' | 'place'
  absent: Failure
  /** Format of an error unless the query says otherwise. */
  isXml: boolean
  answer: (query: Static<S>, context: SearchContext, request: Request) => Body
}

const SEARCH: Route<typeof SearchQuery> = {
  name: 'search',
  summary: 'Find places, streets, houses and points of interest',
  querystring: SearchQuery,
  needs: 'search',
  absent: SEARCH_NOT_IMPLEMENTED,
  isXml: false,
  answer: (query, context, request) => {
    const wish = wishOf(query, { format: 'jsonv2', withAddress: false })
    const question = questionOf(query, (request.query as RawQuery)['q'] !== undefined)
    const filters = filtersOf(query)
    const bounds = boundsOf(query)
    const isAsked = question !== undefined && question.whole.length <= MOST_CHARACTERS_OF_QUERY
    const asking = askingOf(wish, context, request)
    const results = isAsked ? searched(question, bounds, filters, asking) : []
    const seen = [...filters.excluded, ...results.map(({ placeId }) => String(placeId))].join(',')
    const attributes = { more_url: moreOf(request.url, seen), exclude_place_ids: seen }
    return listBody(results, wish, { question: question?.whole ?? '', attributes }, context)
  },
}

const REVERSE: Route<typeof ReverseQuery> = {
  name: 'reverse',
  summary: 'What a point lies in',
  querystring: ReverseQuery,
  needs: 'reverse',
  absent: REVERSE_NOT_IMPLEMENTED,
  isXml: true,
  answer: (query, context, request) => {
    const wish = wishOf(query, { format: 'xml', withAddress: true })
    const { lat, lon, zoom } = query
    const bounds = { rank: rankOf(zoom ?? FINEST_ZOOM), layers: layersOf(query) }
    if (!isOnEarth({ lat, lon })) throw new Refusal("Parameters 'lat' and 'lon' must be numbers on Earth")
    const asked = { lat: String(lat), lon: String(lon), format: 'xml' }
    const question = new URLSearchParams({ ...asked, ...(zoom !== undefined && { zoom: String(zoom) }) })
    const found = reversed({ lat, lon }, bounds, askingOf(wish, context, request))
    return oneBody(found, wish, { question: question.toString() }, context)
  },
}

const FINEST_ZOOM = 18

const LOOKUP: Route<typeof LookupQuery> = {
  name: 'lookup',
  summary: 'Places by the ids of earlier answers',
  querystring: LookupQuery,
  needs: 'place',
  absent: REVERSE_NOT_IMPLEMENTED,
  isXml: true,
  answer: (query, context, request) => {
    const wish = wishOf(query, { format: 'xml', withAddress: true })
    const ids = idsOf(query)
    const asking = askingOf(wish, context, request)
    const found = ids.map((id) => ofId(id, asking))
    const results = found.filter((one): one is Found => one !== undefined)
    return listBody(results, wish, { question: ids.join(',') }, context)
  },
}

/** The result of an id of `/lookup`. Where no objects are known, the letter in front of a number says nothing. */
function ofId(id: string | number, asking: Asking): Found | undefined {
  if (typeof id === 'number') return ofPlaceId(id, asking)
  return asking.engine.object === undefined ? ofPlaceId(Number(id.slice(1)), asking) : ofOsmId(id, asking)
}

function askingOf(
  { geometry }: Pick<Wish, 'geometry'>,
  context: SearchContext,
  { query, headers }: Request,
): Asking {
  const { 'accept-language': parameter } = query as RawQuery
  const languages = languagesIn(typeof parameter === 'string' ? parameter : headers['accept-language'])
  return { ...context, languages, withGeometry: geometry !== undefined }
}

const DETAILS: Route<typeof DetailsQuery> = {
  name: 'details',
  summary: 'All that is known of a place',
  querystring: DetailsQuery,
  needs: 'place',
  absent: REVERSE_NOT_IMPLEMENTED,
  isXml: false,
  answer: (query, context, request) => {
    const callback = callbackOf(query)
    if ((query.format ?? 'json') !== 'json') throw new Refusal("Parameter 'format' must be one of: json")
    const id = detailsIdOf(query)
    const asking = askingOf({ geometry: query.polygon_geojson ? 'geojson' : undefined }, context, request)
    const found = ofId(id, asking)
    if (found === undefined || (query.class !== undefined && query.class !== found.kind.class)) {
      throw new Refusal('No place with that OSM ID found.', 404)
    }
    return json(detailsOf(found, query, asking), callback)
  },
}

/** The place of `/details`: by its own id, or by that of its object. */
function detailsIdOf({ place_id: own, osmtype, osmid }: Static<typeof DetailsQuery>): string | number {
  if (own !== undefined) return own
  if (osmtype === undefined) throw new Refusal("Missing ID parameter 'place_id' or 'osmtype'.")
  if (osmid === undefined) throw new Refusal("Parameter 'osmid' missing.")
  return `${osmtype.toUpperCase()}${String(osmid)}`
}

/** The address of the results after those of this answer. */
function moreOf(url: string, seen: string): string {
  const more = new URL(url, 'http://localhost')
  more.searchParams.set('exclude_place_ids', seen)
  return `/search?${more.searchParams.toString()}`
}

function send(reply: FastifyReply, { type, text }: Body): FastifyReply {
  return reply.type(type).send(text)
}

const WORDS = {
  missing: (name: string) => `Parameter '${name}' missing.`,
  notANumber: (name: string) => `Parameter '${name}' must be a number.`,
}

/** The handler of a route: the capability is asked for first, then the query is read. */
function handlerOf<S extends TObject>(route: Route<S>, context: SearchContext) {
  const read = readerOf(route.querystring, WORDS)
  return (request: Request, reply: FastifyReply) => {
    if (context.engine[route.needs] === undefined) return route.absent
    const query = request.query as RawQuery
    try {
      return send(reply, route.answer(read(query), context, request))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { format } = query
      const isXml = format === 'xml' || (format === undefined && route.isXml)
      return send(reply.code(error.status), errorBody(error.message, error.status, isXml))
    }
  }
}

/** The handler of a search. */
export const nominatimSearch = (context: SearchContext) => handlerOf(SEARCH, context)

const CONTENT = { 'application/json': { schema: {} }, 'text/xml': { schema: { type: 'string' } } }
const BODY = {
  200: { description: 'By `format`', content: CONTENT },
  400: { description: 'A parameter is missing or wrong', content: CONTENT },
}
const NOT_THERE = { 404: { description: 'There is no such place', content: CONTENT } }

/** Registers the routes of `--profile nominatim`, in place of Milepost's own. */
export function registerNominatim(app: App, context: SearchContext): void {
  registerRoute(app, SEARCH, context)
  registerRoute(app, REVERSE, context)
  registerRoute(app, LOOKUP, context)
  registerRoute(app, DETAILS, context)
}

function registerRoute<S extends TObject>(app: App, route: Route<S>, context: SearchContext): void {
  const { name, summary, querystring, absent } = route
  register(app, {
    paths: pathsOf(name),
    operationId: name,
    tags: ['geocoding'],
    summary,
    querystring,
    response: { ...failuresOf([absent]), ...BODY, ...(name === 'details' && NOT_THERE) },
    answer: handlerOf(route, context),
  })
}
