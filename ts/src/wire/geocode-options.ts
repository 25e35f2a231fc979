/** What a caller may say of an answer besides the text: the additive fields of `/v1/geocode`, `/v1/batch` and the library's geocodes. */
import Type, { type Static } from 'typebox'

import { flag, integer, number, text } from './fields.js'
import { MOST_ANSWERS } from './limits.js'
import { ref } from './ref.js'

const CountryCode = text('ISO 3166-1 alpha-2, any case.', { pattern: '^[A-Za-z]{2}$' })

const LanguageTag = text('BCP 47, `pt-BR`, any case.', { pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' })

export const Latitude = number('Degrees.', { minimum: -90, maximum: 90 })
export const Longitude = number('Degrees.', { minimum: -180, maximum: 180 })

export const NearPoint = Type.Object(
  { lat: Latitude, lon: Longitude },
  { $id: 'NearPoint', description: 'A point; of several places that fit the text the near one is taken.' },
)

export const BoundingEdges = Type.Object(
  { south: Latitude, west: Longitude, north: Latitude, east: Longitude },
  {
    $id: 'BoundingEdges',
    description: 'A box the answer lies in. Where `west` is greater than `east` it crosses the antimeridian.',
  },
)

/** The fields, to be spread into the object of a request. */
export const GEOCODE_OPTIONS = {
  country: Type.Optional(
    Type.Union([CountryCode, Type.Array(CountryCode, { maxItems: 250 })], {
      description: 'The country the answer lies in, or several.',
    }),
  ),
  near: Type.Optional(ref(NearPoint)),
  bounds: Type.Optional(ref(BoundingEdges)),
  limit: Type.Optional(
    integer(
      'Answers wanted. With it `candidates` are answers of their own, the first being the result, each with its tier, level and radius.',
      { minimum: 1, maximum: MOST_ANSWERS },
    ),
  ),
  language: Type.Optional(
    Type.Union([LanguageTag, Type.Array(LanguageTag, { maxItems: 20 })], {
      description:
        'Language of the names of places in the answer, or several, the preferred one first. A place that has a name in none of them has its local name, else its main one.',
    }),
  ),
  formatted: Type.Optional(
    flag('Adds `formatted`: what was found as an address in the format of its country.', { default: false }),
  ),
}

/** What a caller may say of an answer besides the text. */
export type GeocodeOptions = Static<Type.TObject<typeof GEOCODE_OPTIONS>>
