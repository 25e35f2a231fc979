/** The answers of a route in the OpenAPI document: what each status means, its schema, an example. */
import type { Failure } from '../../http/responses/errors.js'
import {
  ADDRESS_REQUIRED,
  BATCH_BODY,
  batchTooLarge,
  BODY_TOO_LARGE,
  COMPARE_NOT_IMPLEMENTED,
  GAZETTEER_IS_GONE,
  GEOCODER_NOT_AVAILABLE,
  invalidField,
  MALFORMED_JSON,
  NATIVE_ERRORS,
  PARSE_NOT_IMPLEMENTED,
  POI_NOT_IMPLEMENTED,
  QUERY_REQUIRED,
  RESOLVE_BODY,
  RESOLVER_NOT_AVAILABLE,
  REVERSE_NOT_AVAILABLE,
  TABLE_TOO_SLOW,
} from './errors.js'
import { EXAMPLES } from './schemas/examples.js'

/** Examples by the name of their schema. */
const BY_NAME: Readonly<Record<string, unknown>> = EXAMPLES

const JSON_TYPE = 'application/json'

/** An error a route can answer, by a name for its example. */
export type Errors = Readonly<Record<string, Failure>>

/** What every route with a body can answer. */
const OF_A_BODY: Errors = {
  malformed: MALFORMED_JSON,
  too_large: BODY_TOO_LARGE,
  too_slow: NATIVE_ERRORS.unreadable(408, 'request timeout'),
}
/** What every route can answer. */
const OF_ALL: Errors = {
  headers_too_large: NATIVE_ERRORS.unreadable(431, 'request headers too large'),
  expectation: NATIVE_ERRORS.unreadable(417, 'expectation failed'),
}
const INTERNAL: Errors = { internal: NATIVE_ERRORS.internal('the gazetteer failed') }
const ADDRESS: Errors = {
  no_address: ADDRESS_REQUIRED,
  field: invalidField('input_mode', 'must be one of auto, fragmented, formatted'),
  too_long: invalidField('address', 'must be at most 1024 characters'),
}

const POINT: Errors = { no_point: invalidField('lat', 'is required') }

/** Errors by route. */
export const ERRORS = {
  parseQuery: { ...OF_ALL, ...ADDRESS, ...INTERNAL, no_weights: PARSE_NOT_IMPLEMENTED },
  parse: { ...OF_ALL, ...OF_A_BODY, ...ADDRESS, ...INTERNAL, no_weights: PARSE_NOT_IMPLEMENTED },
  geocodeQuery: { ...OF_ALL, ...ADDRESS, ...INTERNAL, no_gazetteer: GEOCODER_NOT_AVAILABLE },
  geocode: { ...OF_ALL, ...OF_A_BODY, ...ADDRESS, ...INTERNAL, no_gazetteer: GEOCODER_NOT_AVAILABLE },
  reverseQuery: { ...OF_ALL, ...POINT, ...INTERNAL, no_database: REVERSE_NOT_AVAILABLE },
  reverse: { ...OF_ALL, ...OF_A_BODY, ...POINT, ...INTERNAL, no_database: REVERSE_NOT_AVAILABLE },
  batch: {
    ...OF_ALL,
    ...OF_A_BODY,
    not_a_list: BATCH_BODY,
    too_many: batchTooLarge(1001, 1000),
    ...INTERNAL,
    no_gazetteer: GEOCODER_NOT_AVAILABLE,
  },
  resolve: {
    ...OF_ALL,
    ...OF_A_BODY,
    not_a_tree: RESOLVE_BODY,
    ...INTERNAL,
    no_gazetteer: RESOLVER_NOT_AVAILABLE,
  },
  poi: {
    ...OF_ALL,
    ...OF_A_BODY,
    no_query: QUERY_REQUIRED,
    ...INTERNAL,
    no_weights: POI_NOT_IMPLEMENTED,
    no_gazetteer: GEOCODER_NOT_AVAILABLE,
  },
  format: { ...OF_ALL, ...OF_A_BODY, field: invalidField('country', 'is required'), ...INTERNAL },
  compare: {
    ...OF_ALL,
    ...OF_A_BODY,
    field: invalidField('b', 'is required'),
    ...INTERNAL,
    no_weights: COMPARE_NOT_IMPLEMENTED,
    no_gazetteer: GEOCODER_NOT_AVAILABLE,
  },
  bulk: {
    ...OF_ALL,
    field: invalidField('table', 'there is no column `c`; there are: a, b'),
    too_slow: TABLE_TOO_SLOW,
    ...INTERNAL,
  },
  reload: {
    ...OF_ALL,
    ...OF_A_BODY,
    ...INTERNAL,
    no_gazetteer: GEOCODER_NOT_AVAILABLE,
    gazetteer_is_gone: GAZETTEER_IS_GONE,
  },
  operations: { ...OF_ALL, ...INTERNAL },
} satisfies Record<string, Errors>

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Done',
  400: 'The request is not one',
  408: 'The request took too long to arrive',
  413: 'The body or the batch is too large',
  417: 'The server cannot meet the expectation',
  431: 'The headers are too large',
  500: 'The engine failed',
  501: 'No weights are installed for the locale',
  503: 'No gazetteer, or no administrative database, is open',
}

/** The `response` part of a route's schema: its 200 answer by schema name, and its errors. */
export function answers(schema: string, errors: Errors): Record<number, object> {
  const statuses = [...new Set(Object.values(errors).map(({ status }) => status))]
  const failures = statuses.map((status) => [status, failureOf(status, errors)])
  return Object.fromEntries([[200, success(schema)], ...failures]) as Record<number, object>
}

function failureOf(status: number, errors: Errors) {
  const named = Object.entries(errors).filter(([, failure]) => failure.status === status)
  const examples = Object.fromEntries(named.map(([name, { body }]) => [name, { value: body }]))
  return {
    description: MEANINGS[status],
    content: { [JSON_TYPE]: { schema: { $ref: 'APIError#' }, examples } },
  }
}

/** A 200 answer, or the one a readiness check gives under another status. */
export function success(schema: string, description = MEANINGS[200]): object {
  return {
    description,
    content: { [JSON_TYPE]: { schema: { $ref: `${schema}#` }, example: BY_NAME[schema] } },
  }
}
