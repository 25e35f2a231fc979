/** An engine that completes and reverses over a few fixed places in memory, so that answers are known to the letter. */
import type { Engine } from '../../src/engine/engine.js'

/** A place as the engine writes it, both of a completion and of a reverse lookup. What is not known is absent or null. */
interface Place {
  id: number | string
  name: string
  placetype: string
  lat: number
  lon: number
  country_code?: string | null
  country?: string
  state?: string
  county?: string
  city?: string
  postcode?: string
  street?: string
  house_number?: string
  population?: number
  bbox?: readonly [number, number, number, number]
}

const FRANCE: Place = {
  id: 1,
  name: 'France',
  placetype: 'country',
  lat: 46,
  lon: 2,
  country_code: 'FR',
  population: 67_000_000,
  bbox: [-5, 41, 10, 51],
}
const ILE_DE_FRANCE: Place = {
  id: 2,
  name: 'Île-de-France',
  placetype: 'region',
  lat: 48.7,
  lon: 2.5,
  country_code: 'FR',
  country: 'France',
  population: 12_000_000,
  bbox: [1.4, 48.1, 3.6, 49.3],
}
const PARIS: Place = {
  id: 3,
  name: 'Paris',
  placetype: 'locality',
  lat: 48.8534,
  lon: 2.3488,
  country_code: 'FR',
  country: 'France',
  state: 'Île-de-France',
  population: 2_138_551,
  bbox: [2.2, 48.8, 2.5, 48.9],
}
const PARIS_TEXAS: Place = {
  id: 4,
  name: 'Paris',
  placetype: 'locality',
  lat: 33.66094,
  lon: -95.55551,
  country_code: 'US',
  country: 'United States',
  state: 'Texas',
  county: 'Lamar County',
  population: 24_782,
}

/** One place of every kind; their names begin with the kind, so that `q` picks one. */
const KINDS: Place[] = [
  'venue',
  'neighbourhood',
  'microhood',
  'dependent_locality',
  'borough',
  'localadmin',
  'subregion',
  'county',
  'macroregion',
  'postalcode',
  'landmark',
  'airport',
  'natural_feature',
  'island',
  'informal_region',
  'planet',
].map((placetype, index) => ({
  id: 100 + index,
  name: `${placetype} <b>&</b> "co"`,
  placetype,
  lat: 10,
  lon: 20,
  country_code: null,
  bbox: [20, 10, 20, 10],
}))

const STREET: Place = {
  id: '17:5',
  name: 'Rue de Rivoli',
  placetype: 'street',
  lat: 48.8566,
  lon: 2.3581,
  country_code: 'FR',
  country: 'France',
  city: 'Paris',
  postcode: '75004',
  bbox: [2.33, 48.855, 2.36, 48.86],
}
const HOUSE: Place = {
  id: '17:6',
  name: '10 Rue de Rivoli, Paris',
  placetype: 'address',
  lat: 48.8555,
  lon: 2.3601,
  country_code: 'FR',
  country: 'France',
  city: 'Paris',
  postcode: '75004',
  street: 'Rue de Rivoli',
  house_number: '10',
}
const MANY: Place[] = Array.from({ length: 60 }, (_, index) => ({
  id: 1000 + index,
  name: `Springfield ${String(index)}`,
  placetype: 'locality',
  lat: 40,
  lon: -90 + index / 10,
  population: 1000 - index,
}))

const PLACES = [FRANCE, ILE_DE_FRANCE, PARIS, PARIS_TEXAS, STREET, HOUSE, ...KINDS, ...MANY]

function complete(
  query: string,
  { limit, latitude, longitude }: { limit: number; latitude?: number; longitude?: number },
): string {
  const prefix = fold(query)
  if (prefix === 'fault') throw new Error('the index at /srv/data/places.idx is damaged')
  const score = ({ population, lat, lon }: Place) => {
    const size = Math.log10(Math.max(1, population ?? 1))
    if (latitude === undefined || longitude === undefined) return size
    return size + 40 / (1 + Math.hypot(lat - latitude, lon - longitude))
  }
  return JSON.stringify(
    PLACES.filter(({ name }) => fold(name).startsWith(prefix))
      .sort((one, other) => score(other) - score(one))
      .slice(0, limit),
  )
}

function reverse(lat: number, lon: number): string | null {
  const around = [PARIS, ILE_DE_FRANCE, FRANCE].filter(({ bbox }) => {
    const [west, south, east, north] = bbox ?? [0, 0, 0, 0]
    return west <= lon && lon <= east && south <= lat && lat <= north
  })
  return around.length === 0 ? null : JSON.stringify(around)
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trimStart()
}

/** The two capabilities of the surface. */
export const MEMORY = { complete, reverse } satisfies Engine
