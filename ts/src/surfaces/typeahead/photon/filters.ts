/** What a query leaves out, by the rules of Photon. A wrong value is refused in the words of Photon. */
import type { Static } from 'typebox'

import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import { isInBox, type Point } from '../../points.js'
import { Refusal } from '../../read-parameters.js'
import type { PlaceFeature } from '../schemas/collection.js'
import { type Layer, LAYERS, type SearchQuery } from './schemas.js'

type Feature = Static<typeof PlaceFeature>

type Box = NonNullable<AnswerBounds['bounds']>

/** Keeps a feature or leaves it out. */
export type Filter = (feature: Feature) => boolean

type Query = Static<typeof SearchQuery>

/** The filters of a query. */
export function filtersOf(query: Omit<Query, 'q'>): Filter[] {
  const box = boxOf(query.bbox)
  return [
    ...(box === undefined ? [] : [isIn(box)]),
    ...layersOf(query.layer ?? []),
    ...tagsOf(query.osm_tag ?? []),
    ...countriesOf(query.countrycode ?? []),
    ...(query.include ?? []).map((list) => hasSomeOf(categoriesOf(list, 'include'))),
    ...(query.exclude ?? []).map((list) => lacksOneOf(categoriesOf(list, 'exclude'))),
  ]
}

const isIn =
  (box: Box): Filter =>
  ({ geometry }) => {
    const [lon, lat] = geometry.coordinates
    return isInBox({ lat, lon }, box)
  }

/** The box of a query; undefined without one. */
export function boxOf(text: string | undefined): Box | undefined {
  if (text === undefined) return undefined
  const edges = text.split(',').map((edge) => (edge.trim() === '' ? Number.NaN : Number(edge)))
  const [west = 0, south = 0, east = 0, north = 0] = edges
  if (edges.length !== 4 || !edges.every(Number.isFinite)) {
    throw new Refusal(
      "invalid number of supplied coordinates for parameter 'bbox', expected format is: minLon,minLat,maxLon,maxLat",
    )
  }
  const isOnEarth =
    [west, east].every((lon) => Math.abs(lon) <= 180) && [south, north].every((lat) => Math.abs(lat) <= 90)
  if (!isOnEarth || south > north) throw new Refusal("Invalid value for 'bbox' parameter.")
  return { west, south, east, north }
}

/** The middle of a box: what lies in it is looked for around it. */
export function middleOf({ west, south, east, north }: Box): Point {
  const lon = west <= east ? (west + east) / 2 : (((west + east + 360) / 2 + 540) % 360) - 180
  return { lat: (south + north) / 2, lon }
}

function layersOf(names: readonly string[]): Filter[] {
  const isLayer = (name: string): name is Layer => (LAYERS as readonly string[]).includes(name)
  if (!names.every(isLayer)) {
    throw new Refusal(`Unknown layer type. Available layers: [${LAYERS.join(', ')}]`)
  }
  return names.length === 0 ? [] : [({ properties }) => names.some((name) => name === properties.type)]
}

const TAG = /^(!?)(?:([^:!]+)(?::(!?)([^:!]+))?|:(!?)([^:!]+))$/

/** A condition on the main tag of a feature. */
interface Tag {
  isExcluded: boolean
  holds: Filter
}

function tagsOf(texts: readonly string[]): Filter[] {
  const tags = texts.map(tagOf)
  const [wanted, unwanted] = [tags.filter((tag) => !tag.isExcluded), tags.filter((tag) => tag.isExcluded)]
  return [
    ...(wanted.length > 0 ? [(feature: Feature) => wanted.some(({ holds }) => holds(feature))] : []),
    ...unwanted.map(
      ({ holds }): Filter =>
        (feature) =>
          !holds(feature),
    ),
  ]
}

/** `key:value`, `key` and `:value`, each with `!` in front; `:!value`; and `key:!value`, which wants another value of the key. */
function tagOf(text: string): Tag {
  const match = TAG.exec(text)
  if (match === null) throw new Refusal(`Invalid parameter 'osm_tag=${text}': bad syntax for tag filter.`)
  const [, not = '', key, notValue = '', value, notAlone = '', alone] = match
  const wantedValue = value ?? alone
  if (key !== undefined && notValue !== '' && not === '') {
    return {
      isExcluded: false,
      holds: ({ properties: { osm_key, osm_value } }) => osm_key === key && osm_value !== value,
    }
  }
  return {
    isExcluded: `${not}${notValue}${notAlone}` !== '',
    holds: ({ properties: { osm_key, osm_value } }) =>
      (key === undefined || osm_key === key) && (wantedValue === undefined || osm_value === wantedValue),
  }
}

function countriesOf(texts: readonly string[]): Filter[] {
  const codes = texts.flatMap((text) => text.split(',')).map((code) => code.trim().toUpperCase())
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong !== undefined)
    throw new Refusal(`Invalid parameter 'countrycode': ${wrong} is not a code of two letters`)
  return codes.length === 0
    ? []
    : [({ properties }) => codes.includes(properties.countrycode?.toUpperCase() ?? '')]
}

const CATEGORY = /^[\w-]+(?:\.[\w-]+){1,3}$/

function categoriesOf(list: string, name: string): string[] {
  const categories = list.split(',').map((category) => category.trim())
  if (categories.every((category) => CATEGORY.test(category))) return categories
  throw new Refusal(`Invalid category pattern in '${name}'.`)
}

const hasSomeOf =
  (categories: readonly string[]): Filter =>
  (feature) =>
    categories.some((category) => hasCategory(feature, category))

const lacksOneOf =
  (categories: readonly string[]): Filter =>
  (feature) =>
    !categories.every((category) => hasCategory(feature, category))

/** A feature has one category, of its main tag; a condition may name the first labels alone. */
function hasCategory({ properties }: Feature, category: string): boolean {
  return `osm.${properties.osm_key}.${properties.osm_value}.`.startsWith(`${category}.`)
}
