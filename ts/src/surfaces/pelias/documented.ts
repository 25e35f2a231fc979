/** The answers of a route in the OpenAPI document. */
import type { Failure } from '../../http/responses/errors.js'

const CONTENT = { 'application/json': { schema: { $ref: 'PeliasCollection#' } } }

/** The answer of a route. */
export function success(): Record<number, object> {
  return {
    200: { description: 'Features, best first', content: CONTENT },
    400: { description: 'A parameter is missing or wrong', content: CONTENT },
  }
}

/** Its errors beside those of the query. */
export function failuresOf(errors: readonly Failure[]): Record<number, object> {
  const meanings: Record<number, string> = {
    500: 'The engine failed',
    501: 'What is needed is not installed',
  }
  return Object.fromEntries(
    errors.map(({ status }) => [status, { description: meanings[status] ?? 'Failed', content: CONTENT }]),
  )
}
