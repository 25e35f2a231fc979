/** A place of schema.org, for `format=jsonld`. */

/** What is known of a place. */
export interface Known {
  name?: string | undefined
  lat: number
  lon: number
  houseNumber?: string | undefined
  street?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postcode?: string | undefined
  /** ISO 3166-1 alpha-2, any case. */
  countryCode?: string | undefined
}

/** The place; what is unknown is absent. */
export function schemaOrgPlace({ name, lat, lon, houseNumber, street, ...rest }: Known) {
  const { city, state, postcode, countryCode } = rest
  const streetAddress = [houseNumber, street].filter((part) => part !== undefined).join(' ')
  return {
    '@context': 'https://schema.org',
    '@type': 'Place',
    ...(name !== undefined && { name }),
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lon },
    address: {
      '@type': 'PostalAddress',
      ...(streetAddress !== '' && { streetAddress }),
      ...(city !== undefined && { addressLocality: city }),
      ...(state !== undefined && { addressRegion: state }),
      ...(postcode !== undefined && { postalCode: postcode }),
      ...(countryCode !== undefined && { addressCountry: countryCode.toUpperCase() }),
    },
  }
}
