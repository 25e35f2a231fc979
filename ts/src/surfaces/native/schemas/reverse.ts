/** `/v1/reverse`. */
import Type from 'typebox'

import { nullable, number, text } from '../../../wire/fields.js'
import { FoundHouse, FoundPlace } from '../../../wire/found.js'
import { GEOCODE_OPTIONS, Latitude, Longitude } from '../../../wire/geocode-options.js'
import { ref } from '../../../wire/ref.js'
import { FLAGS } from './address.js'

export const ReverseRequest = Type.Object(
  {
    lat: Latitude,
    lon: Longitude,
    language: GEOCODE_OPTIONS.language,
    formatted: GEOCODE_OPTIONS.formatted,
  },
  { $id: 'ReverseRequest' },
)

export const ReverseQuery = Type.Object({
  lat: Type.Number({ ...Latitude, examples: [45.3586] }),
  lon: Type.Number({ ...Longitude, examples: [5.9531] }),
  ...FLAGS,
})

const ReverseResult = Type.Object(
  {
    lat: number('As sent.'),
    lon: number('As sent.'),
    house: nullable(ref(FoundHouse)),
    places: Type.Array(ref(FoundPlace), {
      description: 'The places that contain the point, finest first, the country last.',
    }),
    formatted: Type.Optional(
      text(
        'The house and the places as one line in the format of their country; with `formatted`, unless nothing is there.',
      ),
    ),
  },
  { $id: 'ReverseResult', description: 'What is at a point.' },
)

export const REVERSE_SCHEMAS = [ReverseRequest, FoundHouse, FoundPlace, ReverseResult]
