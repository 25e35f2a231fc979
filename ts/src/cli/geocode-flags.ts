/** Flags of `milepost geocode` that bound the answer, and the country of `milepost parse`. */
import { type Command, InvalidArgumentError } from 'commander'

import type { GeocodeOptions } from '../wire/geocode-options.js'
import { MOST_ANSWERS } from '../wire/limits.js'
import { integer } from './flags.js'

/** Adds `--country`, `--near`, `--bounds`, `--limit` and `--language`. */
export function withGeocodeFlags(command: Command): Command {
  return command
    .option('--country <codes>', 'countries to look in: us or us,ca', countries)
    .option('--near <lat,lon>', 'prefer places near this point', nearPoint)
    .option('--bounds <south,west,north,east>', 'box to look in, degrees', boundingEdges)
    .option('--limit <number>', 'list up to this many answers', integer(1, MOST_ANSWERS))
    .option('--language <tags>', 'languages of the names in the answer: fr or fr,de', languages)
    .option('--formatted', 'add the address in the format of its country')
}

/** Adds `--country` of `milepost parse`, a hint. */
export function withCountryHint(command: Command): Command {
  return command.option('--country <code>', 'country the address is in, as a hint: us', (text) => {
    if (!/^[A-Za-z]{2}$/.test(text)) throw new InvalidArgumentError('It must be a code of two letters.')
    return text
  })
}

function countries(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  if (!codes.every((code) => /^[A-Za-z]{2}$/.test(code))) {
    throw new InvalidArgumentError('It must be codes of two letters, comma-separated.')
  }
  return codes
}

/** Reads `fr` or `pt-BR,pt`. */
export function languages(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  if (!tags.every((tag) => /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/.test(tag))) {
    throw new InvalidArgumentError('It must be language tags, comma-separated: fr or pt-BR,pt.')
  }
  return tags
}

/** Reads a latitude in degrees. */
export function latitude(text: string): number {
  return degrees(text, ['latitude'])[0]
}

/** Reads a longitude in degrees. */
export function longitude(text: string): number {
  return degrees(text, ['longitude'])[0]
}

function nearPoint(text: string): GeocodeOptions['near'] {
  const [lat, lon] = degrees(text, ['latitude', 'longitude'])
  return { lat, lon }
}

function boundingEdges(text: string): GeocodeOptions['bounds'] {
  const [south, west, north, east] = degrees(text, ['south', 'west', 'north', 'east'])
  if (south > north) throw new InvalidArgumentError('The south must not lie north of the north.')
  return { south, west, north, east }
}

/** As many numbers as names: latitudes where `names` say so, otherwise longitudes. */
function degrees<const T extends readonly string[]>(text: string, names: T): { [K in keyof T]: number } {
  // An empty part would be 0.
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const isDegree = (value: number, index: number) =>
    Math.abs(value) <= (['latitude', 'south', 'north'].includes(names[index] ?? '') ? 90 : 180)
  if (numbers.length !== names.length || !numbers.every(isDegree)) {
    throw new InvalidArgumentError(`It must be ${names.join(',')} in degrees.`)
  }
  return numbers as { [K in keyof T]: number }
}
