/** The error bodies of the typeahead surface: an empty collection with a `message`, never an `error`. */
import type { ErrorBodies, Failure } from '../../http/responses/errors.js'

export const Q_REQUIRED = failure(400, 'q is required')
export const LAT_LON_REQUIRED = failure(400, 'lat and lon are required')
export const LAT_LON_RANGE = failure(400, 'lat must be in [-90, 90] and lon in [-180, 180]')
export const SEARCH_NOT_IMPLEMENTED = failure(501, 'search not implemented')
export const REVERSE_NOT_IMPLEMENTED = failure(501, 'reverse not implemented')

/** Answers to faults outside the routes. Only the log has the reason. */
export const TYPEAHEAD_ERRORS: ErrorBodies = {
  malformedBody: failure(400, 'malformed JSON'),
  bodyTooLarge: failure(413, 'request body too large'),
  internal: () => failure(500, 'internal error'),
  unreadable: (status, message) => failure(status, message),
}

/** An error of a route. Clients read `features` of every answer, also of an error. */
export function failure(status: number, message: string): Failure {
  return { status, body: { type: 'FeatureCollection', features: [], message } }
}
