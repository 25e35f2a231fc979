/** GeoJSON as Photon answers it. */
import Type from 'typebox'

import { text } from '../../../wire/fields.js'
export const FeatureProperties = Type.Object(
  {
    osm_key: text('Derived from the kind of the place, not from map tags.'),
    osm_value: text('Derived likewise.'),
    type: Type.Unsafe<string>({
      type: 'string',
      enum: ['house', 'street', 'district', 'city', 'county', 'state', 'country', 'other'],
    }),
    name: Type.Optional(text('Absent for a house, which has a number and a street.')),
    housenumber: Type.Optional(Type.String()),
    street: Type.Optional(Type.String()),
    district: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    county: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    postcode: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    countrycode: Type.Optional(text('ISO 3166-1 alpha-2 in lower case.')),
    extent: Type.Optional(
      Type.Unsafe<[number, number, number, number]>({
        type: 'array',
        items: { type: 'number' },
        minItems: 4,
        maxItems: 4,
        description: 'West, north, east, south in degrees; places with an area only.',
      }),
    ),
    unmatched: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'What was typed and not found, by the names of properties; of `/structured`.',
      }),
    ),
  },
  { $id: 'PhotonProperties', description: '`osm_id` and `osm_type` are never set.' },
)

const Point = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Unsafe<[number, number]>({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    description: 'Longitude, latitude in degrees.',
  }),
})

export const PlaceFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Point,
    properties: Type.Unsafe<Type.Static<typeof FeatureProperties>>({ $ref: 'PhotonProperties#' }),
  },
  { $id: 'PhotonFeature' },
)

const Features = Type.Array(Type.Unsafe<Type.Static<typeof PlaceFeature>>({ $ref: 'PhotonFeature#' }))

export const FeatureCollection = Type.Object(
  { type: Type.Literal('FeatureCollection'), features: Features },
  { $id: 'PhotonFeatureCollection' },
)

export const Status = Type.Object(
  {
    status: text('`Ok`'),
    import_date: Type.Optional(text('Day of the newest row of the open data, ISO 8601.')),
  },
  { $id: 'PhotonStatus' },
)

export const MessageCollection = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(Type.Unsafe<Type.Static<typeof PlaceFeature>>({ $ref: 'PhotonFeature#' }), {
      maxItems: 0,
    }),
    message: text('What is wrong.'),
  },
  { $id: 'PhotonMessageCollection', description: 'An error: no features, and the reason.' },
)
