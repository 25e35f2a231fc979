/** The error bodies of the typeahead surface: an empty collection with a `message`, never an `error`. */
import { errorBodies, type Failure } from '../../http/responses/errors.js'
import { failuresOfDropIn } from '../documented.js'

export const SEARCH_NOT_IMPLEMENTED = failure(501, 'search not implemented')
export const REVERSE_NOT_IMPLEMENTED = failure(501, 'reverse not implemented')

/** Answers to faults outside the routes. */
export const TYPEAHEAD_ERRORS = errorBodies(failure, 'malformed JSON')

/** The errors of a route in the document. */
export const failuresOf = failuresOfDropIn(TYPEAHEAD_ERRORS, 'PhotonMessageCollection', {
  400: 'A parameter is missing or out of range',
})

/** An error of a route. Clients read `features` of every answer, also of an error. */
export function failure(status: number, message: string): Failure {
  return { status, body: { type: 'FeatureCollection', features: [], message } }
}
