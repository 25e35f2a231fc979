/**
 * The answers of a route, as its handler sends them and in the OpenAPI document. An error is an empty collection with a `message`, never an
 * `error`.
 */
import { errorBodies, type Failure } from '../../http/responses/errors.js'
import { schemaOrgPlace } from '../address-parts/schema-org.js'
import { examplesOf, failuresOfDropIn, jsonAnswer } from '../documented.js'
import { collectionOf, type Feature } from './features.js'
import { EXAMPLES } from './schemas/examples.js'

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

/** The body of features: a collection, or places of schema.org with the `format` `jsonld`. */
export function bodyOf(features: Feature[], format: unknown): string {
  return JSON.stringify(format === 'jsonld' ? features.map(placeOf) : collectionOf(features))
}

function placeOf({ geometry, properties }: Feature) {
  const [lon, lat] = geometry.coordinates
  const { housenumber: houseNumber, countrycode: countryCode, ...rest } = properties
  return schemaOrgPlace({ ...rest, lat, lon, houseNumber, countryCode })
}

/** The `response` part of a route's schema that answers features, with its errors beside those of every route. */
export function answersOf(errors: readonly Failure[]): Record<number, object> {
  return { 200: FEATURES, ...failuresOf(errors) }
}

const FEATURES = jsonAnswer(
  'Features, best first; with `format=jsonld` places of schema.org',
  { $ref: 'PhotonResponse#' },
  examplesOf({ features: EXAMPLES.collection, nothing: collectionOf([]), jsonld: EXAMPLES.schemaOrg }),
)
