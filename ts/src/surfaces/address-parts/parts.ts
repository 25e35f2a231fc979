/**
 * Turns every answer of the engine into names and parts of an address. All surfaces write their names and addresses from these parts: they hold
 * what was found, and separately the typed parts that were not found.
 */
import type { Completion, FoundHouse, FoundPlace, FoundPoi, SearchResult } from '../../wire/found.js'
import { countryNameIn } from './languages.js'
import { type Unmatched, unmatchedOf } from './unmatched.js'

/** A place that contains an answer. */
export type PartPlace = Pick<FoundPlace, 'name' | 'placetype'> & Partial<Pick<FoundPlace, 'id'>>

/** The parts of an answer. */
export interface AddressParts {
  houseNumber?: string | undefined
  street?: string | undefined
  postcode?: string | undefined
  /** The places that contain it, finest first. */
  places: readonly PartPlace[]
  /** ISO 3166-1 alpha-2, upper case. */
  countryCode?: string | undefined
  /** The typed parts that were not found, verbatim; undefined if all of it was found. */
  unmatched?: Unmatched | undefined
}

/** The parts of an answer to a search. A postcode or a place without a chain is its own place. */
export function partsOfSearch(answer: SearchResult): AddressParts {
  const { found, place } = answer
  const places = answer.places.length > 0 || place === null ? answer.places : [place]
  return {
    houseNumber: found.house_number ?? undefined,
    street: found.street ?? undefined,
    postcode: found.postcode ?? undefined,
    places,
    countryCode: countryCodeOf(place === null ? places : [...places, place]),
    unmatched: unmatchedOf(answer),
  }
}

/** The parts of what a point lies in: of its house where there is one, otherwise of its finest place. */
export function partsOfPoint(around: readonly (FoundHouse | FoundPlace)[]): AddressParts {
  const house = houseOf(around)
  const places = placesOf(around)
  return {
    houseNumber: house?.house_number,
    street: house?.street,
    postcode: house?.postcode ?? undefined,
    places,
    countryCode: countryCodeOf(places),
  }
}

/** The parts of a point of interest. */
export function partsOfPoi({ ancestry, country }: FoundPoi): AddressParts {
  const places = ancestry.map(({ placetype, name, wofID }) => ({ placetype, name, id: wofID }))
  return { places, countryCode: country === '' ? undefined : country.toUpperCase() }
}

/** The parts of a completion: every name in it is one of the data. */
export function partsOfCompletion(completion: Completion): AddressParts {
  const { placetype, name, city, county, state, country } = completion
  const isPlace = placetype !== 'street' && placetype !== 'address' && placetype !== 'venue'
  const places: PartPlace[] = isPlace ? [{ placetype, name }] : []
  if (city) places.push({ placetype: 'locality', name: city })
  if (county) places.push({ placetype: 'county', name: county })
  if (state) places.push({ placetype: 'region', name: state })
  if (country) places.push({ placetype: 'country', name: country })
  return {
    houseNumber: completion.house_number,
    street: completion.street ?? (placetype === 'street' ? name : undefined),
    postcode: completion.postcode,
    places,
    countryCode: completion.country_code?.toUpperCase(),
  }
}

/** The house among what a point lies in. */
export function houseOf(around: readonly (FoundHouse | FoundPlace)[]): FoundHouse | undefined {
  return around.find((one): one is FoundHouse => one.placetype === 'address')
}

/** The places among what a point lies in, finest first. */
export function placesOf(around: readonly (FoundHouse | FoundPlace)[]): FoundPlace[] {
  return around.filter((one): one is FoundPlace => one.placetype !== 'address')
}

function countryCodeOf(places: readonly FoundPlace[]): string | undefined {
  return places.find(({ country_code: code }) => code !== '')?.country_code.toUpperCase()
}

/**
 * The country of an answer: the one of its chain, or the name of its code if the chain ends below its country, in the first of the languages
 * that the engine was asked for names in.
 */
export function countryNameOf(
  { places, countryCode }: Pick<AddressParts, 'places' | 'countryCode'>,
  languages?: readonly string[],
): string | undefined {
  const country = places.find(({ placetype }) => placetype === 'country')
  if (country !== undefined || countryCode === undefined) return country?.name
  return countryNameIn(countryCode, languages)
}
