/** The error bodies of the native surface, exactly as documented, because clients may compare them. */
import { type ErrorBodies, errorBodies, type Failure } from '../../http/responses/errors.js'

const INSTALL_GAZETTEER =
  'no candidate gazetteer is open; install @milepost/starter-data, or put one at <data root>/db/wof/candidate.db, or name it with SERVICE_CANDIDATE_DB or --candidate-db'

export const ADDRESS_REQUIRED = failure(400, 'address is required')
export const BATCH_BODY = failure(400, 'body must be { addresses: string[] }')
export const RESOLVE_BODY = failure(400, 'body must be { tree: AddressTree, opts? }')
export const QUERY_REQUIRED = failure(400, 'query is required')
export const POI_NOT_IMPLEMENTED = failure(501, 'poi not implemented')
export const MALFORMED_JSON = failure(400, 'invalid request body', 'malformed JSON')
export const COMPARE_NOT_IMPLEMENTED = failure(501, 'compare not implemented')
export const PARSE_NOT_IMPLEMENTED = failure(501, 'parse not implemented')
export const GEOCODER_NOT_AVAILABLE = failure(503, 'geocoder not available', INSTALL_GAZETTEER)
export const GAZETTEER_IS_GONE = failure(
  503,
  'geocoder not available',
  'the data stay as they were: the candidate gazetteer is missing; put it back at <data root>/db/wof/candidate.db, or where SERVICE_CANDIDATE_DB or --candidate-db points, and reload again',
)
export const REVERSE_NOT_AVAILABLE = failure(
  503,
  'reverse not available',
  'no administrative database is open; install @milepost/starter-data, or put one at <data root>/db/wof/admin-global-priority.db, or name it with SERVICE_WOF_DB',
)
export const RESOLVER_NOT_AVAILABLE = failure(503, 'resolver not available', INSTALL_GAZETTEER)

/** Characters of a detail: it may quote the request, which may be long. */
const LONGEST_DETAIL = 200

/** A validated field failed. */
export function invalidField(field: string, message: string): Failure {
  const detail = `${field}: ${message}`
  // No half of a surrogate pair at the end.
  const short = detail.slice(0, LONGEST_DETAIL).replace(/[\ud800-\udbff]$/, '')
  return failure(400, 'invalid request body', detail.length > LONGEST_DETAIL ? `${short}…` : detail)
}

/** The body of a table stalled. */
export const TABLE_TOO_SLOW = failure(408, 'request timeout', 'a table sends at least 1,000 bytes in 30 s')

/** More rows than the batch cap. */
export function batchTooLarge(rows: number, most: number): Failure {
  return failure(413, `batch too large: ${String(rows)} > ${String(most)}`)
}

/** Answers to faults outside the routes. */
export const NATIVE_ERRORS: ErrorBodies = {
  ...errorBodies(failure, 'malformed request'),
  malformedBody: MALFORMED_JSON,
  internal: (message) => failure(500, 'internal error', message),
}

/** Callers match `error`, `detail` is for people; no other key exists. */
function failure(status: number, error: string, detail?: string): Failure {
  return { status, body: detail === undefined ? { error } : { error, detail } }
}
