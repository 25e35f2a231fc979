/** The registry of publishers. If several have a code, the first one gives it unless the user names another. */
import { BAN } from './ban.js'
import { GEONAMES_PLACES, GEONAMES_POSTCODES } from './geonames.js'
import { NAD } from './nad.js'
import { OPENADDRESSES } from './openaddresses.js'
import { OPENSTREETMAP } from './openstreetmap.js'
import { OVERTURE, OVERTURE_DIVISIONS, OVERTURE_PLACES } from './overture.js'
import { REGISTERS } from './registers.js'
import type { Area, Source } from './source.js'
import { TIGER } from './tiger.js'
import { WHOS_ON_FIRST } from './whos-on-first.js'

/** Every publisher. That each entry is as the schema of `Source` has it is a test: to check 4,186 areas takes a command longer than its work. */
export const SOURCES: readonly Source[] = [
  BAN,
  TIGER,
  GEONAMES_POSTCODES,
  GEONAMES_PLACES,
  ...REGISTERS,
  OVERTURE,
  OVERTURE_PLACES,
  OVERTURE_DIVISIONS,
  WHOS_ON_FIRST,
  NAD,
  OPENADDRESSES,
  OPENSTREETMAP,
]

/** What a publisher has for a code. */
export interface Offer {
  source: Source
  area: Area
}

/**
 * What to fetch for a code: the first publisher of each kind of data, or the one of `publisher`. OpenStreetMap is the default of countries
 * without a register.
 * @throws Error in one sentence if no publisher has it.
 */
export function offersOf(code: string, publisher?: string): Offer[] {
  const wanted = code.toLowerCase()
  const offers: Offer[] = []
  for (const source of SOURCES) {
    const area = source.areas.find((area) => area.code === wanted)
    if (area === undefined || (publisher !== undefined && source.id !== publisher)) continue
    if (offers.some((offer) => offer.source.gives === source.gives || source.gives === 'osm')) continue
    offers.push({ source, area })
  }
  if (offers.length === 0) throw new Error(unknown(wanted, publisher))
  return offers
}

function unknown(code: string, publisher: string | undefined): string {
  const [country = ''] = code.split('-')
  if (code !== country && SOURCES.some(({ areas }) => areas.some((area) => area.code === country))) {
    return `there is no source for \`${code}\` alone; \`milepost data list ${country}\` prints the codes of \`${country}\``
  }
  const of = publisher === undefined ? '' : ` of the publisher \`${publisher}\``
  return `there is no source${of} for \`${code}\`; \`milepost data list\` prints the codes`
}
