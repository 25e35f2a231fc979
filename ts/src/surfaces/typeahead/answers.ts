/** The answers of a route, as its handler sends them and in the OpenAPI document. */
import type { Failure } from '../../http/responses/errors.js'
import { schemaOrgPlace } from '../address-parts/schema-org.js'
import { examplesOf, jsonAnswer } from '../documented.js'
import { failuresOf } from './errors.js'
import { collectionOf, type Feature } from './features.js'
import { EXAMPLES } from './schemas/examples.js'

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
