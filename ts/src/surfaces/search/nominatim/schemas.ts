/** Parameters of the routes of the profile, for the document; `question.ts` reads them. */
import Type from 'typebox'

import { STRUCTURED } from '../parameters.js'
import { FORMATS } from './question.js'

const text = (description: string) => Type.Optional(Type.String({ description }))
const wish = (description: string) => Type.Optional(Type.Unknown({ description }))

const Shared = {
  format: text(`One of ${FORMATS.join(', ')}.`),
  addressdetails: wish('The `address` block; on by default in `/reverse` and `/lookup`.'),
  extratags: wish(
    'What is known beside the address: inhabitants; of points of interest category, brand and id.',
  ),
  namedetails: wish('The name the place is filed under.'),
  annotations: wish('`1` adds annotations.'),
}

/** Of `/search`. */
export const SearchQuery = Type.Object({
  q: text('Free text, or two coordinates.'),
  ...Object.fromEntries(
    STRUCTURED.map((part) => [part, text('A part of the address, where there is no `q`.')]),
  ),
  countrycodes: text('ISO 3166-1 alpha-2 codes, comma-separated: nothing is found outside of them.'),
  viewbox: text('Two corners, `x1,y1,x2,y2`: what lies in it comes first, with `bounded=1` alone.'),
  bounded: wish('Whether the view box bounds the answer.'),
  limit: wish('Results wanted, 10 by default, 40 at most.'),
  exclude_place_ids: text('Results to leave out, comma-separated.'),
  ...Shared,
})

/** Of `/reverse`. */
export const ReverseQuery = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude, degrees.' }),
  lon: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude, degrees.' }),
  zoom: wish('Below 18 no house is answered.'),
  ...Shared,
})

/** Of `/lookup`. */
export const LookupQuery = Type.Object({
  place_ids: text('`place_id` of earlier answers, comma-separated.'),
  osm_ids: text('The same, under the name clients send, a letter in front of each or none.'),
  ...Shared,
})
