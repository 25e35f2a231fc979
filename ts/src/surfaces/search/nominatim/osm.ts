/** What an object of OpenStreetMap adds to a result: its id, kind, names, tags and outline, worded as Nominatim words them. */
import type { Engine } from '../../../engine/engine.js'
import type { OsmKind } from '../../../engine/calls.js'
import type { BoundingBox, OsmObject } from '../../../wire/found.js'
import type { Kind } from '../kinds.js'

/** Ids of objects begin here, above those of every gazetteer; `crates/builder/src/place.rs` has the same number. */
const FIRST_ID = 600_000_000_000

/** Kinds of objects by their number in an id. */
const TYPES = ['node', 'way', 'relation'] as const

/** The `place_id` of an object. Safe integers have room for numbers up to 2^49. */
export function placeIdOf({ osm_type: type, osm_id: id }: Pick<OsmObject, 'osm_type' | 'osm_id'>): number {
  return FIRST_ID + 2 * (4 * id + TYPES.indexOf(type))
}

/** The object that a `place_id` is made from, as `N1`; undefined for an id of a gazetteer. */
export function osmIdOf(placeId: number): string | undefined {
  if (placeId < FIRST_ID) return undefined
  const packed = Math.floor((placeId - FIRST_ID) / 2)
  const type = TYPES[packed % 4]
  return type && `${(type[0] ?? '').toUpperCase()}${String(Math.floor(packed / 4))}`
}

/** The object of an id such as `N1`; undefined if no open database has it. */
export function objectOf(id: string, withGeometry: boolean, { object }: Engine): OsmObject | undefined {
  return parsed(object?.(id, withGeometry))
}

/** An id of an object, where an answer has one. */
export type OfOsm = Partial<Pick<OsmObject, 'osm_type' | 'osm_id'>>

/** The object of an answer: by its id, otherwise by its point; undefined if no open database has it. */
export function objectAt(
  kind: OsmKind,
  name: string,
  answer: { lat: number; lon: number } & OfOsm,
  { withGeometry, engine }: { withGeometry: boolean; engine: Engine },
): OsmObject | undefined {
  const { lat, lon, osm_type: type, osm_id: id } = answer
  const own =
    type && id !== undefined
      ? objectOf(idOf({ osm_type: type, osm_id: id }), withGeometry, engine)
      : undefined
  return own ?? parsed(engine.objectAt?.(kind, name, { lat, lon }, withGeometry))
}

/** The id of an object in a query, as `N1`. */
export function idOf({ osm_type: type, osm_id: id }: Required<OfOsm>): string {
  return `${type.charAt(0).toUpperCase()}${String(id)}`
}

function parsed(json: string | null | undefined): OsmObject | undefined {
  return json === null || json === undefined ? undefined : (JSON.parse(json) as OsmObject)
}

/** Keys that say what an object is, the more telling first. */
const MAIN_KEYS = [
  'place',
  'highway',
  'amenity',
  'shop',
  'tourism',
  'leisure',
  'office',
  'craft',
  'healthcare',
  'historic',
  'railway',
  'aeroway',
  'aerialway',
  'club',
  'emergency',
  'military',
  'man_made',
  'mountain_pass',
  'natural',
  'waterway',
  'landuse',
  'public_transport',
  'junction',
  'boundary',
  'building',
]

/** Rank of a house or point of interest. */
const FINEST_RANK = 30

