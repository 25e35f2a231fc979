/** The shapes of an answer by format. */
import { schemaOrgPlace } from '../address-parts/schema-org.js'
import { itemOf, type Result } from './item.js'
import type { Wish } from './parameters.js'

/** The body of a search, as JSON. */
export function searchBody(result: Result | undefined, { format, withAddress }: Wish) {
  switch (format) {
    case 'geojson':
      return JSON.stringify(collection(result && [feature(result, withAddress)]))
    case 'jsonld':
      return JSON.stringify(result ? [placeOf(result)] : [])
    case 'jsonv2':
      return JSON.stringify(result ? [itemOf(result, withAddress)] : [])
  }
}

/** The body of a reverse lookup, as JSON: one result, or null, which as GeoJSON is a collection of nothing. */
export function reverseBody(result: Result | undefined, { format, withAddress }: Wish) {
  switch (format) {
    case 'geojson':
      return JSON.stringify(result ? feature(result, withAddress) : collection())
    case 'jsonld':
      return JSON.stringify(result ? placeOf(result) : null)
    case 'jsonv2':
      return JSON.stringify(result ? itemOf(result, withAddress) : null)
  }
}

function collection(features: object[] = []) {
  return { type: 'FeatureCollection', features }
}

function feature(result: Result, withAddress: boolean) {
  const item = itemOf(result, withAddress)
  return {
    type: 'Feature',
    // What the geometry and the box say is not said again.
    properties: { ...item, lat: undefined, lon: undefined, boundingbox: undefined },
    bbox: result.box,
    geometry: { type: 'Point', coordinates: [Number(item.lon), Number(item.lat)] },
  }
}

function placeOf({ name, displayName, lat, lon, address }: Result) {
  const {
    house_number: houseNumber,
    road: street,
    country_code: countryCode,
    city,
    state,
    postcode,
  } = address
  return schemaOrgPlace({
    name: name === '' ? displayName : name,
    lat: Number(lat),
    lon: Number(lon),
    ...{ houseNumber, street, city, state, postcode, countryCode },
  })
}
