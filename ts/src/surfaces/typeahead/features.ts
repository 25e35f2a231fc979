/** From the answers of the engine to GeoJSON features. */
import type { Static } from 'typebox'

import type {
  BoundingBox,
  Completion,
  FoundHouse,
  FoundPlace,
  FoundPoi,
  SearchResult,
} from '../../wire/found.js'
import {
  type AddressParts,
  countryNameOf,
  partsOfCompletion,
  partsOfPoi,
  partsOfPoint,
  partsOfSearch,
} from '../address-parts/parts.js'
import { worded as inWords } from '../address-parts/unmatched.js'
import { kindOf, type NamedPart } from './kinds.js'
import type { FeatureCollection, FeatureProperties, PlaceFeature } from './schemas/collection.js'

/** What a feature is the point of. */
interface Subject {
  /** Absent for a house. */
  name?: string | undefined
  /** In the words of Who's On First, and `street`, `address` and `venue`. */
  placetype: string
  lat: number
  lon: number
  bbox?: BoundingBox | null | undefined
  /** Of a point of interest, as its source names it: `coffee_shop`. */
  category?: string | undefined
}

type Properties = Static<typeof FeatureProperties>
/** A feature as it is sent. */
export type Feature = Static<typeof PlaceFeature>
type Collection = Static<typeof FeatureCollection>

/** A collection. */
export function collectionOf(features: Feature[]): Collection {
  return { type: 'FeatureCollection', features }
}

/** Makes features of answers whose names are in one language. */
export interface Wording {
  place: (completion: Completion) => Feature
  venue: (poi: FoundPoi) => Feature
  result: (answer: SearchResult) => Feature
  /** The features of what a point lies in, finest first, each with those that contain it. */
  around: (around: readonly (FoundHouse | FoundPlace)[]) => Feature[]
}

/** The wording of answers that the engine was asked for in these languages. */
export function wordingIn(languages?: readonly string[]): Wording {
  const worded: Worded = (subject, parts) => wordedIn(subject, parts, languages)
  return {
    place: (completion) => {
      const { placetype, name } = completion
      const subject = { ...completion, name: placetype === 'address' ? undefined : name }
      return worded(subject, partsOfCompletion(completion))
    },
    venue: (poi) => {
      const { name, categoryID, latitude: lat, longitude: lon } = poi
      const subject = { name: name ?? '', placetype: 'venue', category: categoryID ?? undefined, lat, lon }
      return worded(subject, partsOfPoi(poi))
    },
    result: (answer) => featureOfResult(answer, worded),
    around: (around) => around.map((one, index) => worded(one, partsOfPoint(around.slice(index)))),
  }
}

type Worded = (subject: Subject, parts: AddressParts) => Feature

function featureOfResult(answer: SearchResult, worded: Worded): Feature {
  const parts = partsOfSearch(answer)
  const { lat, lon, place, bbox } = answer
  if (parts.houseNumber !== undefined) return worded({ placetype: 'address', lat, lon }, parts)
  if (parts.street !== undefined)
    return worded({ placetype: 'street', name: parts.street, lat, lon, bbox }, parts)
  const isPlace = place !== null && answer.match_level !== 'point'
  return worded(isPlace ? { ...place, lat, lon, bbox } : { placetype: 'address', lat, lon }, parts)
}

function wordedIn(subject: Subject, parts: AddressParts, languages: readonly string[] | undefined): Feature {
  const { osm_key, osm_value, type } = kindOf(subject.placetype)
  const named = namesOf(parts)
  const properties: Properties = { osm_key, osm_value: subject.category ?? osm_value, type }
  put(properties, 'postcode', parts.postcode ?? named.postcode)
  put(properties, 'housenumber', parts.houseNumber)
  put(properties, 'countrycode', parts.countryCode?.toLowerCase())
  put(properties, 'name', subject.name)
  put(properties, 'country', countryNameOf(parts, languages))
  put(properties, 'city', named.city)
  put(properties, 'district', named.district)
  put(properties, 'street', parts.street)
  put(properties, 'state', named.state)
  put(properties, 'county', named.county)
  const extent = extentOf(subject)
  if (extent !== undefined) properties.extent = extent
  const unmatched = inWords(parts.unmatched, WORDS)
  if (unmatched !== undefined) properties.unmatched = unmatched
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [subject.lon, subject.lat] }, properties }
}

type TextProperty = Exclude<keyof Properties, 'extent' | 'unmatched'>

function put(properties: Properties, key: TextProperty, text: string | undefined): void {
  if (text !== undefined && text !== '') properties[key] = text
}

/** Property names of unmatched components that differ from the component's name. */
const WORDS: Readonly<Record<string, string>> = {
  house_number: 'housenumber',
  dependent_locality: 'district',
  locality: 'city',
  subregion: 'county',
  region: 'state',
}

/** The finest place of each level gives its name. */
function namesOf({ places }: AddressParts): Partial<Record<NamedPart, string>> {
  const names: Partial<Record<NamedPart, string>> = {}
  for (const { placetype, name } of places) {
    const { part } = kindOf(placetype)
    if (part !== undefined) names[part] ??= name
  }
  return names
}

/** North-west and south-east corner, in the order of Photon: west, north, east, south. Undefined for a point. */
function extentOf({ bbox }: Subject): [number, number, number, number] | undefined {
  if (bbox === null || bbox === undefined) return undefined
  const [west, south, east, north] = bbox
  return west === east && south === north ? undefined : [west, north, east, south]
}
