/** The answers of a route, as its handler sends them and in the OpenAPI document. */
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'

import { type Failure, sendJson } from '../../http/responses/errors.js'
import { TYPEAHEAD_ERRORS } from './errors.js'
import { collectionOf } from './features.js'
import { schemaOrgPlace } from './schema-org.js'
import type { PlaceFeature } from './schemas/collection.js'
import { EXAMPLES } from './schemas/examples.js'

/** Sends features as a collection or as places of schema.org. */
export function sendFeatures(
  reply: FastifyReply,
  features: Static<typeof PlaceFeature>[],
  schemaOrg: boolean,
): FastifyReply {
  return sendJson(reply, JSON.stringify(schemaOrg ? features.map(schemaOrgPlace) : collectionOf(features)))
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'A parameter is missing or out of range',
  417: 'The server cannot meet the expectation',
  431: 'The headers are too large',
  500: 'The engine failed',
  501: 'What is needed to answer is not installed',
}

/** Errors of every route. */
export const OF_ALL: readonly Failure[] = [
  TYPEAHEAD_ERRORS.unreadable(417, 'expectation failed'),
  TYPEAHEAD_ERRORS.unreadable(431, 'request headers too large'),
  TYPEAHEAD_ERRORS.internal(''),
]

/** The `response` part of a route's schema that answers features, with its errors beside those of every route. */
export function answersOf(errors: readonly Failure[]): Record<number, object> {
  return { 200: FEATURES, ...failuresOf([...errors, ...OF_ALL]) }
}

/** The errors of a route by status. */
export function failuresOf(errors: readonly Failure[]): Record<number, object> {
  const statuses = [...new Set(errors.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: MEANINGS[status],
        content: {
          'application/json': {
            schema: { $ref: 'PhotonMessageCollection#' },
            examples: Object.fromEntries(
              errors
                .filter((failure) => failure.status === status)
                .map(({ body }, index) => [`case_${String(index + 1)}`, { value: body }]),
            ),
          },
        },
      },
    ]),
  )
}

const FEATURES = {
  description: 'Features, best first; with `format=jsonld` places of schema.org',
  content: {
    'application/json': {
      schema: { $ref: 'PhotonResponse#' },
      examples: {
        features: { value: EXAMPLES.collection },
        nothing: { value: collectionOf([]) },
        jsonld: { value: EXAMPLES.schemaOrg },
      },
    },
  },
}
