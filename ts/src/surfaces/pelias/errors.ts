/** The error bodies of the surface: a collection of nothing with `errors`, as Pelias has them. */
import { errorBodies, type Failure } from '../../http/responses/errors.js'
import { bodyOf } from './envelope.js'

export const SEARCH_NOT_IMPLEMENTED = failure(501, 'search not implemented')
export const REVERSE_NOT_IMPLEMENTED = failure(501, 'reverse not implemented')

/** Answers to faults outside the routes. */
export const PELIAS_ERRORS = errorBodies(failure, 'malformed request')

/** An error of a route. */
function failure(status: number, error: string): Failure {
  return { status, body: bodyOf([], { echo: {}, errors: [error], warnings: [] }, '') }
}
