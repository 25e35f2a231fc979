/** Places of schema.org. */
import Type from 'typebox'

import { number, text } from '../../../wire/fields.js'
export const SchemaOrgPlace = Type.Object(
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
