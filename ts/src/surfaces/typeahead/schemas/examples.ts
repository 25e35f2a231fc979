/** Examples of the document. */
import { schemaOrgPlace } from '../../address-parts/schema-org.js'

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
    schemaOrgPlace({
      name: 'Reno',
      lat: 39.52963,
      lon: -119.8138,
      city: 'Reno',
      state: 'Nevada',
      countryCode: 'us',
    }),
  ],
}
