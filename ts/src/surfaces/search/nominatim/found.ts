/** From the answers of the engine to results with what Nominatim says beside them. */
import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import type { Gives } from '../../../wire/data-report.js'
import type {
  FoundHouse,
  FoundPlace,
  FoundPoi,
  GeoJsonGeometry,
  OsmObject,
  PoiAnswer,
  SearchResult,
} from '../../../wire/found.js'
import { distinctAnswers } from '../../address-parts/distinct.js'
import {
  type AddressParts,
  houseOf,
  type PartPlace,
  partsOfPoi,
  partsOfPoint,
  partsOfSearch,
} from '../../address-parts/parts.js'
import { type Address, addressOf, type Naming, settlementOf } from '../address.js'
import { type Around, around, placesAround } from '../../reverse.js'
import type { SearchContext } from '../context.js'
import { forwardResult, placeId, type Result, reverseResult, sourcesOfAddress } from '../item.js'
import { keyOf, type Kind, kindOfPlace } from '../kinds.js'
import { isInBox, type Point } from '../../points.js'
import { HOUSE_RANK, type Layer } from './layers.js'
import {
  boxOfObject,
  extraTagsOfObject,
  idOf,
  keyOfObject,
  kindOfObject,
  nameOfObject,
  namesOfObject,
  objectAt,
  objectOf,
  osmIdOf,
  placeIdOf,
} from './osm.js'
import { coordinatesOf, type Filters, MOST_RESULTS, type Question } from './question.js'

/** A result with the fields that only Nominatim has. */
export interface Found extends Result {
  layer: Layer
  extraTags: Record<string, string>
  names: Record<string, string>
  /** The object of OpenStreetMap, where a database of objects has it. */
  object?: OsmObject
  outline?: GeoJsonGeometry | undefined
}

/** What results are made with. */
export interface Asking extends SearchContext {
  /** Languages of the names, the preferred one first. */
  languages: string[] | undefined
  withGeometry: boolean
}

/** Degrees around a point of interest that a map shows. */
const POI_BOX = 5e-4

/** What a text finds: points of interest where it asks for some, otherwise the answers of a search, the likeliest first. */
export function searched(
  { text, amenity }: Question,
  bounds: AnswerBounds,
  filters: Filters,
  asking: Asking,
): Found[] {
  const passes = (result: Found) => isOf(result, filters) && isWithin(result, bounds)
  const point = coordinatesOf(text)
  if (point !== undefined && asking.engine.reverse !== undefined) {
    const result = reversed(point, { rank: HOUSE_RANK, layers: undefined }, asking)
    return result === undefined ? [] : [result]
  }
  const ofPlace = text === '' ? amenity : `${amenity ?? ''} in ${text}`
  const pois =
    filters.layers?.has('poi') === false ? [] : poisOf(amenity === undefined ? text : ofPlace, asking)
  const ofKind = pois.filter(passes)
  if (ofKind.length > 0 || amenity !== undefined) return ofKind.slice(0, filters.limit)
  const places = placesOf(text, bounds, filters, asking)
  return places.filter((result) => isOf(result, filters)).slice(0, filters.limit)
}

function placesOf(text: string, bounds: AnswerBounds, filters: Filters, asking: Asking): Found[] {
  if (filters.layers?.has('address') === false) return []
  // Ask for more, because the filters drop some.
  const isFiltered = filters.ranks !== undefined || filters.excluded.size > 0
  const limit = isFiltered ? MOST_RESULTS : filters.limit
  const { engine, languages } = asking
  const wanted = { ...bounds, limit, ...(languages !== undefined && { languages }) }
  const answers = JSON.parse(engine.search?.(text, wanted) ?? '[]') as SearchResult[]
  const distinct = filters.isDistinct ? distinctAnswers(answers) : answers
  return distinct.map((answer) => forward(answer, text, asking))
}

function isOf({ placeId: id, kind, layer, object }: Found, { ranks, layers, excluded }: Filters): boolean {
  const ids = [String(id), ...(object === undefined ? [] : [idOf(object)])]
  return (
    !ids.some((one) => excluded.has(one)) &&
    (layers?.has(layer) ?? true) &&
    (ranks === undefined || (kind.rank >= ranks.least && kind.rank <= ranks.most))
  )
}

/** What a reverse lookup keeps to. */
export interface Bounds {
  rank: number
  layers: ReadonlySet<Layer> | undefined
}

