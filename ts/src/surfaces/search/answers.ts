/** The answers of a route in the OpenAPI document: what each status means, its schema, examples. */
import type { Failure } from '../../http/responses/errors.js'
import { SEARCH_ERRORS } from './errors.js'

const JSON_TYPE = 'application/json'

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The point is missing or out of range',
  417: 'The server cannot meet the expectation',
  431: 'The headers are too large',
  500: 'The engine failed',
  501: 'What is needed to answer is not installed',
}

/** Errors of every route. */
const OF_ALL: readonly Failure[] = [
  SEARCH_ERRORS.unreadable(417, 'expectation failed'),
  SEARCH_ERRORS.unreadable(431, 'request headers too large'),
  SEARCH_ERRORS.internal(''),
]

/** The errors of a route beside those of every route, by status. */
export function failuresOf(errors: readonly Failure[] = []): Record<number, object> {
  const all = [...errors, ...OF_ALL]
  const statuses = [...new Set(all.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const same = all.filter((failure) => failure.status === status)
      const examples = same.map(({ body }, index) => [`case_${String(index + 1)}`, { value: body }] as const)
      return [
        status,
        {
          description: MEANINGS[status],
          content: { [JSON_TYPE]: { schema: { $ref: 'Error#' }, examples: named(examples) } },
        },
      ]
    }),
  )
}

/** A 200 answer by the name of its schema. */
export function success(schema: string, description: string, examples: Record<string, unknown>): object {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }] as const)
  return {
    200: {
      description,
      content: { [JSON_TYPE]: { schema: { $ref: `${schema}#` }, examples: named(values) } },
    },
  }
}

function named(examples: (readonly [string, { value: unknown }])[]): object {
  return Object.fromEntries(examples)
}
