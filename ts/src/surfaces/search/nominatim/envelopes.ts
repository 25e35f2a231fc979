/** Results in the formats of Nominatim. */
import type { SearchContext } from '../context.js'
import { type Item, itemOf } from '../item.js'
import { licenceOfAll } from '../licence.js'
import { type AttributesOf, element, XML_HEAD } from './xml.js'
import type { Found } from './found.js'
import type { Wish } from './question.js'

/** A body with the type it is sent as. */
export interface Body {
  type: string
  text: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const XML_TYPE = 'text/xml; charset=utf-8'

/** The body of a search or lookup. */
export function listBody(
  results: readonly Found[],
  wish: Wish,
  question: string,
  context: SearchContext,
): Body {
  switch (wish.format) {
    case 'xml':
      return answerXml(
        'searchresults',
        results.map((result) => placeElement(result, wish)).join(''),
        question,
        licenceOfAll(results, context),
      )
    case 'geojson':
      return featureCollection(results, wish, context)
    case 'geocodejson':
      return json(geocodeJson(results, wish, question, context))
    case 'json':
    case 'jsonv2':
      return json(results.map((result) => item(result, wish)))
  }
}

/** The body of a reverse lookup. */
export function oneBody(
  result: Found | undefined,
  wish: Wish,
  question: string,
  context: SearchContext,
): Body {
  const { format } = wish
  if (result === undefined) {
    const error = 'Unable to geocode'
    if (format !== 'xml') return json({ error })
    return {
      type: XML_TYPE,
      text: `${XML_HEAD}${element('reversegeocode', {}, element('error', {}, error), true)}`,
    }
  }
  switch (format) {
    case 'xml':
      return answerXml(
        'reversegeocode',
        reverseElements(result, wish),
        question,
        licenceOfAll([result], context),
      )
    case 'geojson':
      return featureCollection([result], wish, context)
    case 'geocodejson':
      return json(geocodeJson([result], wish, question, context))
    case 'json':
    case 'jsonv2':
      return json(item(result, wish))
  }
}

/** The body of a request that cannot be read. */
export function errorBody(message: string, isXml: boolean): Body {
  if (!isXml) return json({ error: { code: 400, message } })
  const inner = element('code', {}, '400') + element('message', {}, message)
  return { type: XML_TYPE, text: `${XML_HEAD}${element('error', {}, inner, true)}` }
}

/** An answer in XML: who answered when to what, around the elements of the results. */
function answerXml(root: string, inner: string, question: string, attribution: string): Body {
  const about = {
    timestamp: new Date().toUTCString(),
    attribution,
    querystring: question,
  }
  return { type: XML_TYPE, text: `${XML_HEAD}${element(root, about, inner, true)}` }
}

function featureCollection(results: readonly Found[], wish: Wish, context: SearchContext): Body {
  return json({
    type: 'FeatureCollection',
    licence: licenceOfAll(results, context),
    features: results.map((result) => feature(result, wish)),
  })
}

function json(value: unknown): Body {
  return { type: JSON_TYPE, text: JSON.stringify(value) }
}

/** A result by the keys of its format: `json` calls `class` what `jsonv2` calls `category`. */
function item(result: Found, wish: Wish): Partial<Item> {
  const { class: kind, category, annotations, ...rest } = itemOf(result, wish.withAddress)
  return {
    ...rest,
    ...(wish.format === 'json' ? { class: kind } : { category }),
    ...(wish.withExtraTags && { extratags: result.extraTags }),
    ...(wish.withNames && { namedetails: namesOf(result) }),
    ...(wish.withAnnotations && { annotations }),
  }
}

/** Names the data have: the one they are filed under. */
function namesOf({ name }: Found): Record<string, string> {
  return name === '' ? {} : { name }
}

function feature(result: Found, wish: Wish): object {
  const properties = {
    ...item(result, wish),
    lat: undefined,
    lon: undefined,
    boundingbox: undefined,
  }
  return { type: 'Feature', properties, bbox: result.box, geometry: geometry(result) }
}

function geometry({ lat, lon }: Found) {
  return { type: 'Point', coordinates: [Number(lon), Number(lat)] }
}

/** Version of the format. */
const GEOCODEJSON = '0.1.0'

function geocodeJson(results: readonly Found[], wish: Wish, query: string, context: SearchContext): object {
  const features = results.map((result) => {
    const {
      house_number,
      road,
      suburb,
      city_district,
      city,
      county,
      state,
      postcode,
      country,
      country_code,
    } = result.address
    const address = {
      housenumber: house_number,
      street: road,
      locality: suburb,
      district: city_district,
      postcode,
      city,
      county,
      state,
      country,
      country_code,
    }
    const geocoding = {
      place_id: result.placeId,
      osm_key: result.kind.class,
      osm_value: result.kind.type,
      type: typeOf(result),
      label: result.displayName,
      name: result.name === '' ? undefined : result.name,
      ...(wish.withAddress && address),
    }
    return { type: 'Feature', properties: { geocoding }, geometry: geometry(result) }
  })
  const licence = licenceOfAll(results, context)
  const geocoding = { version: GEOCODEJSON, attribution: licence, licence, query }
  return { type: 'FeatureCollection', geocoding, features }
}

/** The level of a result in the words of GeocodeJSON. */
function typeOf({ kind }: Found): string {
  const { rank } = kind
  if (rank >= 28) return 'house'
  if (rank >= 26) return 'street'
  if (rank >= 20) return 'locality'
  if (rank >= 18) return 'district'
  if (rank >= 14) return 'city'
  if (rank >= 10) return 'county'
  return rank >= 5 ? 'state' : 'country'
}

function attributes(result: Found): AttributesOf {
  const { place_id, lat, lon, boundingbox, place_rank } = itemOf(result, false)
  return { place_id, lat, lon, boundingbox: boundingbox.join(','), place_rank, address_rank: place_rank }
}

function placeElement(result: Found, wish: Wish): string {
  const { display_name, type, importance } = itemOf(result, false)
  return element(
    'place',
    { ...attributes(result), display_name, class: result.kind.class, type, importance },
    detailElements(result, wish) + (wish.withAddress ? addressElements(result) : ''),
    true,
  )
}

function reverseElements(result: Found, wish: Wish): string {
  const named = element('result', attributes(result), result.displayName)
  const parts = wish.withAddress ? element('addressparts', {}, addressElements(result), true) : ''
  return named + parts + detailElements(result, wish)
}

function addressElements({ address }: Found): string {
  return Object.entries(address)
    .filter((part): part is [string, string] => part[1] !== undefined)
    .map(([key, value]) => element(key, {}, value))
    .join('')
}

function detailElements(result: Found, wish: Wish): string {
  const tags = Object.entries(result.extraTags).map(([key, value]) => element('tag', { key, value }))
  const names = Object.entries(namesOf(result)).map(([desc, name]) => element('name', { desc }, name))
  return (
    (wish.withExtraTags ? element('extratags', {}, tags.join(''), true) : '') +
    (wish.withNames ? element('namedetails', {}, names.join(''), true) : '')
  )
}