/** What a point lies in, as fine as the rank allows; undefined where nothing is. */
export function reversed(point: Point, { rank, layers }: Bounds, asking: Asking): Found | undefined {
  if (layers?.has('address') === false) return undefined
  const all = aroundOf(point, rank >= STREET_RANK, asking)
  const near = houseOf(all)
  if (rank < HOUSE_RANK && near !== undefined) {
    // The street of the nearest house is the nearest street, but for those without houses.
    const street = objectAt('street', near.street, { lat: near.lat, lon: near.lon }, asking)
    if (street !== undefined) return ofObject(street, asking)
  }
  const kept = all.filter((one) => kindOf(one, asking).rank <= rank)
  const result = reverseResult(kept, point, asking)
  if (result === undefined) return undefined
  const house = houseOf(kept)
  const [finest] = kept
  const found = ofAddress(result, partsOfPoint(kept), asking)
  const object = house && objectAt('house', house.house_number, house, asking)
  // Nominatim prefers a node inside a building to the building.
  const isArea = object !== undefined && object.osm_type !== 'node'
  const inside = rank >= HOUSE_RANK && (isArea || house === undefined) && objectAt('node', '', point, asking)
  const ofInside = inside ? ofObject(inside, asking) : undefined
  if (ofInside !== undefined) return ofInside
  if (house !== undefined) {
    // A house has no number of its own, and its place's would find the place.
    const { lat, lon, displayName } = found
    return withObject({ ...found, placeId: placeId(lat, lon, displayName) }, object, asking)
  }
  return withObject(found, finest && objectAt('place', nameOf(finest), finest, asking), asking)
}

/** What a point lies in, finest first. */
function aroundOf(point: Point, houses: boolean, { engine, languages }: Asking): Around {
  return around(engine, point, { houses, languages })
}

function nameOf(one: FoundHouse | FoundPlace): string {
  return 'name' in one ? one.name : one.house_number
}

/** The object of a place; undefined for a house, and where no database has it. */
export function objectOfPlace(one: FoundHouse | FoundPlace, asking: Asking): OsmObject | undefined {
  return 'name' in one ? objectAt('place', one.name, one, { ...asking, withGeometry: false }) : undefined
}

function kindOf(one: FoundHouse | FoundPlace, asking: Asking): Kind {
  const object = objectOfPlace(one, asking)
  return object === undefined ? kindOfPlace(one.placetype) : kindOfObject(object)
}

/** The chain of places of one of our ids, finest first; empty if the id is unknown. */
export function chainOf(id: number, { engine }: SearchContext): FoundPlace[] {
  return JSON.parse(engine.place?.(id) ?? '[]') as FoundPlace[]
}

/** The result of a `place_id`: a place of the gazetteer or an object; undefined if there is neither. */
export function ofPlaceId(id: number, asking: Asking): Found | undefined {
  const chain = chainOf(id, asking)
  const [place] = chain
  if (place === undefined) {
    const osm = osmIdOf(id)
    return osm === undefined ? undefined : ofOsmId(osm, asking)
  }
  const result = reverseResult(chain, place, asking)
  const object = objectAt('place', place.name, place, asking)
  return result && withObject(ofAddress(result, partsOfPoint(chain), asking), object, asking)
}

/** The result of an object, by an id such as `N1`; undefined if no database has it. */
export function ofOsmId(id: string, asking: Asking): Found | undefined {
  const object = objectOf(id, asking.withGeometry, asking.engine)
  return object && ofObject(object, asking)
}

/** The result of an object: its address is that of its point, from what is coarser than the object on. */
export function ofObject(object: OsmObject, asking: Asking): Found | undefined {
  const kind = kindOfObject(object)
  const isFine = kind.rank >= HOUSE_RANK
  const kept = aroundOf(object, isFine, asking).filter(
    (one) => isFine || kindOf(one, asking).rank < kind.rank || isSame(one, object),
  )
  const { 'addr:housenumber': number, 'addr:street': street, 'addr:postcode': postcode } = object.tags
  const parts = partsOfPoint(kept)
  const own: AddressParts = isFine
    ? { ...parts, houseNumber: number, street: street ?? parts.street, postcode: postcode ?? parts.postcode }
    : { ...parts, ...(kind.class === 'highway' && { street: nameOfObject(object, kind, asking.languages) }) }
  const result = reverseResult(
    kept.filter((one) => one.placetype !== 'address'),
    object,
    asking,
  )
  if (result === undefined) return undefined
  const found = withObject(ofAddress(result, own, asking), object, asking)
  return { ...found, sources: sourcesOfAddress(givesOf(kind), found.address, asking) }
}

