/** Schemas of the surface, for the document. Values arrive as text; `parameters.ts` reads them. */
import Type, { type TSchema } from 'typebox'

import { LAYERS, LAYERS_BY_SOURCE, SOURCE_ALIASES, WITHOUT_DATA } from './layers.js'
import { MOST_CHARACTERS_OF_QUERY } from '../../wire/limits.js'
import { DEFAULT_SIZE, MOST_RESULTS, PARTS } from './parameters.js'

const text = (description: string, pattern?: string) =>
  Type.Optional(Type.String({ description, ...(pattern !== undefined && { pattern }) }))
const number = (description: string) => Type.Optional(Type.Unknown({ description }))
const latitude = (description: string) =>
  Type.Optional(Type.Number({ minimum: -90, maximum: 90, description }))
const longitude = (description: string) => Type.Optional(Type.Number({ description }))

/** The pattern of a list of names, each with `-` in front or none. */
const listOf = (names: readonly string[]) => `^-?(${names.join('|')})(,-?(${names.join('|')}))*$`

const SIZE = {
  size: number(`Features wanted, ${String(DEFAULT_SIZE)} by default, ${String(MOST_RESULTS)} at most.`),
}
const LAYER = {
  layers: text(
    `Only features of these: ${LAYERS.join(', ')}, or coarse; with - in front none of them; comma-separated.`,
    listOf(['coarse', ...LAYERS, ...WITHOUT_DATA]),
  ),
  sources: text(
    `Only the layers that these fill: ${Object.keys(LAYERS_BY_SOURCE).join(', ')}; comma-separated.`,
    listOf([...Object.keys(LAYERS_BY_SOURCE), ...Object.keys(SOURCE_ALIASES)]).replaceAll('-?', ''),
  ),
}
const LANGUAGE = {
  lang: text(
    'Language of names, BCP 47; else the header `accept-language`. A place without a name in it has its main one.',
  ),
}
const GID = '[^:,]+:[^:,]+:[^,]+'
const INSIDE = {
  'boundary.gid': text('`gid` of a place: nothing is answered outside of it.', `^${GID}$`),
}
const CATEGORIES = {
  categories: text(
    'Only points of interest of these categories; with - in front none of them; comma-separated.',
  ),
}
const COUNTRY = { 'boundary.country': text('ISO 3166-1 codes of two or three letters, comma-separated.') }
const BOUNDARY = {
  ...LANGUAGE,
  ...CATEGORIES,
  ...COUNTRY,
  ...INSIDE,
  'boundary.rect.min_lat': latitude('Edge of the box nothing is answered outside of, degrees.'),
  'boundary.rect.min_lon': longitude('Edge of the box.'),
  'boundary.rect.max_lat': latitude('Edge of the box.'),
  'boundary.rect.max_lon': longitude('Edge of the box.'),
  'boundary.circle.lat': latitude('Middle of the circle nothing is answered outside of, degrees.'),
  'boundary.circle.lon': longitude('Middle of the circle.'),
  'boundary.circle.radius': number('Its radius in kilometres, 50 by default.'),
  'focus.point.lat': latitude('With `focus.point.lon`: what is near comes first.'),
  'focus.point.lon': longitude('With `focus.point.lat`.'),
}

/** Of `/v1/search`. */
export const SearchQuery = Type.Object({
  text: Type.String({
    pattern: '\\S',
    maxLength: MOST_CHARACTERS_OF_QUERY,
    description: 'What is searched for.',
  }),
  ...SIZE,
  ...LAYER,
  ...BOUNDARY,
})

/** Of `/v1/autocomplete`. */
export const AutocompleteQuery = SearchQuery

/** Of `/v1/search/structured`. */
export const StructuredQuery = Type.Object({
  ...Object.fromEntries(PARTS.map((part) => [part, text('A part of the address.')])),
  ...SIZE,
  ...LAYER,
  ...BOUNDARY,
})

/** Of `/v1/reverse`. */
export const ReverseQuery = Type.Object({
  'point.lat': Type.Number({ minimum: -90, maximum: 90, description: 'Degrees.' }),
  'point.lon': Type.Number({ description: 'Degrees; beyond 180 they are wrapped.' }),
  'boundary.circle.radius': number('Kilometres that a house is off at most, 5 at most.'),
  ...SIZE,
  ...LAYER,
  ...LANGUAGE,
  ...CATEGORIES,
  ...COUNTRY,
  ...INSIDE,
})

/** Of `/v1/place`. */
export const PlaceQuery = Type.Object({
  ids: Type.String({
    pattern: `^${GID}(,${GID})*$`,
    description: '`gid` of earlier answers, comma-separated.',
  }),
  ...LANGUAGE,
})

const Feature = Type.Object(
  {
    type: Type.Literal('Feature'),
    geometry: Type.Object({
      type: Type.Literal('Point'),
      coordinates: Type.Array(Type.Number(), {
        minItems: 2,
        maxItems: 2,
        description: 'Longitude, latitude.',
      }),
    }),
    properties: Type.Object(
      {
        id: Type.String(),
        gid: Type.String({ description: '`source:layer:id`, for `/v1/place`.' }),
        layer: Type.Unsafe<string>({ type: 'string', enum: [...LAYERS] }),
        source: Type.String(),
        source_id: Type.String(),
        name: Type.String(),
        label: Type.String(),
        accuracy: Type.Unsafe<string>({ type: 'string', enum: ['point', 'interpolated', 'centroid'] }),
      },
      { additionalProperties: true },
    ),
    bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  },
  { $id: 'PeliasFeature' },
)

const Collection = Type.Object(
  {
    geocoding: Type.Object(
      {
        version: Type.String(),
        attribution: Type.String({ description: 'Whose data the answer rests on.' }),
        query: Type.Object({}, { additionalProperties: true }),
        errors: Type.Optional(Type.Array(Type.String())),
        warnings: Type.Optional(Type.Array(Type.String())),
        timestamp: Type.Integer(),
      },
      { additionalProperties: true },
    ),
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(Type.Unsafe<unknown>({ $ref: 'PeliasFeature#' })),
    bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  },
  {
    $id: 'PeliasCollection',
    description: 'Features, best first; an error has none, and `geocoding.errors`.',
  },
)

/** Component schemas of the document. */
export const COMPONENTS: TSchema[] = [Feature, Collection]
