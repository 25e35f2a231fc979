/** Results in the formats of Nominatim. */
import { settlementOf } from '../address.js'
import type { SearchContext } from '../context.js'
import { itemOf, licenceOfAll } from '../item.js'
import { type AttributesOf, element, XML_HEAD } from './xml.js'
import type { Found } from './found.js'
import { geojsonOf, geojsonPoint, geometryField } from './geometry.js'
import { addressRankOf } from './osm.js'
import type { Wish } from './question.js'

/** A body with the type it is sent as. */
export interface Body {
  type: string
  text: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const XML_TYPE = 'text/xml; charset=utf-8'

/** What an answer says of its request. */
export interface About {
  /** What was asked, in one line. */
  question: string
  /** Attributes of the root element in XML. */
  attributes?: AttributesOf
}

/** The body of a search or lookup. */
export function listBody(results: readonly Found[], wish: Wish, about: About, context: SearchContext): Body {
  switch (wish.format) {
    case 'xml': {
      const places = results.map((result) => placeElement(result, wish)).join('')
      return answerXml('searchresults', places, about, licenceOfAll(results, context))
    }
    case 'geojson':
      return featureCollection(results, wish, context)
    case 'geocodejson':
      return json(geocodeJson(results, wish, about.question, context), wish.callback)
    case 'json':
    case 'jsonv2':
      return json(
        results.map((result) => item(result, wish)),
        wish.callback,
      )
  }
}

/** The body of a reverse lookup. */
export function oneBody(result: Found | undefined, wish: Wish, about: About, context: SearchContext): Body {
  const { format } = wish
  if (format === 'xml') {
    const inner = result === undefined ? element('error', {}, NOTHING_THERE) : reverseElements(result, wish)
    return answerXml('reversegeocode', inner, about, licenceOfAll(result ? [result] : [], context))
  }
  if (result === undefined) return json({ error: NOTHING_THERE }, wish.callback)
  return format === 'json' || format === 'jsonv2'
    ? json(item(result, wish), wish.callback)
    : listBody([result], wish, about, context)
}

const NOTHING_THERE = 'Unable to geocode'

/** The body of a request that is refused. */
export function errorBody(message: string, code: number, isXml: boolean): Body {
  if (!isXml) return json({ error: { code, message } })
  const inner = element('code', {}, String(code)) + element('message', {}, message)
  return { type: XML_TYPE, text: `${XML_HEAD}${element('error', {}, inner, true)}` }
}

/** JSON, or a call of the function that it is passed to. */
export function json(value: unknown, callback?: string): Body {
  const text = JSON.stringify(value)
  return callback === undefined
    ? { type: JSON_TYPE, text }
    : { type: 'application/javascript; charset=utf-8', text: `${callback}(${text})` }
}

/** An answer in XML: who answered when to what, around the elements of the results. */
function answerXml(root: string, inner: string, { question, attributes }: About, attribution: string): Body {
  const about = { timestamp: new Date().toUTCString(), attribution, querystring: question, ...attributes }
  return { type: XML_TYPE, text: `${XML_HEAD}${element(root, about, inner, true)}` }
}

function featureCollection(results: readonly Found[], wish: Wish, context: SearchContext): Body {
  const features = results.map((result) => feature(result, wish))
  return json({ type: 'FeatureCollection', licence: licenceOfAll(results, context), features }, wish.callback)
}

/** A result by the keys of its format, in the order of Nominatim: `json` calls `class` what `jsonv2` calls `category`. */
function item(result: Found, wish: Wish): object {
  const all = itemOf(result, wish.withAddress)
  return {
    place_id: all.place_id,
    licence: all.licence,
    ...osmOf(result),
    lat: all.lat,
    lon: all.lon,
    [wish.format === 'json' ? 'class' : 'category']: all.class,
    type: all.type,
    place_rank: all.place_rank,
    importance: all.importance,
    addresstype: all.addresstype,
    name: all.name,
    display_name: all.display_name,
    ...(all.address && { address: all.address }),
    ...details(result, wish),
    boundingbox: all.boundingbox,
    ...(wish.geometry && geometryField(wish.geometry, result, wish.tolerance)),
    ...(all.unmatched && { unmatched: all.unmatched }),
    ...(wish.annotations && { annotations: all.annotations }),
  }
}

/** Facts besides the address, in the order of Nominatim; null if unknown. */
function details(result: Found, wish: Wish): object {
  const tags = Object.keys(result.extraTags).length > 0 ? result.extraTags : null
  return {
    ...(wish.entrances && { entrances: null }),
    ...(wish.extratags && { extratags: tags }),
    ...(wish.namedetails && { namedetails: Object.keys(result.names).length > 0 ? result.names : null }),
  }
}

/** The object of a result; nothing where none is known. */
function osmOf({ object }: Found): { osm_type?: string; osm_id?: number } {
  return object === undefined ? {} : { osm_type: object.osm_type, osm_id: object.osm_id }
}

function feature(result: Found, wish: Wish): object {
  const all = itemOf(result, wish.withAddress)
  const properties = {
    place_id: all.place_id,
    ...osmOf(result),
    place_rank: all.place_rank,
    category: all.class,
    type: all.type,
    importance: all.importance,
    addresstype: all.addresstype,
    name: all.name,
    display_name: all.display_name,
    ...(all.address && { address: all.address }),
    ...details(result, wish),
    ...(all.unmatched && { unmatched: all.unmatched }),
    ...(wish.annotations && { annotations: all.annotations }),
  }
  return { type: 'Feature', properties, bbox: result.box, geometry: featureGeometry(result, wish) }
}

/** In the formats of GeoJSON the outline takes the place of the point. */
function featureGeometry(result: Found, { geometry, tolerance }: Wish): object {
  return geometry === undefined ? geojsonPoint(result) : geojsonOf(result, tolerance)
}

/** Version of the format. */
const GEOCODEJSON = '0.1.0'

function geocodeJson(results: readonly Found[], wish: Wish, query: string, context: SearchContext): object {
  const features = results.map((result) => {
    const geocoding = {
      place_id: result.placeId,
      ...osmOf(result),
      osm_key: result.kind.class,
      osm_value: result.kind.type,
      type: levelOf(addressRankOf(result.kind)),
      label: result.displayName,
      ...(result.name !== '' && { name: result.name }),
      ...(wish.withAddress && geocodeJsonAddress(result)),
      ...(wish.entrances && { entrances: null }),
      ...(wish.extratags && { extra: result.extraTags }),
      ...(result.unmatched && { unmatched: inGeocodeJson(result.unmatched) }),
    }
    return { type: 'Feature', properties: { geocoding }, geometry: featureGeometry(result, wish) }
  })
  const licence = licenceOfAll(results, context)
  const geocoding = { version: GEOCODEJSON, attribution: licence, licence, query }
  return { type: 'FeatureCollection', geocoding, features }
}

/** The parts of an address without the result itself, and the divisions by their level. */
function geocodeJsonAddress({ address, kind }: Found): object {
  const own = kind.addresstype
  const { postcode, house_number: housenumber, country_code } = address
  const names = [
    ['street', 'road'],
    ['district', 'suburb'],
    ['district', 'city_district'],
    ['district', 'borough'],
    ['locality', 'neighbourhood'],
    ['locality', 'quarter'],
    ['city', 'city'],
    ['city', 'town'],
    ['city', 'village'],
    ['city', 'hamlet'],
    ['county', 'county'],
    ['state', 'state'],
    ['country', 'country'],
  ] as const
  const parts: Record<string, string> = {}
  for (const [name, key] of names) {
    const value = address[key]
    if (key !== own && value !== undefined) parts[name] ??= value
  }
  const levels = [
    ['level8', settlementOf(address)],
    ['level6', address.county],
    ['level4', address.state],
    ['level2', address.country],
  ] as const
  const admin = Object.fromEntries(levels.filter(([, name]) => name !== undefined))
  return { postcode, housenumber, ...parts, country_code, admin }
}

/** The typed parts that were not found, by the names of GeocodeJSON. */
function inGeocodeJson({ house_number: housenumber, road: street, ...rest }: Record<string, string>): object {
  return { housenumber, street, ...rest }
}

/** The level of a rank in the words of GeocodeJSON. */
export function levelOf(rank: number): string {
  const [, level = 'house'] = GEOCODEJSON_LEVELS.find(([most]) => rank <= most) ?? []
  return level
}

const GEOCODEJSON_LEVELS = [
  [4, 'country'],
  [9, 'state'],
  [12, 'county'],
  [16, 'city'],
  [21, 'district'],
  [24, 'locality'],
  [27, 'street'],
] as const

function attributes(result: Found, { geometry, tolerance }: Wish): AttributesOf {
  const { place_id, name, lat, lon, boundingbox, place_rank } = itemOf(result, false)
  const field: Record<string, unknown> =
    geometry === undefined ? {} : geometryField(geometry, result, tolerance)
  const { geojson, geotext, svg } = field
  return {
    place_id,
    ...osmOf(result),
    ...(name !== '' && { ref: name }),
    lat,
    lon,
    boundingbox: boundingbox.join(','),
    place_rank,
    address_rank: addressRankOf(result.kind),
    ...(typeof geotext === 'string' && { geotext }),
    ...(typeof svg === 'string' && { geosvg: svg }),
    ...(geojson !== undefined && { geojson: JSON.stringify(geojson) }),
  }
}

function kmlElement(result: Found, { geometry, tolerance }: Wish): string {
  return geometry === 'kml'
    ? element('geokml', {}, String(geometryField(geometry, result, tolerance)['geokml']), true)
    : ''
}

function placeElement(result: Found, wish: Wish): string {
  const { display_name, type, importance } = itemOf(result, false)
  return element(
    'place',
    { ...attributes(result, wish), display_name, class: result.kind.class, type, importance },
    kmlElement(result, wish) +
      (wish.withAddress ? addressElements(result) : '') +
      detailElements(result, wish),
    true,
  )
}

function reverseElements(result: Found, wish: Wish): string {
  const named = element('result', attributes(result, wish), result.displayName)
  const parts = wish.withAddress ? element('addressparts', {}, addressElements(result), true) : ''
  return named + kmlElement(result, wish) + parts + detailElements(result, wish)
}

function addressElements({ address }: Found): string {
  return Object.entries(address)
    .filter((part): part is [string, string] => part[1] !== undefined)
    .map(([key, value]) => element(key, {}, value))
    .join('')
}

function detailElements(result: Found, wish: Wish): string {
  const tags = Object.entries(result.extraTags).map(([key, value]) => element('tag', { key, value }))
  const names = Object.entries(result.names).map(([desc, name]) => element('name', { desc }, name))
  return (
    (wish.extratags ? element('extratags', {}, tags.join(''), true) : '') +
    (wish.namedetails ? element('namedetails', {}, names.join(''), true) : '') +
    (wish.entrances ? element('entrances', {}) : '')
  )
}