/** The databases that an object and its address are read from. */
function givesOf({ class: key, type }: Kind): Gives[] {
  if (key === 'highway') return ['streets', 'reverse']
  if (key === 'boundary' || (key === 'place' && type !== 'house')) return ['places', 'reverse']
  return [key === 'building' || key === 'place' ? 'houses' : 'venues', 'reverse']
}

function isSame(one: FoundHouse | FoundPlace, { lat, lon }: OsmObject): boolean {
  return Math.abs(one.lat - lat) < NEAR && Math.abs(one.lon - lon) < NEAR
}

/** Greatest difference of the coordinates of one place in two databases, degrees. */
const NEAR = 2e-5

function forward(answer: SearchResult, question: string, asking: Asking): Found {
  const { engine, languages } = asking
  const isAlone = answer.match_level === 'point' && answer.places.length <= 1 && engine.reverse !== undefined
  const whole = isAlone ? { ...answer, places: placesAround(engine, answer, languages) } : answer
  const result = forwardResult(whole, question, asking, isAlone ? ['reverse'] : undefined)
  // The id of a place finds it again at `/lookup`; a house lacks one.
  const id = answer.resolution_tier === 'admin' ? answer.place?.id : undefined
  const found = ofAddress({ ...result, placeId: id ?? result.placeId }, partsOfSearch(whole), asking)
  return withObject(found, objectOfAnswer(answer, asking), asking)
}

/** The object of an answer; undefined for a house between others, and where no database of objects is. */
function objectOfAnswer(answer: SearchResult, asking: Asking): OsmObject | undefined {
  const { resolution_tier: tier, found, place } = answer
  switch (tier) {
    case 'address_point':
      return found.house_number === null ? undefined : objectAt('house', found.house_number, answer, asking)
    case 'street':
      return found.street === null ? undefined : objectAt('street', found.street, answer, asking)
    case 'admin':
      return place === null || place.placetype === 'postalcode'
        ? undefined
        : objectAt('place', place.name, place, asking)
    default:
      return undefined
  }
}

/** A result with the address of its parts, worded by the objects of its places. */
function ofAddress(result: Result, parts: AddressParts, asking: Asking): Found {
  const { languages, engine } = asking
  const hasObjects = engine.objectAt !== undefined
  const isWorded = hasObjects || languages !== undefined
  const address = isWorded ? worded(parts, asking) : result.address
  return {
    ...result,
    address,
    displayName: isWorded ? displayNameOf(address, result, hasObjects) : result.displayName,
    layer: 'address',
    extraTags: result.population > 0 ? { population: String(result.population) } : {},
    names: result.name === '' ? {} : { name: result.name },
  }
}

/** The address of parts. Without a division of the gazetteer around a town of its name, if OpenStreetMap has the town and not the division. */
function worded(parts: AddressParts, asking: Asking): Address {
  const namings = new Map(parts.places.map((place) => [place, namingOfPlace(place, asking)]))
  const isOfObject = (place: PartPlace) => namings.get(place)?.isOfObject === true
  const isRepeated = (place: PartPlace) =>
    keyOf(place.placetype) !== 'country' &&
    !isOfObject(place) &&
    parts.places.some((other) => other.name === place.name && isOfObject(other))
  const places = parts.places.filter((place) => !isRepeated(place))
  const namingOf = (place: PartPlace) => namings.get(place) ?? { key: keyOf(place.placetype) }
  return addressOf({ ...parts, places }, { namingOf, languages: asking.languages })
}

/** What a place is in an address: by its object, otherwise by its placetype. */
function namingOfPlace(place: PartPlace & Partial<Point>, asking: Asking): Naming & { isOfObject?: boolean } {
  const { placetype, name, lat, lon } = place
  const key = keyOf(placetype)
  // Countries and states are called alike everywhere.
  if (lat === undefined || lon === undefined || key === 'country' || key === 'postcode') return { key }
  const tags = objectAt('place', name, { lat, lon }, { ...asking, withGeometry: false })?.tags
  if (tags === undefined) return { key }
  const text = tags['ISO3166-2']
  const code = text === undefined ? undefined : { level: Number(tags['admin_level'] ?? 4), text }
  return { key: keyOfObject(tags) ?? key, code, isOfObject: true }
}

