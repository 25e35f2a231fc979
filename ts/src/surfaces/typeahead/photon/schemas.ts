/** Parameters of the routes of `--profile photon`, for the document and for `read-parameters.ts`. */
import Type from 'typebox'

import { MOST_CHARACTERS_OF_QUERY } from '../../../wire/limits.js'
import { MOST_FEATURES } from '../parameters.js'

/** Layers of Photon. */
export const LAYERS = [
  'house',
  'street',
  'locality',
  'district',
  'city',
  'county',
  'state',
  'country',
  'other',
] as const

/** A layer of Photon. */
export type Layer = (typeof LAYERS)[number]

const LATITUDE = { minimum: -90, maximum: 90 }
const LONGITUDE = { minimum: -180, maximum: 180 }
const CODES = '^[A-Za-z]{2}(,[A-Za-z]{2})*$'

const text = (description: string) => Type.Optional(Type.String({ description }))
const number = (description: string, limits = {}) => Type.Optional(Type.Number({ description, ...limits }))
const integer = (description: string) => Type.Optional(Type.Integer({ description }))
const list = (description: string, pattern?: string) =>
  Type.Optional(
    Type.Array(Type.String(pattern === undefined ? {} : { pattern }), {
      description: `Repeatable. ${description}`,
    }),
  )
const flag = (description: string) => Type.Optional(Type.Unsafe<boolean>({ description }))

const Shared = {
  lang: text(
    'Language of names, BCP 47, or `default` for local ones; else the header `accept-language`. A place without a name in it has its main one.',
  ),
  limit: integer(`Most features, ${String(MOST_FEATURES)} at most.`),
  osm_tag: list(
    '`key:value`, `key`, `:value`; with `!` in front what is left out; `key:!value` for other values of a key.',
  ),
  layer: list(`Only features of these: ${LAYERS.join(', ')}.`, `^(${LAYERS.join('|')})$`),
  include: list('Categories such as `osm.amenity.cafe`, comma-separated: one of them is the feature’s.'),
  exclude: list('Categories, comma-separated: features that have all of them are left out.'),
  dedupe: flag('Accepted without effect: each place is answered once.'),
  geometry: text('`true` is refused: there are no outlines.'),
  debug: flag('Accepted without effect.'),
  format: text('`jsonld` answers places of schema.org; any other value a collection.'),
}

const Forward = {
  lat: number('With `lon`: places near it come earlier, none is left out.', LATITUDE),
  lon: number('With `lat`.', LONGITUDE),
  zoom: integer('How near is near, 0 to 18: each step halves the distance; 12 without it.'),
  location_bias_scale: number('Weight of prominence beside nearness: 0 nearly none, 1 much; 0.4 without it.'),
  bbox: text('A box nothing is answered outside of: `minLon,minLat,maxLon,maxLat`, degrees.'),
  ...Shared,
}

/** Of `/api`. */
export const SearchQuery = Type.Object({
  q: text(
    `What was typed so far. Blank or longer than ${String(MOST_CHARACTERS_OF_QUERY)} characters: an empty collection.`,
  ),
  countrycode: list('ISO 3166-1 alpha-2 codes: nothing is answered outside of them.', CODES),
  ...Forward,
})

/** Parts of an address, in the order they are joined. */
export const PARTS = ['housenumber', 'street', 'district', 'city', 'postcode', 'county', 'state'] as const

/** Of `/structured`. */
export const StructuredQuery = Type.Object({
  housenumber: text('House number, with `street`.'),
  street: text('Street.'),
  district: text('Part of a town.'),
  city: text('Town.'),
  postcode: text('Postcode.'),
  county: text('County.'),
  state: text('State.'),
  countrycode: list('ISO 3166-1 alpha-2 code.', CODES),
  ...Forward,
})

/** Of `/reverse`. */
export const ReverseQuery = Type.Object({
  lat: Type.Number({ ...LATITUDE, description: 'Degrees.' }),
  lon: Type.Number({ ...LONGITUDE, description: 'Degrees.' }),
  radius: number(
    'Kilometres, above 0 and up to 5000: what is farther off is left out; a place that contains the point is not.',
    { exclusiveMinimum: 0, maximum: 5000 },
  ),
  distance_sort: text('`true` sorts by distance; otherwise the finest comes first.'),
  query_string_filter: text('Accepted without effect.'),
  ...Shared,
})
