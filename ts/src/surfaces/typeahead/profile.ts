/**
 * `--profile`: whose rules a server follows where Milepost and Photon differ. `milepost`, the default, follows Milepost's own rules, which ignore
 * some parameters; with `photon` they have the effect they have in Photon.
 */
import type { Static } from 'typebox'

import type { Parameter } from './parameters.js'
import type { PlaceFeature } from './schemas/collection.js'

/** Profiles by name. */
export const PROFILES = ['milepost', 'photon'] as const

/** Whose rules a server follows. */
export type Profile = (typeof PROFILES)[number]

/** Features asked for where a filter may leave some of them out. */
export const ASKED_BEFORE_FILTERS = 50

type Feature = Static<typeof PlaceFeature>

/** West, south, east, north in degrees. */
type Box = readonly [west: number, south: number, east: number, north: number]

/** Layers of Photon by the `type` of a feature, where they are not called the same. */
const LAYERS: Readonly<Record<string, string>> = { suburb: 'district', hamlet: 'locality' }

/** What a query of the profile leaves out. */
export interface Filters {
  box: Box | undefined
  layers: ReadonlySet<string>
  tags: readonly string[]
}

/** The filters of a query; none in the profile `milepost`. */
export function filtersOf(
  query: { bbox?: Parameter; layer?: Parameter; osm_tag?: Parameter },
  profile: Profile,
): Filters | undefined {
  if (profile === 'milepost') return undefined
  const box = boxOf(query.bbox)
  const layers = new Set(listOf(query.layer).map((layer) => LAYERS[layer] ?? layer))
  const tags = listOf(query.osm_tag)
  return box === undefined && layers.size === 0 && tags.length === 0 ? undefined : { box, layers, tags }
}

/** Whether a feature passes. */
export function passes({ properties, geometry }: Feature, { box, layers, tags }: Filters): boolean {
  const [lon, lat] = geometry.coordinates
  if (box !== undefined && !contains(box, lat, lon)) return false
  if (layers.size > 0 && !layers.has(properties.type)) return false
  const wanted = tags.filter((tag) => !tag.includes('!'))
  const unwanted = tags.filter((tag) => tag.includes('!'))
  const { osm_key, osm_value } = properties
  return (
    (wanted.length === 0 || wanted.some((tag) => hasTag(tag, osm_key, osm_value))) &&
    !unwanted.some((tag) => hasTag(tag.replaceAll('!', ''), osm_key, osm_value))
  )
}

/** The middle of a box: what lies in it is looked for around it. */
export function middleOf({ box }: Filters): { latitude: number; longitude: number } | undefined {
  if (box === undefined) return undefined
  const [west, south, east, north] = box
  const longitude = west <= east ? (west + east) / 2 : (((west + east + 360) / 2 + 540) % 360) - 180
  return { latitude: (south + north) / 2, longitude }
}

/** `key:value`, `key` or `:value`. */
function hasTag(tag: string, osmKey: string, osmValue: string): boolean {
  const [key = '', value = ''] = tag.split(':')
  return (key === '' || key === osmKey) && (value === '' || value === osmValue)
}

function contains([west, south, east, north]: Box, lat: number, lon: number): boolean {
  const between = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
  return between && lat >= south && lat <= north
}

/** `minLon,minLat,maxLon,maxLat`; one that is none bounds nothing. */
function boxOf(parameter: Parameter): Box | undefined {
  if (typeof parameter !== 'string') return undefined
  const edges = parameter.split(',').map(Number)
  const [west, south, east, north] = edges
  if (edges.length !== 4 || edges.some((edge) => !Number.isFinite(edge))) return undefined
  return [west ?? 0, south ?? 0, east ?? 0, north ?? 0]
}

function listOf(parameter: Parameter): string[] {
  const all = typeof parameter === 'string' ? [parameter] : (parameter ?? [])
  return all.filter((each) => each !== '')
}
