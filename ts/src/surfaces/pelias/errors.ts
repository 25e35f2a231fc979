/** The error bodies of the surface: a collection of nothing with `errors`, as Pelias has them. */
import type { ErrorBodies, Failure } from '../../http/responses/errors.js'
import { bodyOf } from './envelope.js'

export const SEARCH_NOT_IMPLEMENTED = failure(501, 'search not implemented')
export const REVERSE_NOT_IMPLEMENTED = failure(501, 'reverse not implemented')

/** Answers to faults outside the routes. Only the log has the reason. */
export const PELIAS_ERRORS: ErrorBodies = {
  malformedBody: failure(400, 'malformed request'),
  bodyTooLarge: failure(413, 'request body too large'),
  internal: () => failure(500, 'internal error'),
  unreadable: (status, message) => failure(status, message),
}

/** An error of a route. */
export function failure(status: number, error: string): Failure {
  return { status, body: bodyOf([], { echo: {}, errors: [error], warnings: [] }, '') }
}
