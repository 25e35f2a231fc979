/** The error bodies of the parser surface, exactly as clients expect them. */
import type { ErrorBodies, Failure } from '../../http/responses/errors.js'

export const QUERY_REQUIRED = failure(400, 'query is required')
export const ADDRESS_REQUIRED = failure(400, 'address is required')
export const PARSE_NOT_IMPLEMENTED = failure(501, 'parse not implemented')
export const EXPAND_NOT_IMPLEMENTED = failure(501, 'expand not implemented')

/** Answers to faults outside the routes. Only the log has the reason. */
export const PARSER_ERRORS: ErrorBodies = {
  // Bodies that are not JSON count as absent; the remaining malformed ones end too early.
  malformedBody: failure(400, 'malformed request'),
  bodyTooLarge: failure(413, 'request body too large'),
  internal: () => failure(500, 'internal error'),
  unreadable: (status, message) => failure(status, message),
}

function failure(status: number, error: string): Failure {
  return { status, body: { error } }
}