/** Rank of the search by key and value; the empty value stands for all others. Keys that are missing here have {@link FINEST_RANK}. */
const RANKS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  place: {
    continent: 2,
    country: 4,
    state: 8,
    province: 8,
    county: 12,
    district: 12,
    municipality: 14,
    city: 16,
    island: 17,
    town: 18,
    borough: 18,
    region: 18,
    village: 19,
    suburb: 19,
    hamlet: 20,
    croft: 20,
    quarter: 20,
    islet: 20,
    neighbourhood: 24,
    city_block: 25,
    square: 25,
    locality: 25,
    house: FINEST_RANK,
    '': 22,
  },
  boundary: { '': 25 },
  landuse: { '': 24 },
  leisure: { park: 24, nature_reserve: 24, garden: 25, common: 25, '': FINEST_RANK },
  natural: {
    sea: 4,
    peak: 18,
    volcano: 18,
    mountain_range: 18,
    tree: FINEST_RANK,
    spring: FINEST_RANK,
    cave_entrance: FINEST_RANK,
    geyser: FINEST_RANK,
    hot_spring: FINEST_RANK,
    rock: FINEST_RANK,
    stone: FINEST_RANK,
    '': 22,
  },
  waterway: { river: 19, '': 22 },
  mountain_pass: { '': 20 },
  highway: {
    service: 27,
    cycleway: 27,
    path: 27,
    footway: 27,
    steps: 27,
    bridleway: 27,
    motorway_link: 27,
    trunk_link: 27,
    primary_link: 27,
    secondary_link: 27,
    tertiary_link: 27,
    '': 26,
  },
}

/** Ranks in an address where they differ from those of the search, by the key of the address block. */
const ADDRESS_RANKS: Readonly<Record<string, number>> = {
  town: 16,
  village: 16,
  suburb: 20,
  quarter: 22,
  isolated_dwelling: 25,
  farm: 25,
}

/** The rank of a kind in an address. */
export function addressRankOf({ addresstype, rank }: Kind): number {
  return ADDRESS_RANKS[addresstype] ?? rank
}

/** Names of boundaries without a linked settlement by half their rank. */
const DIVISIONS = [
  'continent',
  'continent',
  'country',
  'region',
  'state',
  'state_district',
  'county',
  'municipality',
  'city',
  'city_district',
  'suburb',
  'neighbourhood',
  'city_block',
] as const

/** Tags that Nominatim does not import as a main tag: with an address, the object is a house. */
const NOT_MAIN_TAGS = new Set(['amenity=parking_entrance', 'amenity=parking_space'])

/** What an object is. One that has only an address is a house. */
export function kindOfObject({ tags }: OsmObject): Kind {
  const isHouse = tags['addr:housenumber'] !== undefined || tags['addr:housename'] !== undefined
  const key = MAIN_KEYS.find((main) => {
    const value = tags[main]
    return value !== undefined && value !== 'no' && !NOT_MAIN_TAGS.has(`${main}=${value}`)
  })
  const value = key === undefined ? undefined : tags[key]
  if (key === undefined || value === undefined) {
    return { class: 'place', type: isHouse ? 'house' : 'yes', addresstype: 'place', rank: FINEST_RANK }
  }
  const rank = rankOf(key, value, tags)
  return { class: key, type: value, addresstype: addressTypeOf(key, value, tags), rank }
}

function rankOf(key: string, value: string, { admin_level: level }: OsmObject['tags']): number {
  if (key === 'boundary' && value === 'administrative') return Math.min(25, 2 * Number(level ?? 12.5))
  const ranks = RANKS[key]
  return ranks?.[value] ?? ranks?.[''] ?? FINEST_RANK
}

function addressTypeOf(key: string, value: string, tags: OsmObject['tags']): string {
  switch (key) {
    case 'boundary':
      return keyOfObject(tags) ?? 'boundary'
    case 'place':
      return value === 'house' ? 'place' : value
    case 'highway':
      return 'road'
    default:
      return key
  }
}

/** The key of the address block that a settlement or boundary belongs under; undefined for another object. */
export function keyOfObject(tags: OsmObject['tags']): string | undefined {
  const { boundary, place, linked_place: linked, admin_level: level } = tags
  if (boundary === 'postal_code') return 'postcode'
  if (boundary !== 'administrative') return place
  return linked ?? place ?? DIVISIONS[Math.min(DIVISIONS.length - 1, Number(level ?? 12))]
}

