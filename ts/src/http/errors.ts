/** The error bodies of the native surface, word for word as the interface has them. */

/** Body of an error: `error` is matched by callers, `detail` is for people. */
export interface ErrorBody {
  error: string
  detail?: string
}

/** An answer other than 200. */
export interface Failure {
  status: number
  body: ErrorBody
}

const INSTALL_GAZETTEER =
  'no candidate gazetteer is open; install @milepost/starter-data, or put one at <data root>/db/wof/candidate.db, or name it with SERVICE_CANDIDATE_DB or --candidate-db'

export const ADDRESS_REQUIRED: Failure = { status: 400, body: { error: 'address is required' } }
export const BATCH_BODY: Failure = { status: 400, body: { error: 'body must be { addresses: string[] }' } }
export const MALFORMED_JSON: Failure = {
  status: 400,
  body: { error: 'invalid request body', detail: 'malformed JSON' },
}
export const BODY_TOO_LARGE: Failure = { status: 413, body: { error: 'request body too large' } }
export const PARSE_NOT_IMPLEMENTED: Failure = { status: 501, body: { error: 'parse not implemented' } }
export const GEOCODER_NOT_AVAILABLE: Failure = {
  status: 503,
  body: { error: 'geocoder not available', detail: INSTALL_GAZETTEER },
}

/** A validated field failed. */
export function invalidField(field: string, message: string): Failure {
  return { status: 400, body: { error: 'invalid request body', detail: `${field}: ${message}` } }
}

/** More rows than the batch cap. */
export function batchTooLarge(rows: number, most: number): Failure {
  return { status: 413, body: { error: `batch too large: ${String(rows)} > ${String(most)}` } }
}

/** The engine failed. */
export function internalError(error: unknown): Failure {
  const detail = error instanceof Error ? error.message : String(error)
  return { status: 500, body: { error: 'internal error', detail } }
}
