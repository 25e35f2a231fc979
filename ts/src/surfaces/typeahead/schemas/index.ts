/** Schemas of the typeahead surface: the one source of types and of the OpenAPI document. */
import Type, { type TSchema } from 'typebox'

import {
  FeatureCollection,
  FeatureProperties,
  MessageCollection,
  PlaceFeature,
  Status,
} from './collection.js'
import { SchemaOrgPlace } from './schema-org.js'

const Response = Type.Unsafe<unknown>({
  $id: 'PhotonResponse',
  anyOf: [{ $ref: 'PhotonFeatureCollection#' }, { type: 'array', items: { $ref: 'SchemaOrgPlace#' } }],
})

/** Schemas that the document lists as components. */
export const COMPONENTS: TSchema[] = [
  FeatureProperties,
  PlaceFeature,
  FeatureCollection,
  MessageCollection,
  SchemaOrgPlace,
  Response,
]

/** Those of `--profile photon` beside them. */
export const PHOTON_COMPONENTS: TSchema[] = [Status]
