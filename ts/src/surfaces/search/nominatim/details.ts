/** `/details`: all that is known of one place. */
import type { Static } from 'typebox'

import type { FoundPlace, OsmObject } from '../../../wire/found.js'
import { placesAround } from '../../reverse.js'
import { itemOf } from '../item.js'
import { type Kind, kindOfPlace } from '../kinds.js'
import { type Asking, type Found, objectOfPlace } from './found.js'
import { geojsonOf, geojsonPoint } from './geometry.js'
import { addressRankOf, addressTagsOfObject, kindOfObject } from './osm.js'
import type { DetailsQuery } from './schemas.js'

/** Level of a place that is not a boundary. */
const NO_LEVEL = 15

/** The details of a place, with what the query asks for besides. */
export function detailsOf(found: Found, query: Static<typeof DetailsQuery>, asking: Asking): object {
  const { kind, object, names, extraTags, name, address, placeId } = found
  const { importance } = itemOf(found, false)
  const { engine, languages } = asking
  const around = placesAround(engine, { lat: Number(found.lat), lon: Number(found.lon) }, languages)
  const parents = around.filter((place) => rankOf(place, asking) < kind.rank)
  const [parent] = parents
  const outline = found.outline ?? geojsonPoint(found)
  const { house_number: houseNumber, postcode, country_code: country } = address
  const { wikipedia } = extraTags
  return {
    place_id: placeId,
    ...(parent && { parent_place_id: parent.id }),
    ...(object && { osm_type: object.osm_type.charAt(0).toUpperCase(), osm_id: object.osm_id }),
    category: kind.class,
    type: kind.type,
    admin_level: levelOf(object, kind.addresstype),
    localname: name,
    names,
    addresstags: object === undefined ? {} : addressTagsOfObject(object),
    ...(houseNumber !== undefined && { housenumber: houseNumber }),
    ...(postcode !== undefined && { calculated_postcode: postcode }),
    ...(country !== undefined && { country_code: country }),
    importance,
    calculated_importance: importance,
    extratags: extraTags,
    ...(wikipedia !== undefined && { calculated_wikipedia: wikipedia }),
    rank_address: addressRankOf(kind),
    rank_search: kind.rank,
    isarea: outline.type.endsWith('Polygon'),
    centroid: geojsonPoint(found),
    geometry: query.polygon_geojson ? geojsonOf(found, 0) : geojsonPoint(found),
    ...(query.addressdetails && { address: addressLines(found, parents, asking) }),
    ...(query.keywords && { keywords: { name: [], address: [] } }),
    ...(query.entrances && { entrances: null }),
  }
}

function rankOf(place: FoundPlace, asking: Asking): number {
  const object = objectOfPlace(place, asking)
  return object === undefined ? kindOfPlace(place.placetype).rank : kindOfObject(object).rank
}

/** The place itself, then what it lies in, finest first, and the code of its country. */
function addressLines(found: Found, parents: readonly FoundPlace[], asking: Asking): object[] {
  const { kind, name, placeId, object, address } = found
  const own = lineOf(name === '' ? (address.house_number ?? '') : name, placeId, kind, object)
  const lines = parents.map((place) => {
    const known = objectOfPlace(place, asking)
    return lineOf(place.name, place.id, known ? kindOfObject(known) : kindOfPlace(place.placetype), known)
  })
  const { country_code: code } = address
  const country = { class: 'place', type: 'country_code', rank_address: 4, distance: 0, isaddress: true }
  return [own, ...lines, ...(code === undefined ? [] : [{ localname: code, ...country }])]
}

function lineOf(localname: string, placeId: number, kind: Kind, object: OsmObject | undefined): object {
  const linked = object?.tags['linked_place']
  return {
    localname,
    place_id: placeId,
    ...(object && { osm_id: object.osm_id, osm_type: object.osm_type.charAt(0).toUpperCase() }),
    ...(linked !== undefined && { place_type: linked }),
    class: kind.class,
    type: kind.type,
    admin_level: levelOf(object, kind.addresstype),
    rank_address: addressRankOf(kind),
    distance: 0,
    isaddress: true,
  }
}

/** The administrative level of an object, else of a kind of place. */
function levelOf(object: OsmObject | undefined, key: string): number {
  return Number(object?.tags['admin_level'] ?? ADMIN_LEVELS[key] ?? NO_LEVEL)
}

/** Levels of OpenStreetMap by the keys of addresses. */
const ADMIN_LEVELS: Readonly<Record<string, number>> = { country: 2, state: 4, county: 6 }
