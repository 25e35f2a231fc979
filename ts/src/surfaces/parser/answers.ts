/** The answers of a route in the OpenAPI document. */
import type { Failure } from '../../http/responses/errors.js'
import { PARSER_ERRORS } from './errors.js'

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'There is no text, or it is blank',
  408: 'The request took too long to arrive',
  413: 'The body is longer than 100 KiB',
  417: 'The server cannot meet the expectation',
  431: 'The headers are too large',
  500: 'The engine failed',
  501: 'What is needed to answer is not installed',
}

/** Errors of every route. */
const OF_ALL: readonly Failure[] = [
  PARSER_ERRORS.unreadable(417, 'expectation failed'),
  PARSER_ERRORS.unreadable(431, 'request headers too large'),
  PARSER_ERRORS.internal(''),
]

/** Errors of routes with a body. */
export const OF_A_BODY: readonly Failure[] = [
  PARSER_ERRORS.malformedBody,
  PARSER_ERRORS.bodyTooLarge,
  PARSER_ERRORS.unreadable(408, 'request timeout'),
]

/** The `response` part of a route's schema: its 200 answer, its own errors, and those of every route. */
export function answersOf(success: object, errors: readonly Failure[]): Record<number, object> {
  return { 200: success, ...failuresOf([...errors, ...OF_ALL]) }
}

/** A 200 answer of JSON. */
export function json(schema: object, example: unknown): object {
  return { description: 'Done', content: { 'application/json': { schema, example } } }
}

function failuresOf(errors: readonly Failure[]): Record<number, object> {
  const statuses = [...new Set(errors.map(({ status }) => status))]
  return Object.fromEntries(statuses.map((status) => [status, failureOf(status, errors)]))
}

function failureOf(status: number, errors: readonly Failure[]): object {
  const bodies = errors.filter((failure) => failure.status === status).map(({ body }) => body)
  const examples = Object.fromEntries(
    bodies.map((body, index) => [`case_${String(index + 1)}`, { value: body }]),
  )
  return {
    description: MEANINGS[status],
    content: { 'application/json': { schema: { $ref: 'Error#' }, examples } },
  }
}
