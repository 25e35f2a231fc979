/** The routes of the surface. Order of checks: the capability, then the query. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'

import type { Engine } from '../../engine/engine.js'
import type { App } from '../../http/app.js'
import { register } from '../documented.js'
import type { RawQuery } from '../read-parameters.js'
import { byId, completed, fromFocus, reversed, searched } from './answers.js'
import { attributionOf } from './attribution.js'
import { bodyOf, REVERSE_NOT_IMPLEMENTED, SEARCH_NOT_IMPLEMENTED } from './envelope.js'
import type { Feature } from './feature.js'
import { type Asked, askedOf, idsOf, pointOf, questionOf, structuredOf, textOf } from './parameters.js'
import { AutocompleteQuery, PlaceQuery, ReverseQuery, SearchQuery, StructuredQuery } from './schemas.js'

/** What a route answers from a query that was read; it may add errors. */
type Answer = (query: RawQuery, asked: Asked) => Feature[]

interface Route {
  path: string
  operationId: string
  summary: string
  querystring: TObject
  needs: 'search' | 'complete' | 'reverse'
  answer: (engine: Engine) => Answer
}

/** Reads the text first, so that an invalid request never reaches the engine. */
function ofText(
  read: (query: RawQuery, asked: Asked) => string,
  answer: (text: string, asked: Asked, engine: Engine) => Feature[],
): Route['answer'] {
  return (engine) => (query, asked) => {
    const text = read(query, asked)
    if (asked.errors.length > 0) return []
    const focus = textOf(query, 'focus.point.lat') === undefined ? undefined : asked.bounds.near
    return fromFocus(answer(text, asked, engine), focus)
  }
}

const atPoint: Route['answer'] = (engine) => (query, asked) => {
  const point = pointOf(query, 'point', asked)
  if (point === undefined && asked.errors.length === 0) {
    asked.errors.push("missing param 'point.lat'", "missing param 'point.lon'")
  }
  if (['lat', 'lon'].some((half) => query[`boundary.circle.${half}`] !== undefined)) {
    asked.warnings.push('boundary.circle.lat/boundary.circle.lon are currently unsupported')
  }
  const radius = Number(textOf(query, 'boundary.circle.radius') ?? Number.NaN)
  if (point === undefined || asked.errors.length > 0) return []
  return reversed(point, asked, Number.isFinite(radius) ? radius : undefined, engine)
}

const ROUTES: readonly Route[] = [
  {
    path: '/v1/search',
    operationId: 'search',
    summary: 'Find places, streets and houses',
    querystring: SearchQuery,
    needs: 'search',
    answer: ofText(questionOf, searched),
  },
  {
    path: '/v1/search/structured',
    operationId: 'searchStructured',
    summary: 'The same of an address in parts',
    querystring: StructuredQuery,
    needs: 'search',
    answer: ofText(structuredOf, searched),
  },
  {
    path: '/v1/autocomplete',
    operationId: 'autocomplete',
    summary: 'What a text being typed may become',
    querystring: AutocompleteQuery,
    needs: 'complete',
    answer: ofText(questionOf, completed),
  },
  {
    path: '/v1/reverse',
    operationId: 'reverse',
    summary: 'The house at a point and the places it lies in',
    querystring: ReverseQuery,
    needs: 'reverse',
    answer: atPoint,
  },
  {
    path: '/v1/nearby',
    operationId: 'nearby',
    summary: 'The same as `/v1/reverse`',
    querystring: ReverseQuery,
    needs: 'reverse',
    answer: atPoint,
  },
  {
    path: '/v1/place',
    operationId: 'place',
    summary: 'Features by their ids',
    querystring: PlaceQuery,
    needs: 'reverse',
    answer: (engine) => (query, asked) => {
      const ids = idsOf(query, asked)
      const found = ids.map((id) => byId(id, asked.bounds.languages, engine))
      return found.filter((feature): feature is Feature => feature !== undefined)
    },
  },
]

/** Parameters that Pelias or its hosts take on every route. */
const OF_THE_SERVER = ['api_key', 'debug']

const CONTENT = { 'application/json': { schema: { $ref: 'PeliasCollection#' } } }
const RESPONSE = {
  200: { description: 'Features, best first', content: CONTENT },
  400: { description: 'A parameter is missing or wrong', content: CONTENT },
  500: { description: 'The engine failed', content: CONTENT },
  501: { description: 'What is needed is not installed', content: CONTENT },
}

/** Registers the routes; clients send a slash after them or none. */
export function registerRoutes(app: App, engine: Engine): void {
  for (const { path, operationId, summary, querystring, needs, answer } of ROUTES) {
    const known = new Set([...Object.keys(querystring.properties), ...OF_THE_SERVER])
    const answerTo = answer(engine)
    const respond = (request: FastifyRequest, reply: FastifyReply) => {
      if (engine[needs] === undefined) {
        return needs === 'reverse' ? REVERSE_NOT_IMPLEMENTED : SEARCH_NOT_IMPLEMENTED
      }
      const query = request.query as RawQuery
      const asked = askedOf(query, known, request.headers['accept-language'])
      const features = answerTo(query, asked)
      const isWrong = asked.errors.length > 0
      const found = isWrong ? [] : features
      const places = needs === 'reverse' ? 'reverse' : 'places'
      reply.code(isWrong ? 400 : 200)
      return JSON.stringify(bodyOf(found, asked, attributionOf(found, places, engine)))
    }
    const described = { operationId, tags: ['geocoding'], summary, querystring, response: RESPONSE }
    register(app, { ...described, paths: [path, `${path}/`], answer: respond })
  }
}
