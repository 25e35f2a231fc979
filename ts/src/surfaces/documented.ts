/** Routes in the OpenAPI document: their paths and their answers. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../http/app.js'
import { type Answer, type ErrorBodies, type Failure, send } from '../http/responses/errors.js'

/** Errors of a route; the examples of the document have their names, or numbers. */
export type Errors = readonly Failure[] | Readonly<Record<string, Failure>>

/** What a status means, unless a surface says otherwise. */
const MEANINGS: Readonly<Record<number, string>> = {
  408: 'The request took too long to arrive',
  417: 'The server cannot meet the expectation',
  431: 'The headers are too large',
  500: 'The engine failed',
  501: 'What is needed to answer is not installed',
}

/** An answer of JSON with one example or several. */
export function jsonAnswer(
  description: string,
  schema: object,
  shown: { example: unknown } | { examples: object },
): object {
  return { description, content: { 'application/json': { schema, ...shown } } }
}

/** Examples by name, as documents have them. */
export function examplesOf(values: Readonly<Record<string, unknown>>): { examples: object } {
  const examples = Object.entries(values).map(([name, value]) => [name, { value }] as const)
  return { examples: Object.fromEntries(examples) }
}

/** The errors of a route by status, as bodies of the schema of that name. */
export function failuresBy(
  errors: Errors,
  schema: string,
  meanings: Readonly<Record<number, string>>,
): Record<number, object> {
  const all = Object.entries(errors)
  const failuresOf = (status: number) => {
    const same = all.filter(([, failure]) => failure.status === status)
    const nameOf = (name: string, index: number) =>
      Array.isArray(errors) ? `case_${String(index + 1)}` : name
    const bodies = same.map(([name, { body }], index) => [nameOf(name, index), body] as const)
    const meaning = meanings[status] ?? MEANINGS[status] ?? ''
    return jsonAnswer(meaning, { $ref: `${schema}#` }, examplesOf(Object.fromEntries(bodies)))
  }
  return Object.fromEntries(all.map(([, { status }]) => [status, failuresOf(status)]))
}

/** Makes the `response` part of a route of a drop-in: its errors beside those of every route. */
export function failuresOfDropIn(
  bodies: ErrorBodies,
  schema: string,
  meanings: Readonly<Record<number, string>>,
): (errors?: readonly Failure[]) => Record<number, object> {
  const ofAll = [
    bodies.unreadable(417, 'expectation failed'),
    bodies.unreadable(431, 'request headers too large'),
    bodies.internal(''),
  ]
  return (errors = []) => failuresBy([...errors, ...ofAll], schema, meanings)
}

/** A route, as the document and its paths have it. */
export interface Route {
  /** `GET` unless it is said. */
  method?: 'POST'
  /** The document has the first. */
  paths: readonly string[]
  operationId: string
  tags: string[]
  summary: string
  description?: string
  querystring?: object
  body?: object
  response: object
  answer: (request: FastifyRequest, reply: FastifyReply) => Answer | Promise<Answer>
}

/** Registers a route under all its paths. */
export function register(app: App, { method, paths, answer, ...schema }: Route): void {
  paths.forEach((url, index) =>
    app.route({
      method: method ?? 'GET',
      url,
      schema: { ...schema, hide: index > 0 },
      handler: (request, reply) => send(reply, answer(request, reply)),
    }),
  )
}

/** The answer of `/metrics/prometheus` in documents; `example` is one of its lines. */
export function prometheusAnswer(example: string): object {
  const schema = { type: 'string' }
  return { description: 'Text exposition format', content: { 'text/plain': { schema, example } } }
}
