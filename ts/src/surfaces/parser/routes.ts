/**
 * `/parse` and `/expand`, by GET and POST: the capability is checked before the text. `/parser` is the path in another server of the same
 * library, and some clients add a slash. `/`, `/ping` and `/healthcheck` answer with any engine, even without one.
 */
import { availableParallelism } from 'node:os'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Engine } from '../../engine/engine.js'
import type { App } from '../../http/app.js'
import { whenGone } from '../../http/connections/client-gone.js'
import { FairQueue } from '../../http/connections/fair-queue.js'
import { memberOf } from '../../http/requests/body.js'
import { errorBodies, type Failure, failureOf } from '../../http/responses/errors.js'
import { pageOf } from '../../playground/page.js'
import { registerRoot } from '../../playground/routes.js'
import { ref } from '../../wire/ref.js'
import { failuresOfDropIn, jsonAnswer, register } from '../documented.js'
import { EXAMPLES, ExpandRequest, Expansions, Parameters, ParseRequest } from './schemas.js'

/** Answers to faults outside the routes. Bodies that are not JSON count as absent; the remaining malformed ones end too early. */
export const PARSER_ERRORS = errorBodies(failureOf, 'malformed request')

const failuresOf = failuresOfDropIn(PARSER_ERRORS, 'Error', {
  400: 'There is no text, or it is blank',
  413: 'The body is longer than 100 KiB',
})

const OF_A_BODY = [
  PARSER_ERRORS.malformedBody,
  PARSER_ERRORS.bodyTooLarge,
  PARSER_ERRORS.unreadable(408, 'request timeout'),
]

/** The body of an answer, at once or later. */
type Body = string | Promise<Uint8Array>

/** A route of both methods. */
interface TextRoute {
  paths: string[]
  operationId: string
  tags: string[]
  summary: string
  body: object
  success: object
  /** The text is absent or blank. */
  missing: Failure
  absent: Failure
  /** Answers a short text on the event loop. */
  now: ((text: string) => string) | undefined
  /** Answers a long text on threads of lower priority. */
  later: ((text: string) => Promise<Uint8Array>) | undefined
  /** Words the answer of the engine. */
  worded?: (body: Body) => Body
}

const PARTS = { type: 'array', items: { $ref: 'LibpostalComponent#' } }

/** Registers the routes; with `isBare` the expansions are a bare array, as libpostal's servers have them. */
export function registerRoutes(app: App, engine: Engine, isBare: boolean): void {
  // Long texts of all routes are shared among clients, so that none waits for another's text.
  const queue = new FairQueue(availableParallelism())
  registerText(app, queue, {
    paths: ['/parse', '/parse/', '/parser', '/parser/'],
    operationId: 'parse',
    tags: ['parsing'],
    summary: 'The labelled parts of an address',
    body: ref(ParseRequest),
    success: jsonAnswer('Done', PARTS, { example: EXAMPLES.parse }),
    missing: failureOf(400, 'query is required'),
    absent: failureOf(501, 'parse not implemented'),
    now: engine.label,
    later: engine.labelLater,
  })
  const { expand } = EXAMPLES
  registerText(app, queue, {
    paths: ['/expand', '/expand/'],
    operationId: 'expand',
    tags: ['expansion'],
    summary: 'An address as sent, normalised, and without abbreviations',
    body: ref(ExpandRequest),
    success: isBare
      ? jsonAnswer('Done', Expansions, { example: expand.expansions })
      : jsonAnswer('Done', { $ref: 'ExpandResponse#' }, { example: expand }),
    missing: failureOf(400, 'address is required'),
    absent: failureOf(501, 'expand not implemented'),
    now: engine.expand,
    later: engine.expandLater,
    ...(isBare && { worded: bare }),
  })
  registerRoot(app, failuresOf(), PAGE)
  for (const path of ['/ping', '/healthcheck']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('ok'),
    )
  }
}

/** Most characters (UTF-16 units) of a text that is processed at once: about a millisecond, less than it takes to start a thread. */
const SHORT = 2_000

function registerText(app: App, queue: FairQueue, route: TextRoute): void {
  const { paths, operationId, tags, summary, body, success, missing, absent, now, later } = route
  const worded = route.worded ?? ((answer: Body) => answer)
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if (now === undefined) return absent
    const text = textOf(request)
    if (text === undefined || text.trim() === '') return missing
    if (text.length <= SHORT || later === undefined) return worded(now(text))
    return worded(queue.run(request.ip, () => later(text), whenGone(reply)))
  }
  const of = { paths, tags, summary, querystring: Parameters, answer }
  const errors = [missing, absent]
  const [inQuery, inBody] = [failuresOf(errors), failuresOf([...errors, ...OF_A_BODY])]
  register(app, { ...of, operationId: `${operationId}Get`, response: { 200: success, ...inQuery } })
  const response = { 200: success, ...inBody }
  register(app, { ...of, method: 'POST', operationId: `${operationId}Post`, body, response })
}

/** The text of a request, by presence: an empty one hides the later ones. A request is refused only if it has no text. */
function textOf({ body, query }: FastifyRequest): string | undefined {
  return (
    field(body, 'query') ?? parameter(query, 'query') ?? field(body, 'address') ?? parameter(query, 'address')
  )
}

/** A field that is not a string does not exist. */
function field(body: unknown, name: string): string | undefined {
  const value = memberOf(body, name)
  return typeof value === 'string' ? value : undefined
}

/** Of a repeated parameter the first counts. */
function parameter(query: unknown, name: string): string | undefined {
  const value = memberOf(query, name)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

function bare(body: Body): Body {
  if (typeof body === 'string') return JSON.stringify(expansionsOf(body))
  return body.then((bytes) => Buffer.from(JSON.stringify(expansionsOf(Buffer.from(bytes).toString()))))
}

function expansionsOf(json: string): unknown {
  return (JSON.parse(json) as { expansions: unknown }).expansions
}

const PAGE = pageOf({
  surface: 'parser',
  title: 'Milepost parser',
  lead: 'Splits addresses into labelled parts and writes abbreviations out. Clients of a libpostal server only change their server address.',
  examples: [
    '350 5th Ave Apt 4B, New York, NY 10118',
    '12 bis chemin du Four Banal 38660 Le Touvet',
    'PO Box 42, Reno NV 89501',
  ],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['parse?address=350+5th+Ave,+New+York,+NY+10118', 'Labels as JSON'],
    ['expand?address=350+5th+Ave+NW', 'Ways of writing as JSON'],
  ],
  form: ['parse', 'address'],
})
