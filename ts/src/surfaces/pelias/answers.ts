/** The engine's knowledge as features, within the bounds of the query. */
import type { Engine } from '../../engine/engine.js'
import type { Completion, FoundHouse, FoundPlace, PoiAnswer, SearchResult } from '../../wire/found.js'
import {
  type Feature,
  featureOfCompletion,
  featureOfPlace,
  featureOfPoi,
  featureOfPoint,
  featureOfResult,
  featureOfVenue,
  featuresAround,
  kilometres,
} from './feature.js'
import { pointOfId } from './gid.js'
import { isLayer, type Layer } from './layers.js'
import type { Asked, Point } from './parameters.js'
import { withVenues } from '../venues.js'

/** Answers looked at where some may be left out. */
const BEFORE_FILTERS = 40

/** What a text finds. */
export function searched(text: string, asked: Asked, { search, poi }: Engine): Feature[] {
  const wantsVenues = asked.layers === undefined || asked.layers.has('venue')
  const answer = wantsVenues && poi ? (JSON.parse(poi(text)) as PoiAnswer) : undefined
  const venues = answer?.type === 'intent' ? within(answer.results.map(featureOfPoi), asked) : []
  if (venues.length > 0) return venues
  const limit = isFiltered(asked) ? BEFORE_FILTERS : asked.size
  const found = JSON.parse(search?.(text, { ...asked.bounds, limit }) ?? '[]') as SearchResult[]
  return within(found.map(featureOfResult), asked)
}

/** What a text that is being typed may become. */
export function completed(text: string, asked: Asked, engine: Engine): Feature[] {
  const { layers, bounds } = asked
  const { near, countries, bounds: box } = bounds
  const limit = isFiltered(asked) || countries || box ? BEFORE_FILTERS : asked.size
  const options = { limit, ...(near && { latitude: near.lat, longitude: near.lon }) }
  const [wantsVenues, wantsPlaces] = [
    layers?.has('venue') ?? true,
    layers === undefined || !isVenueAlone(layers),
  ]
  const places = wantsPlaces ? (JSON.parse(engine.complete?.(text, options) ?? '[]') as Completion[]) : []
  return within(
    withVenues(wantsVenues ? engine : {}, text, options, places, {
      place: featureOfCompletion,
      venue: featureOfPoi,
    }),
    asked,
  )
}

function isVenueAlone(layers: ReadonlySet<Layer>): boolean {
  return layers.size === 1 && layers.has('venue')
}

/** What lies at a point: the house, then the places it lies in. */
export function reversed(point: Point, asked: Asked, { reverse }: Engine): Feature[] {
  const houses = asked.layers === undefined || asked.layers.has('address')
  const around = JSON.parse(reverse?.(point.lat, point.lon, { houses }) ?? '[]') as (
    FoundHouse | FoundPlace
  )[]
  return within(featuresAround(around, point), asked)
}

/** What an id (`source:layer:id`) stands for; undefined if it is none of ours or nothing. */
export function byId(gid: string, { place, reverse }: Engine): Feature | undefined {
  const [, layer = '', id = ''] = gid.split(':')
  if (!isLayer(layer)) return undefined
  if (layer === 'address' || layer === 'street' || layer === 'venue') {
    const point = pointOfId(id)
    if (point !== undefined) {
      const around = JSON.parse(reverse?.(point.lat, point.lon) ?? '[]') as FoundPlace[]
      return layer === 'venue' ? featureOfVenue(point, around) : featureOfPoint(point, around)
    }
    // A landmark is a venue with the id of the gazetteer.
    if (layer !== 'venue') return undefined
  }
  const number = Number(id)
  const chain = Number.isSafeInteger(number) ? (place?.(number) ?? null) : null
  return chain === null ? undefined : featureOfPlace(JSON.parse(chain) as FoundPlace[])
}

function isFiltered({ layers, circle }: Asked): boolean {
  return layers !== undefined || circle !== undefined
}

/** The features that are within what bounds the answer, as many as are wanted. */
function within(
  features: Feature[],
  { layers, circle, bounds: { countries, bounds }, size }: Asked,
): Feature[] {
  const passes = ({ properties, geometry }: Feature) => {
    const [lon, lat] = geometry.coordinates
    const code = properties['country_code']
    const isBetween =
      bounds === undefined ||
      (lat >= bounds.south &&
        lat <= bounds.north &&
        (bounds.west <= bounds.east
          ? lon >= bounds.west && lon <= bounds.east
          : lon >= bounds.west || lon <= bounds.east))
    return (
      isBetween &&
      (layers === undefined || layers.has(properties.layer satisfies Layer)) &&
      (countries === undefined || countries.some((country) => country === code)) &&
      (circle === undefined || kilometres(circle, { lat, lon }) <= circle.radiusKm)
    )
  }
  return features.filter(passes).slice(0, size)
}
