/** The registry of publishers. If several have a code, the first one gives it unless the user names another. */
import { areasOf } from './areas.js'
import PUBLISHERS from './publishers.json' with { type: 'json' }
import type { Area, Publisher, Source } from './source.js'

/** Every publisher. Tests check the JSON against its schema: checking 4,186 areas takes longer than a command. */
export const SOURCES: readonly Source[] = (PUBLISHERS as Publisher[]).map((publisher) => ({
  ...publisher,
  areas: areasOf(publisher),
}))

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
