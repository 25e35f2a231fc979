/** Examples of the document. */

/** By schema. */
export const EXAMPLES = {
  collection: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [-119.8138, 39.52963] },
        properties: {
          osm_key: 'place',
          osm_value: 'city',
          type: 'city',
          name: 'Reno',
          city: 'Reno',
          county: 'Washoe County',
          state: 'Nevada',
          country: 'United States',
          countrycode: 'us',
        },
      },
    ],
  },
  schemaOrg: [
    {
      '@context': 'https://schema.org',
      '@type': 'Place',
      name: 'Reno',
      geo: { '@type': 'GeoCoordinates', latitude: 39.52963, longitude: -119.8138 },
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Reno',
        addressRegion: 'Nevada',
        addressCountry: 'US',
      },
    },
  ],
}
