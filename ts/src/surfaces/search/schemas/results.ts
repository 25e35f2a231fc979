/** Answers of the routes. */
import Type from 'typebox'

import { integer, text } from '../../../wire/fields.js'
import { AnnotationsSchema } from '../../../annotations/schema.js'

const ref = (id: string) => Type.Unsafe<unknown>({ $ref: `${id}#` })

const AddressDetails = Type.Object(
  {
    tourism: Type.Optional(text('A landmark.')),
    aeroway: Type.Optional(text('An airport.')),
    natural: Type.Optional(text('A mountain, lake or park.')),
    house_number: Type.Optional(Type.String()),
    road: Type.Optional(text('The whole street.')),
    suburb: Type.Optional(Type.String()),
    city_district: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    island: Type.Optional(Type.String()),
    region: Type.Optional(text('A region that is not a division today.')),
    county: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    'ISO3166-2-lvl4': Type.Optional(text('Code of the state.')),
    postcode: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    country_code: Type.Optional(text('ISO 3166-1 alpha-2, lower case.')),
  },
  { $id: 'AddressDetails', description: 'Keys without a value are absent.', additionalProperties: false },
)

const PROPERTIES = {
  place_id: integer(
    'Of a search a hash of coordinates and name; of a reverse lookup the id of the gazetteer.',
  ),
  licence: text('Whose data the answer rests on.'),
  class: text('`place`, `highway`, `tourism`, `aeroway` or `natural`.'),
  category: text('The same as `class`.'),
  type: text('`house`, `residential` (a street), `city`, `state` and so on.'),
  place_rank: Type.Integer({ minimum: 4, maximum: 30 }),
  importance: Type.Number({ minimum: 0, maximum: 1 }),
  addresstype: text('Key of the address block the name stands under.'),
  name: text('Empty for a house.'),
  display_name: Type.String(),
  address: Type.Optional(ref('AddressDetails')),
  unmatched: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'What was typed and not found, by the keys of `address`. The name and the address hold none of it. Absent if all of it was found.',
    }),
  ),
  annotations: ref('Annotations'),
}

const SearchResult = Type.Object(
  {
    ...PROPERTIES,
    lat: text('Degrees.'),
    lon: text('Degrees.'),
    boundingbox: Type.Array(Type.String(), {
      minItems: 4,
      maxItems: 4,
      description: 'South, north, west, east, degrees.',
    }),
  },
  { $id: 'SearchResult' },
)

const Feature = Type.Object(
  {
    type: Type.Literal('Feature'),
    properties: Type.Object(PROPERTIES),
    bbox: Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description: 'West, south, east, north.' }),
    geometry: Type.Object({
      type: Type.Literal('Point'),
      coordinates: Type.Array(Type.Number(), {
        minItems: 2,
        maxItems: 2,
        description: 'Longitude, latitude.',
      }),
    }),
  },
  { $id: 'Feature', description: 'A result as GeoJSON.' },
)

const FeatureCollection = Type.Object(
  { type: Type.Literal('FeatureCollection'), features: Type.Array(ref('Feature'), { maxItems: 1 }) },
  { $id: 'FeatureCollection' },
)

const SchemaOrgPlace = Type.Object(
  {
    '@context': Type.Literal('https://schema.org'),
    '@type': Type.Literal('Place'),
    name: Type.String(),
    geo: Type.Object({
      '@type': Type.Literal('GeoCoordinates'),
      latitude: Type.Number(),
      longitude: Type.Number(),
    }),
    address: Type.Object({
      '@type': Type.Literal('PostalAddress'),
      streetAddress: Type.Optional(Type.String()),
      addressLocality: Type.Optional(Type.String()),
      addressRegion: Type.Optional(Type.String()),
      postalCode: Type.Optional(Type.String()),
      addressCountry: Type.Optional(text('ISO 3166-1 alpha-2, upper case.')),
    }),
  },
  { $id: 'SchemaOrgPlace', description: 'A result as JSON-LD.' },
)

const SearchResponse = Type.Unsafe<unknown>({
  $id: 'SearchResponse',
  description: 'By `format`: an array of results, a collection, or an array of places.',
  anyOf: [
    { type: 'array', items: { $ref: 'SearchResult#' }, maxItems: 1 },
    { $ref: 'FeatureCollection#' },
    { type: 'array', items: { $ref: 'SchemaOrgPlace#' }, maxItems: 1 },
  ],
})

const ReverseResponse = Type.Unsafe<unknown>({
  $id: 'ReverseResponse',
  description:
    'By `format`: a result, a feature, or a place. Nothing found is null, as GeoJSON an empty collection.',
  anyOf: [
    { $ref: 'SearchResult#' },
    { $ref: 'Feature#' },
    { $ref: 'FeatureCollection#' },
    { $ref: 'SchemaOrgPlace#' },
    { type: 'null' },
  ],
})

const Status = Type.Object(
  {
    status: integer('0'),
    message: text('`OK`'),
    data_updated: Type.Optional(
      text('Day of the newest row of the open data, ISO 8601; absent when unknown.'),
    ),
  },
  { $id: 'Status' },
)

const ErrorBody = Type.Object({ error: Type.String() }, { $id: 'Error', additionalProperties: false })

/** Component schemas of the document. */
export const COMPONENTS = [
  AddressDetails,
  AnnotationsSchema,
  SearchResult,
  Feature,
  FeatureCollection,
  SchemaOrgPlace,
  SearchResponse,
  ReverseResponse,
  Status,
  ErrorBody,
]
