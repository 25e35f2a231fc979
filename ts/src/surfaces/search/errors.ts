/** The error bodies of the search surface, exactly as clients expect them. */
import type { ErrorBodies, Failure } from '../../http/responses/errors.js'

export const LAT_LON_REQUIRED = failure(400, 'lat and lon are required')
export const LAT_LON_RANGE = failure(400, 'lat must be in [-90, 90] and lon in [-180, 180]')
export const SEARCH_NOT_IMPLEMENTED = notImplemented(802)
export const REVERSE_NOT_IMPLEMENTED = notImplemented(803)
export const LOOKUP_NOT_IMPLEMENTED = notImplemented(805)

/** Answers to faults outside the routes, without the reason. */
export const SEARCH_ERRORS: ErrorBodies = {
  malformedBody: failure(400, 'malformed request'),
  bodyTooLarge: failure(413, 'request body too large'),
  internal: () => failure(500, 'internal error'),
  unreadable: (status, message) => failure(status, message),
}

function notImplemented(issue: number): Failure {
  return failure(501, `search not implemented (see #${String(issue)})`)
}

function failure(status: number, error: string): Failure {
  return { status, body: { error } }
}
