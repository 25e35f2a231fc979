/** Parameters of the routes. The description of each says whether it has an effect or is accepted and ignored. */
import Type from 'typebox'

import { MOST_CHARACTERS_OF_QUERY } from '../../../wire/limits.js'
import { DEFAULT_LIMIT, MOST_FEATURES, type Parameter } from '../parameters.js'

/** A parameter arrives as text, even if the document gives it another type, and maybe several times. */
function parameter(schema: object) {
  return Type.Optional(Type.Unsafe<NonNullable<Parameter>>(schema))
}

function required(schema: object) {
  return Type.Unsafe<Parameter>(schema)
}

const LATITUDE = { type: 'number', minimum: -90, maximum: 90 }
const LONGITUDE = { type: 'number', minimum: -180, maximum: 180 }

const IGNORED = parameter({
  type: 'array',
  items: { type: 'string' },
  description: 'Repeatable. Accepted without effect.',
})

const Shared = {
  lang: parameter({
    type: 'string',
    description: 'Accepted without effect: names are those of the gazetteer.',
  }),
  format: parameter({
    type: 'string',
    description: '`jsonld` answers places of schema.org; any other value a collection.',
  }),
}

export const SearchQuery = Type.Object({
  q: required({
    type: 'string',
    description: `What was typed so far. Empty, blank or longer than ${String(MOST_CHARACTERS_OF_QUERY)} characters: an empty collection.`,
  }),
  limit: parameter({
    type: 'integer',
    default: DEFAULT_LIMIT,
    minimum: 1,
    maximum: MOST_FEATURES,
    description: `Most features; more than ${String(MOST_FEATURES)} counts as that.`,
  }),
  lat: parameter({ ...LATITUDE, description: 'With `lon`: places near it come earlier, none is left out.' }),
  lon: parameter({ ...LONGITUDE, description: 'With `lat`.' }),
  osm_tag: IGNORED,
  layer: IGNORED,
  ...Shared,
})

export const ReverseQuery = Type.Object({
  lat: required({ ...LATITUDE, description: 'Degrees.' }),
  lon: required({ ...LONGITUDE, description: 'Degrees.' }),
  limit: parameter({
    type: 'integer',
    minimum: 1,
    description: 'Accepted; there is one feature at most.',
  }),
  radius: parameter({
    type: 'number',
    description: 'Accepted without effect: the place that contains the point is answered.',
  }),
  ...Shared,
})
