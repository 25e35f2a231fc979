/** GeoJSON as Photon answers it. */
import Type, { type TSchema } from 'typebox'

import { number, text } from '../../../wire/fields.js'

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

const Status = Type.Object(
  {
    status: text('`Ok`'),
    import_date: Type.Optional(text('Day of the newest row of the open data, ISO 8601.')),
  },
  { $id: 'PhotonStatus' },
)

const MessageCollection = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(Type.Unsafe<Type.Static<typeof PlaceFeature>>({ $ref: 'PhotonFeature#' }), {
      maxItems: 0,
    }),
    message: text('What is wrong.'),
  },
  { $id: 'PhotonMessageCollection', description: 'An error: no features, and the reason.' },
)

const SchemaOrgPlace = Type.Object(
  {
    '@context': Type.Literal('https://schema.org'),
    '@type': Type.Literal('Place'),
    name: Type.Optional(Type.String()),
    geo: Type.Object({
      '@type': Type.Literal('GeoCoordinates'),
      latitude: number('Degrees.'),
      longitude: number('Degrees.'),
    }),
    address: Type.Object({
      '@type': Type.Literal('PostalAddress'),
      streetAddress: Type.Optional(Type.String()),
      addressLocality: Type.Optional(Type.String()),
      addressRegion: Type.Optional(Type.String()),
      postalCode: Type.Optional(Type.String()),
      addressCountry: Type.Optional(text('ISO 3166-1 alpha-2 in upper case.')),
    }),
  },
  { $id: 'SchemaOrgPlace' },
)

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