/** The values of an address, finest first. Counties of towns are named where OpenStreetMap has them. */
function displayNameOf(address: Address, { displayName }: Result, withCounty: boolean): string {
  const isTown = settlementOf(address) !== undefined
  const isShown = (key: string) =>
    key !== 'country_code' && !key.startsWith('ISO') && (withCounty || !isTown || key !== 'county')
  const names = Object.entries(address).flatMap(([key, name]) => (isShown(key) ? [name] : []))
  // A town and its county may have one name.
  return names.length === 0 ? displayName : names.filter((name, at) => name !== names[at - 1]).join(', ')
}

/** A result with what its object says; itself without one. */
function withObject(found: Found, object: OsmObject | undefined, { languages }: Asking): Found {
  if (object === undefined) return found
  const kind = kindOfObject(object)
  const isPlace = kind.rank < STREET_RANK
  // A place is called as in its address; the parts of a house do not name it.
  const name = isPlace && found.name !== '' ? found.name : nameOfObject(object, kind, languages)
  const isApart = !isPlace && name !== '' && kind.class !== 'highway'
  return {
    ...found,
    placeId: placeIdOf(object),
    lat: String(object.lat),
    lon: String(object.lon),
    kind,
    name,
    ...((!isPlace || found.population === 0) && { population: 0, importance: importanceOfRank(kind.rank) }),
    displayName: isApart ? `${name}, ${found.displayName}` : found.displayName,
    box: boxOfObject(object, kind),
    address: isApart ? { [kind.addresstype]: name, ...found.address } : found.address,
    extraTags: extraTagsOfObject(object, kind),
    names: namesOfObject(object, kind),
    object,
    outline: object.geometry,
  }
}

/** What Nominatim gives an object without an article of Wikipedia. */
function importanceOfRank(rank: number): number {
  return Math.round((0.40001 - rank / 75) * 1e8) / 1e8
}

const STREET_RANK = 26

function poisOf(question: string | undefined, asking: Asking): Found[] {
  const { poi } = asking.engine
  if (poi === undefined || question === undefined) return []
  const answer = JSON.parse(poi(question)) as PoiAnswer
  return answer.type === 'intent' ? answer.results.map((result) => poiResult(result, asking)) : []
}

function poiResult(poi: FoundPoi, asking: Asking): Found {
  const point = { lat: poi.latitude, lon: poi.longitude }
  const name = poi.name ?? ''
  // A junction with a name is a street too, and kept as one.
  const object =
    objectAt('poi', name, point, asking) ??
    (name === '' ? undefined : objectAt('street', name, point, asking))
  const found = object && ofObject(object, asking)
  return found === undefined ? poiAlone(poi, asking) : { ...found, layer: 'poi' }
}

/** A point of interest that no database of objects has. */
function poiAlone(poi: FoundPoi, asking: Asking): Found {
  const { latitude, longitude, categoryID, brandWikidata, gersID } = poi
  const [lat, lon] = [String(latitude), String(longitude)]
  const parts = partsOfPoi(poi)
  const address = addressOf(parts, { languages: asking.languages })
  const name = poi.name ?? ''
  const displayName = [name, ...parts.places.map((place) => place.name)]
    .filter((part) => part !== '')
    .join(', ')
  const tags: [string, string | null][] = [
    ['category', categoryID],
    ['brand:wikidata', brandWikidata],
    ['ref:gers', gersID],
  ]
  return {
    placeId: placeId(lat, lon, displayName),
    lat,
    lon,
    displayName,
    name,
    kind: { class: 'amenity', type: categoryID ?? 'yes', addresstype: 'amenity', rank: HOUSE_RANK },
    population: 0,
    box: [longitude - POI_BOX, latitude - POI_BOX, longitude + POI_BOX, latitude + POI_BOX],
    address: name === '' ? address : { amenity: name, ...address },
    unmatched: undefined,
    annotations: asking.annotate(latitude, longitude, {
      countryCode: parts.countryCode,
      placeName: settlementOf(address),
    }),
    sources: sourcesOfAddress(['venues', 'reverse'], address, asking),
    layer: 'poi',
    extraTags: Object.fromEntries(tags.filter((tag): tag is [string, string] => tag[1] !== null)),
    names: name === '' ? {} : { name },
  }
}

function isWithin(result: Found, { countries, bounds }: AnswerBounds): boolean {
  const code = result.address.country_code
  const point = { lat: Number(result.lat), lon: Number(result.lon) }
  return (
    (countries === undefined || countries.some((country) => country.toLowerCase() === code)) &&
    (bounds === undefined || isInBox(point, bounds))
  )
}
