/** The routes of `--profile nominatim`: `/search`, `/reverse` and `/lookup` by the rules of Nominatim. */
import type { FastifyReply } from 'fastify'

import type { App } from '../../../http/app.js'
import { fail } from '../../../http/errors.js'
import { failuresOf } from '../answers.js'
import type { SearchContext } from '../context.js'
import { REVERSE_NOT_IMPLEMENTED, SEARCH_NOT_IMPLEMENTED } from '../errors.js'
import { isOnEarth, pointOf, type Query, questionOf, textOf, wantsHouses } from '../parameters.js'
import { pathsOf } from '../paths.js'
import { anything } from '../unchecked.js'
import { type Body, errorBody, listBody, oneBody } from './envelopes.js'
import { type Found, placeOf, reversed, searched } from './found.js'
import { excludedOf, FORMATS, idsOf, wishOf } from './question.js'
import { LookupQuery, ReverseQuery, SearchQuery } from './schemas.js'

const NO_SUCH_FORMAT = `Parameter 'format' must be one of: ${FORMATS.join(', ')}`

/** Nominatim's words for a query without an address. */
const NOTHING_TO_SEARCH = 'Nothing to search for.'

function send(reply: FastifyReply, { type, text }: Body): FastifyReply {
  return reply.type(type).send(text)
}

function refuse(reply: FastifyReply, message: string, query: Query, isXml = false): FastifyReply {
  return send(reply.code(400), errorBody(message, isXml || textOf(query, 'format') === 'xml'))
}

/** The handler of a search. */
export function nominatimSearch(context: SearchContext) {
  return (request: { query: unknown }, reply: FastifyReply) => {
    if (context.engine.search === undefined) return fail(reply, SEARCH_NOT_IMPLEMENTED)
    const query = request.query as Query
    const wish = wishOf(query, { format: 'jsonv2', withAddress: false })
    if (wish === undefined) return refuse(reply, NO_SUCH_FORMAT, query)
    const question = questionOf(query)
    if (question === undefined) return refuse(reply, NOTHING_TO_SEARCH, query)
    const seen = excludedOf(query)
    const results = searched(question, query, context).filter(({ placeId }) => !seen.has(String(placeId)))
    return send(reply, listBody(results, wish, question, context))
  }
}

function nominatimReverse(context: SearchContext) {
  return (request: { query: unknown }, reply: FastifyReply) => {
    if (context.engine.reverse === undefined) return fail(reply, REVERSE_NOT_IMPLEMENTED)
    const query = request.query as Query
    const wish = wishOf(query, { format: 'xml', withAddress: true })
    if (wish === undefined) return refuse(reply, NO_SUCH_FORMAT, query)
    const point = pointOf(query)
    const isXml = wish.format === 'xml'
    if (point === undefined || !isOnEarth(point)) {
      return refuse(reply, "Parameters 'lat' and 'lon' must be numbers on Earth", query, isXml)
    }
    const question = `lat=${String(point.lat)}&lon=${String(point.lon)}`
    return send(reply, oneBody(reversed(point, wantsHouses(query), context), wish, question, context))
  }
}

function nominatimLookup(context: SearchContext) {
  return (request: { query: unknown }, reply: FastifyReply) => {
    if (context.engine.place === undefined) return fail(reply, REVERSE_NOT_IMPLEMENTED)
    const query = request.query as Query
    const wish = wishOf(query, { format: 'xml', withAddress: true })
    if (wish === undefined) return refuse(reply, NO_SUCH_FORMAT, query)
    const ids = idsOf(query)
    if (ids.length === 0) {
      return refuse(
        reply,
        "Parameter 'place_ids' missing: ids of places, comma-separated",
        query,
        wish.format === 'xml',
      )
    }
    const found = ids.map((id) => placeOf(id, context)).filter((one): one is Found => one !== undefined)
    return send(reply, listBody(found, wish, ids.join(','), context))
  }
}

const BODY = {
  200: {
    description: 'By `format`',
    content: { 'application/json': { schema: {} }, 'text/xml': { schema: { type: 'string' } } },
  },
  400: {
    description: 'A parameter is missing or wrong',
    content: { 'application/json': { schema: {} }, 'text/xml': { schema: { type: 'string' } } },
  },
}

/** Registers the routes of `--profile nominatim`, in place of Milepost's own. */
export function registerNominatim(app: App, context: SearchContext): void {
  const routes = [
    ['search', 'Find places, streets, houses and points of interest', SearchQuery, nominatimSearch(context)],
    ['reverse', 'What a point lies in', ReverseQuery, nominatimReverse(context)],
    ['lookup', 'Places by the ids of earlier answers', LookupQuery, nominatimLookup(context)],
  ] as const
  for (const [name, summary, querystring, handler] of routes) {
    const failure = name === 'search' ? SEARCH_NOT_IMPLEMENTED : REVERSE_NOT_IMPLEMENTED
    for (const { url, hide } of pathsOf(name)) {
      app.get(
        url,
        {
          validatorCompiler: anything,
          schema: {
            operationId: name,
            tags: ['geocoding'],
            summary,
            querystring,
            response: { ...failuresOf([failure]), ...BODY },
            hide,
          },
        },
        handler,
      )
    }
  }
}