/** Keys of names beside those of languages. */
const NAME_KEY =
  /^(?:(?:int_|nat_|reg_|loc_|old_|alt_|official_|short_|sorting_|bridge:|tunnel:)?name(?::|$)|ref$|int_ref$|nat_ref$|reg_ref$|loc_ref$|old_ref$|iata$|icao$|brand$|addr:housename$)/
/** Keys that describe where a name is used, or where it comes from. */
const NOT_A_NAME =
  /^name:(?:etymology|prefix|suffix|signed|source|pronunciation)|:(?:wikidata|wikipedia|forward|backward)$/

/** All names of an object; for a plain house only `addr:housename`, because Nominatim ignores its `name`. */
export function namesOfObject({ tags }: OsmObject, { class: key, type }: Kind): Record<string, string> {
  const isHouse = key === 'place' && type === 'house'
  return only(tags, (name) =>
    isHouse ? name === 'addr:housename' : NAME_KEY.test(name) && !NOT_A_NAME.test(name),
  )
}

/** Keys of imports and of notes among mappers. */
const NOT_SHOWN =
  /^(?:addr:|is_in(?::|$)|admin_level$|boundary$|type$|postal_code$|source(?::|$)|note(?::|$)|fixme|created_by$|attribution$|comment|import$|(?:tiger|NHD|nhd|gnis|geobase|naptan|CLC|KSJ2|yh|osak|kms|ngbe):)|:source$/

/** Tags of an object besides its kind, names and address. */
export function extraTagsOfObject({ tags }: OsmObject, kind: Kind): Record<string, string> {
  return only(
    tags,
    (key) => key !== kind.class && !NOT_SHOWN.test(key) && (!NAME_KEY.test(key) || NOT_A_NAME.test(key)),
  )
}

/** Address tags of an object, without the prefix of the keys. */
export function addressTagsOfObject({ tags }: OsmObject): Record<string, string> {
  const address = Object.entries(tags).filter(([key]) => key.startsWith('addr:'))
  return Object.fromEntries(address.map(([key, value]) => [key.slice('addr:'.length), value]))
}

function only(tags: OsmObject['tags'], isWanted: (key: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => isWanted(key)))
}

/** The name of an object of a kind in the first of the languages that has one, otherwise the local one; a house may have none. */
export function nameOfObject(
  object: OsmObject,
  kind: Kind,
  languages: readonly string[] | undefined,
): string {
  const names = namesOfObject(object, kind)
  const codes = (languages ?? []).flatMap((language) => [language, language.split('-')[0] ?? language])
  const keys = [
    ...codes.map((code) => `name:${code}`),
    'name',
    'brand',
    'official_name',
    'ref',
    'addr:housename',
  ]
  return keys.map((key) => names[key]).find((name) => name !== undefined) ?? ''
}

/** Half the side of the box of a node by the value of its main key, degrees. */
const NODE_EXTENTS: Readonly<Record<string, number>> = {
  continent: 25,
  country: 7,
  state: 2.6,
  province: 2.6,
  region: 1,
  county: 0.7,
  city: 0.16,
  municipality: 0.16,
  island: 0.32,
  postcode: 0.16,
  town: 0.04,
  village: 0.02,
  hamlet: 0.02,
  district: 0.02,
  borough: 0.02,
  suburb: 0.02,
  locality: 0.01,
  neighbourhood: 0.01,
  quarter: 0.01,
  city_block: 0.01,
  aerodrome: 0.015,
  station: 0.005,
}
const NODE_EXTENT = 0.00005

/** The box of an object: that of a node by its kind. */
export function boxOfObject({ osm_type: type, lat, lon, bbox }: OsmObject, kind: Kind): BoundingBox {
  if (type !== 'node') return bbox
  const half = NODE_EXTENTS[kind.type] ?? NODE_EXTENT
  const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return [rounded(lon - half), rounded(lat - half), rounded(lon + half), rounded(lat + half)] as BoundingBox
}
