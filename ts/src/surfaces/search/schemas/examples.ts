/** Examples of the document: real answers of a server with en-US weights and the starter data. */
import { schemaOrgPlace } from '../../address-parts/schema-org.js'

const LICENCE = "Data © GeoNames (CC BY 4.0), INSEE, La Poste, Ministère de l'Agriculture (Licence Ouverte)"

const { lat, lon, boundingbox, ...PROPERTIES } = {
  place_id: 157413062921867,
  licence: LICENCE,
  lat: '39.52963',
  lon: '-119.8138',
  class: 'place',
  category: 'place',
  type: 'city',
  place_rank: 16,
  importance: 0.5423,
  addresstype: 'city',
  name: 'Reno',
  display_name: 'Reno, Nevada, United States',
  address: {
    city: 'Reno',
    state: 'Nevada',
    'ISO3166-2-lvl4': 'US-NV',
    country: 'United States',
    country_code: 'us',
  },
  boundingbox: ['39.47', '39.61', '-119.9', '-119.7'],
  annotations: { geohash: '9qfxd4x7p' },
}

const RESULT = { ...PROPERTIES, lat, lon, boundingbox }
const FEATURE = {
  type: 'Feature',
  properties: PROPERTIES,
  bbox: [-119.9, 39.47, -119.7, 39.61],
  geometry: { type: 'Point', coordinates: [Number(lon), Number(lat)] },
}
const PLACE = schemaOrgPlace({
  name: 'Reno',
  lat: Number(lat),
  lon: Number(lon),
  city: 'Reno',
  state: 'Nevada',
  countryCode: 'us',
})
const NOTHING = { type: 'FeatureCollection', features: [] }

/** Of `/search`, by name. */
export const SEARCHES = {
  found: [RESULT],
  nothing: [],
  geojson: { type: 'FeatureCollection', features: [FEATURE] },
  jsonld: [PLACE],
}

/** Of `/reverse`, by name. */
export const REVERSES = {
  found: RESULT,
  nothing: null,
  geojson: FEATURE,
  geojson_nothing: NOTHING,
  jsonld: PLACE,
}

/** Of `/status`. */
export const STATUS = { status: 0, message: 'OK', data_updated: '2026-05-05T00:00:00+00:00' }
