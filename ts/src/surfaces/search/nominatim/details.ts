/** `/details`: all that is known of one place. */
import type { FoundPlace } from '../../../wire/found.js'
import type { SearchContext } from '../context.js'
import { importanceOf, kindOfPlace } from '../kinds.js'
import { namesOf } from './envelopes.js'
import { chainOf } from './found.js'
import { geojsonPoint } from './geometry.js'

/** What is added to the details. */
export interface DetailsWish {
  withAddress: boolean
  withKeywords: boolean
  withEntrances: boolean
}

/** The details of a place by its id; undefined if there is no such place. */
export function detailsOf(id: number, wish: DetailsWish, context: SearchContext): object | undefined {
  const chain = chainOf(id, context)
  const [place, parent] = chain
  if (place === undefined) return undefined
  const { name, placetype, country_code: country, population } = place
  const kind = kindOfPlace(placetype)
  const importance = importanceOf(population, kind.rank)
  const point = geojsonPoint({ lat: String(place.lat), lon: String(place.lon) })
  return {
    place_id: id,
    ...(parent && { parent_place_id: parent.id }),
    category: kind.class,
    type: kind.type,
    admin_level: adminLevelOf(placetype),
    localname: name,
    names: namesOf({ name }),
    addresstags: {},
    ...(country !== '' && { country_code: country.toLowerCase() }),
    importance,
    calculated_importance: importance,
    extratags: population > 0 ? { population: String(population) } : {},
    rank_address: kind.rank,
    rank_search: kind.rank,
    isarea: false,
    centroid: point,
    geometry: point,
    ...(wish.withAddress && { address: addressOf(chain) }),
    ...(wish.withKeywords && { keywords: { name: [], address: [] } }),
    ...(wish.withEntrances && { entrances: null }),
  }
}

/** The places of an address, finest first, and the code of its country. */
function addressOf(chain: readonly FoundPlace[]): object[] {
  const lines: object[] = chain.map(({ id, name, placetype }) => {
    const { class: category, type, rank } = kindOfPlace(placetype)
    return {
      localname: name,
      place_id: id,
      class: category,
      type,
      admin_level: adminLevelOf(placetype),
      rank_address: rank,
      distance: 0,
      isaddress: true,
    }
  })
  const code = chain.find(({ country_code: country }) => country !== '')?.country_code
  if (code === undefined) return lines
  const line = { class: 'place', type: 'country_code', rank_address: 4, distance: 0, isaddress: true }
  return [...lines, { localname: code.toLowerCase(), ...line }]
}

/** Levels of OpenStreetMap; what is no division has 15. */
const ADMIN_LEVELS: Readonly<Record<string, number>> = {
  country: 2,
  dependency: 2,
  macroregion: 3,
  region: 4,
  macrocounty: 5,
  county: 6,
  localadmin: 8,
}

function adminLevelOf(placetype: string): number {
  return ADMIN_LEVELS[placetype] ?? 15
}
