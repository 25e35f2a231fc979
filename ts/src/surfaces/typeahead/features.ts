/** From the places of the engine to GeoJSON features. */
import type { Static } from 'typebox'

import { kindOf } from './kinds.js'
import type { FeatureCollection, FeatureProperties, PlaceFeature } from './schemas/collection.js'

/** A place as the engine writes it. What is not known is absent or null. */
export interface Place {
  id: number | string
  name: string
  /** In the words of Who's On First, and `street` and `address`. */
  placetype: string
  lat: number
  lon: number
  /** ISO 3166-1 alpha-2. */
  country_code?: string | null
  country?: string | null
  state?: string | null
  county?: string | null
  city?: string | null
  postcode?: string | null
  street?: string | null
  house_number?: string | null
  /** Of a point of interest, as its source names it: `coffee_shop`. */
  category?: string | null
  population?: number | null
  /** West, south, east, north in degrees. */
  bbox?: readonly [number, number, number, number] | null
}

type Properties = Static<typeof FeatureProperties>
type Feature = Static<typeof PlaceFeature>
type Collection = Static<typeof FeatureCollection>

/** A collection. */
export function collectionOf(features: Feature[]): Collection {
  return { type: 'FeatureCollection', features }
}

/** The feature of one place. */
export function featureOf(place: Place): Feature {
  return featureOfChain(place, [])
}

/**
 * The feature of a place with those that contain it, finest first: each fills the properties that nothing finer has filled. The
 * point is that of the place itself.
 */
export function featureOfChain(place: Place, around: readonly Place[]): Feature {
  const { osm_key, osm_value, type } = kindOf(place.placetype)
  const properties: Properties = { osm_key, osm_value: place.category ?? osm_value, type }
  // A house has no name of its own.
  if (place.placetype !== 'address') properties.name = place.name
  for (const one of [place, ...around]) fill(properties, one)
  const extent = extentOf(place)
  if (extent !== undefined) properties.extent = extent
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [place.lon, place.lat] }, properties }
}

function fill(properties: Properties, place: Place): void {
  const { part } = kindOf(place.placetype)
  if (part !== undefined) properties[part] ??= place.name
  const known: Partial<Record<keyof Properties, string | null | undefined>> = {
    housenumber: place.house_number,
    street: place.street,
    city: place.city,
    county: place.county,
    state: place.state,
    postcode: place.postcode,
    country: place.country,
    countrycode: place.country_code?.toLowerCase(),
  }
  for (const [key, value] of Object.entries(known) as [TextProperty, string | null | undefined][]) {
    if (value !== null && value !== undefined && value !== '') properties[key] ??= value
  }
}

type TextProperty = Exclude<keyof Properties, 'extent'>

/** North-west and south-east corner, in the order of Photon: west, north, east, south. A point has none. */
function extentOf({ bbox }: Place): [number, number, number, number] | undefined {
  if (bbox === null || bbox === undefined) return undefined
  const [west, south, east, north] = bbox
  return west === east && south === north ? undefined : [west, north, east, south]
}
