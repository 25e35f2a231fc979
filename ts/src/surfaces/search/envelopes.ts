/** The shapes of an answer by format. */
import { schemaOrgPlace } from '../address-parts/schema-org.js'
import { itemOf, type Result } from './item.js'
import type { Wish } from './parameters.js'

/** The body of a search, as JSON. */
export function searchBody(result: Result | undefined, wish: Wish): string {
  const results = result ? [shaped(result, wish)] : []
  return JSON.stringify(wish.format === 'geojson' ? collection(results) : results)
}

/** The body of a reverse lookup, as JSON: one result, or null, which as GeoJSON is a collection of nothing. */
export function reverseBody(result: Result | undefined, wish: Wish): string {
  const nothing = wish.format === 'geojson' ? collection([]) : null
  return JSON.stringify(result ? shaped(result, wish) : nothing)
}

function shaped(result: Result, { format, withAddress }: Wish): object {
  switch (format) {
    case 'geojson':
      return feature(result, withAddress)
    case 'jsonld':
      return placeOf(result)
    case 'jsonv2':
      return itemOf(result, withAddress)
  }
}

function collection(features: object[]) {
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
