/** `/details`: all that is known of one place. */
import type { FoundHouse, FoundPlace } from '../../../wire/found.js'
import { itemOf } from '../item.js'
import { kindOfPlace } from '../kinds.js'
import { type Asking, aroundOf, type Found, objectOfPlace } from './found.js'
import { geojsonOf, geojsonPoint } from './geometry.js'
import { addressTagsOfObject, kindOfObject } from './osm.js'

/** What is added to the details. */
export interface DetailsWish {
  withAddress: boolean
  withKeywords: boolean
  withEntrances: boolean
  withOutline: boolean
}

/** Level of a place that is no boundary. */
const NO_LEVEL = 15

/** The details of a place. */
export function detailsOf(found: Found, wish: DetailsWish, asking: Asking): object {
  const { kind, object, names, extraTags, name, address, placeId } = found
  const { importance } = itemOf(found, false)
  const around = aroundOf({ lat: Number(found.lat), lon: Number(found.lon) }, false, asking) as FoundPlace[]
  const parents = around.filter((place) => rankOf(place, asking) < kind.rank)
  const [parent] = parents
  const level = Number(object?.tags['admin_level'] ?? adminLevelOf(kind.addresstype))
  const outline = found.outline ?? geojsonPoint(found)
  return {
    place_id: placeId,
    parent_place_id: parent?.id ?? 0,
    ...(object && { osm_type: object.osm_type.charAt(0).toUpperCase(), osm_id: object.osm_id }),
    category: kind.class,
    type: kind.type,
    admin_level: level,
    localname: name,
    names,
    addresstags: object === undefined ? {} : addressTagsOfObject(object),
    housenumber: address.house_number ?? null,
    calculated_postcode: address.postcode ?? null,
    country_code: address.country_code ?? null,
    indexed_date: null,
    importance,
    calculated_importance: importance,
    extratags: extraTags,
    calculated_wikipedia: extraTags['wikipedia'] ?? null,
    rank_address: kind.rank,
    rank_search: kind.rank,
    isarea: outline.type === 'Polygon' || outline.type === 'MultiPolygon',
    centroid: geojsonPoint(found),
    geometry: wish.withOutline ? geojsonOf(found, 0) : geojsonPoint(found),
    ...(wish.withAddress && { address: addressLines(found, parents, asking) }),
    ...(wish.withKeywords && { keywords: { name: [], address: [] } }),
    ...(wish.withEntrances && { entrances: null }),
  }
}

function rankOf(place: FoundPlace | FoundHouse, asking: Asking): number {
  const object = objectOfPlace(place, asking)
  return object === undefined ? kindOfPlace(place.placetype).rank : kindOfObject(object).rank
}

/** The place itself, then what it lies in, finest first, and the code of its country. */
function addressLines(found: Found, parents: readonly FoundPlace[], asking: Asking): object[] {
  const { kind, name, placeId, object, address } = found
  const line = { rank_address: kind.rank, distance: 0, isaddress: true }
  const own = {
    localname: name === '' ? (address.house_number ?? '') : name,
    place_id: placeId,
    osm_id: object?.osm_id ?? null,
    osm_type: object?.osm_type.charAt(0).toUpperCase() ?? null,
    place_type: object?.tags['linked_place'] ?? null,
    class: kind.class,
    type: kind.type,
    admin_level: Number(object?.tags['admin_level'] ?? adminLevelOf(kind.addresstype)),
    ...line,
  }
  const lines = parents.map((place) => {
    const known = objectOfPlace(place, asking)
    const { class: category, type, rank } = known ? kindOfObject(known) : kindOfPlace(place.placetype)
    return {
      localname: place.name,
      place_id: place.id,
      osm_id: known?.osm_id ?? null,
      osm_type: known?.osm_type.charAt(0).toUpperCase() ?? null,
      place_type: known?.tags['linked_place'] ?? null,
      class: category,
      type,
      admin_level: Number(known?.tags['admin_level'] ?? adminLevelOf(place.placetype)),
      ...line,
      rank_address: rank,
    }
  })
  const { country_code: code } = address
  const nothing = { place_id: null, osm_id: null, osm_type: null, place_type: null }
  const countryLine = {
    localname: code,
    ...nothing,
    class: 'place',
    type: 'country_code',
    admin_level: null,
    ...line,
    rank_address: 4,
  }
  return [own, ...lines, ...(code === undefined ? [] : [countryLine])]
}

/** Levels of OpenStreetMap. */
const ADMIN_LEVELS: Readonly<Record<string, number>> = {
  country: 2,
  dependency: 2,
  macroregion: 3,
  region: 4,
  state: 4,
  macrocounty: 5,
  county: 6,
  localadmin: 8,
}

function adminLevelOf(placetype: string): number {
  return ADMIN_LEVELS[placetype] ?? NO_LEVEL
}
