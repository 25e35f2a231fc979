/** Features as places of schema.org, for `format=jsonld`. */
import type { Static } from 'typebox'

import type { PlaceFeature } from './schemas/collection.js'
import type { SchemaOrgPlace } from './schemas/schema-org.js'

/** One feature as a place; what the feature does not say is absent. */
export function schemaOrgPlace({
  geometry,
  properties,
}: Static<typeof PlaceFeature>): Static<typeof SchemaOrgPlace> {
  const [longitude, latitude] = geometry.coordinates
  const { name, housenumber, street, city, state, postcode, countrycode } = properties
  const streetAddress = [housenumber, street].filter((part) => part !== undefined).join(' ')
  return {
    '@context': 'https://schema.org',
    '@type': 'Place',
    ...(name !== undefined && { name }),
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
    address: {
      '@type': 'PostalAddress',
      ...(streetAddress !== '' && { streetAddress }),
      ...(city !== undefined && { addressLocality: city }),
      ...(state !== undefined && { addressRegion: state }),
      ...(postcode !== undefined && { postalCode: postcode }),
      ...(countrycode !== undefined && { addressCountry: countrycode.toUpperCase() }),
    },
  }
}
