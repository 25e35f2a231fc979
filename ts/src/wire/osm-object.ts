/** The object of OpenStreetMap that an answer was read from: additive fields of every answer that can have one. */
import Type from 'typebox'

import { integer, oneOf } from './fields.js'
import { OSM_TYPES } from './geocode-words.js'

/** The fields, to be spread into the object of an answer; absent where the answer is not of OpenStreetMap. */
export const OSM_OBJECT = {
  osm_type: Type.Optional(oneOf(OSM_TYPES, { description: 'Kind of its object in OpenStreetMap.' })),
  osm_id: Type.Optional(integer('Number of the object among those of its kind.')),
}
