/** How a route of the native surface is registered: checked by its schema, answered, and listed in the document with its errors. */
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'

import type { Engine } from '../../../engine/engine.js'
import type { App } from '../../../http/app.js'
import type { Metrics } from '../../../http/observability/metrics.js'
import { type Answer, type Failure, send } from '../../../http/responses/errors.js'
import type { Workers } from '../../../http/workers/workers.js'
import { ref } from '../../../wire/ref.js'
import { failuresBy, jsonAnswer } from '../../documented.js'
import { MALFORMED_JSON, NATIVE_ERRORS } from '../errors.js'
import { EXAMPLES } from '../schemas/examples.js'
import type { Timings } from '../timings.js'
import { refusalOf } from '../validation.js'

/** Passed to every route. */
export interface NativeContext {
  engine: Engine
  /** Most rows of a batch. */
  batchMax: number
  workers: Workers
  metrics: Metrics
  timings: Timings
}

/** Errors that a route can answer, by names for their examples. */
export type Errors = Readonly<Record<string, Failure>>

const OF_ALL: Errors = {
  headers_too_large: NATIVE_ERRORS.unreadable(431, 'request headers too large'),
  expectation: NATIVE_ERRORS.unreadable(417, 'expectation failed'),
  internal: NATIVE_ERRORS.internal('the gazetteer failed'),
}

const OF_A_BODY: Errors = {
  malformed: MALFORMED_JSON,
  too_large: NATIVE_ERRORS.bodyTooLarge,
  too_slow: NATIVE_ERRORS.unreadable(408, 'request timeout'),
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is not one',
  413: 'The body or the batch is too large',
  501: 'No weights are installed for the locale',
  503: 'No gazetteer, or no administrative database, is open',
}

/** The errors of a route in the document. */
export function failuresOf(errors: Errors): Record<number, object> {
  return failuresBy({ ...OF_ALL, ...errors }, 'APIError', MEANINGS)
}

/** An answer by the name of its schema, with the example of that name. */
export function success(schema: string, description = 'Done'): object {
  const example = (EXAMPLES as Readonly<Record<string, unknown>>)[schema]
  return jsonAnswer(description, { $ref: `${schema}#` }, { example })
}

/** A route, as the document and the frame need it. */
export interface Route<S extends TSchema> {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** Schema of the query, of a POST that of the body. */
  fields?: S
  /** Name of the schema of its answer. */
  gives: string
  /** Further answers, by status. */
  answers?: Record<number, object>
  /** Errors beside those of every route. */
  errors?: Errors
  /** Why a request is refused, before it is answered; by default the first field that fails the schema. */
  refuses?: (request: FastifyRequest, fields: Static<S>) => Failure | undefined
  options?: Pick<RouteShorthandOptions, 'preValidation' | 'validatorCompiler'>
  /** Answers the fields once they are checked. */
  answer: (fields: Static<S>, request: FastifyRequest, reply: FastifyReply) => Answer | Promise<Answer>
}

/** Registers a route. */
export function register<S extends TSchema>(
  app: App,
  path: `${'GET' | 'POST'} ${string}`,
  route: Route<S>,
): void {
  const { fields, gives, answers: more, errors, refuses = refusalOf, options, answer, ...described } = route
  const [method, url] = path.split(' ') as ['GET' | 'POST', string]
  const isPost = method === 'POST'
  const response = { 200: success(gives), ...failuresOf({ ...(isPost && OF_A_BODY), ...errors }), ...more }
  app.route({
    ...options,
    method,
    url,
    attachValidation: true,
    schema: {
      ...described,
      ...(fields && (isPost ? { body: ref(fields) } : { querystring: fields })),
      response,
    },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const sent = (isPost ? request.body : request.query) as Static<S>
      return send(reply, refuses(request, sent) ?? answer(sent, request, reply))
    },
  })
}
