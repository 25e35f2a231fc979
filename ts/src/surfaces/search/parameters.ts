/**
 * Reading query parameters. None is refused: a parameter that is repeated or empty
 * counts as absent, an unknown one is ignored.
 */
import { MOST_CHARACTERS_OF_QUERY } from '../../wire/limits.js'
import type { Point } from '../points.js'
import type { RawQuery } from '../read-parameters.js'

/** Parts of an address, in the order they are joined. */
const STRUCTURED = ['street', 'city', 'county', 'state', 'country', 'postalcode'] as const

/** Zoom at which houses are shown; what is asked for with a lower one is at least a street. */
const HOUSE_ZOOM = 18

/** The text of a parameter; undefined if it is absent, empty, blank or repeated. */
function textOf(query: RawQuery, name: string): string | undefined {
  const value = query[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** How results are sent. `json` is another name of `jsonv2`, and whatever is unknown is `jsonv2`. */
export interface Wish {
  format: 'jsonv2' | 'geojson' | 'jsonld'
  withAddress: boolean
}

/** How the results of a query are sent. */
export function wishOf(query: RawQuery): Wish {
  const [format, details] = [textOf(query, 'format'), textOf(query, 'addressdetails')]
  return {
    format: format === 'geojson' || format === 'jsonld' ? format : 'jsonv2',
    withAddress: details === '1' || details === 'true',
  }
}

/** What is searched for: `q`, otherwise the parts of the address; undefined if there is nothing, or too much of it. */
export function questionOf(query: RawQuery): string | undefined {
  const parts = () =>
    STRUCTURED.map((name) => textOf(query, name)?.trim()).filter((part) => part !== undefined)
  const question = textOf(query, 'q') ?? parts().join(', ')
  return question === '' || question.length > MOST_CHARACTERS_OF_QUERY ? undefined : question
}

/** The country a search keeps to: the first code of `countrycodes`. */
export function countryOf(query: RawQuery): string | undefined {
  const first = textOf(query, 'countrycodes')?.split(',')[0]?.trim()
  return first === '' ? undefined : first
}

/** `lat` and `lon` as numbers; undefined if either is absent or none. */
export function pointOf(query: RawQuery): Point | undefined {
  const [lat, lon] = [Number(textOf(query, 'lat')), Number(textOf(query, 'lon'))]
  return Number.isNaN(lat) || Number.isNaN(lon) ? undefined : { lat, lon }
}

/** Whether a reverse lookup looks for houses: unless `zoom` asks for something larger. */
export function wantsHouses(query: RawQuery): boolean {
  const text = textOf(query, 'zoom')
  return text === undefined || !(Number(text) < HOUSE_ZOOM)
}
