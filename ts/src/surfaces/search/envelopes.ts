/** The shapes of an answer by format. */
import { itemOf, type Result } from './item.js'
import type { Format } from './parameters.js'

/** How results are sent. */
export interface Wish {
  format: Format
  withAddress: boolean
}

/** The body of a search, as JSON. */
export function searchBody(result: Result | undefined, { format, withAddress }: Wish) {
  switch (format) {
    case 'geojson':
      return JSON.stringify(collection(result && [feature(result, withAddress)]))
    case 'jsonld':
      return JSON.stringify(result ? [schemaOrgPlace(result)] : [])
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
      return JSON.stringify(result ? schemaOrgPlace(result) : null)
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

/** A place of schema.org; what is unknown is absent. */
function schemaOrgPlace({ name, displayName, lat, lon, address }: Result) {
  const street = [address.house_number, address.road].filter((part) => part !== undefined).join(' ')
  return {
    '@context': 'https://schema.org',
    '@type': 'Place',
    name: name === '' ? displayName : name,
    geo: { '@type': 'GeoCoordinates', latitude: Number(lat), longitude: Number(lon) },
    address: {
      '@type': 'PostalAddress',
      ...(street !== '' && { streetAddress: street }),
      ...(address.city !== undefined && { addressLocality: address.city }),
      ...(address.state !== undefined && { addressRegion: address.state }),
      ...(address.postcode !== undefined && { postalCode: address.postcode }),
      ...(address.country_code !== undefined && { addressCountry: address.country_code.toUpperCase() }),
    },
  }
}
