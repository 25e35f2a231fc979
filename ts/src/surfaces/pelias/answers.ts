/** The engine's knowledge as features, within the bounds of the query. */
import type { Engine } from '../../engine/engine.js'
import type { Completion, FoundPlace, PoiAnswer, SearchResult } from '../../wire/found.js'
import { distinctAnswers } from '../address-parts/distinct.js'
import { around, placesAround } from '../reverse.js'
import { isInBox, kilometres, type Point } from '../points.js'
import {
  type Feature,
  featureOfCompletion,
  featureOfPlace,
  featureOfPoi,
  featureOfPoint,
  featuresAround,
  featuresOfResults,
} from './feature.js'
import { pointOfId } from './gid.js'
import { ABOVE, isLayer, type Layer } from './layers.js'
import type { Asked } from './parameters.js'
import { withVenues } from '../venues.js'

/** Answers looked at where some may be left out. */
const BEFORE_FILTERS = 40

/** What a text finds. */
export function searched(text: string, asked: Asked, { search, poi }: Engine): Feature[] {
  const wantsVenues = asked.layers === undefined || asked.layers.has('venue')
  const answer = wantsVenues && poi ? (JSON.parse(poi(text, asked.bounds.languages)) as PoiAnswer) : undefined
  const venues = answer?.type === 'intent' ? within(answer.results.map(featureOfPoi), asked) : []
  if (venues.length > 0) return venues
  const limit = isFiltered(asked) ? BEFORE_FILTERS : asked.size
  const found = JSON.parse(search?.(text, { ...asked.bounds, limit }) ?? '[]') as SearchResult[]
  return within(featuresOfResults(distinctAnswers(found)), asked)
}

/** What a text that is being typed may become. */
export function completed(text: string, asked: Asked, engine: Engine): Feature[] {
  const { layers, bounds, inside } = asked
  const { near, countries, bounds: box, languages } = bounds
  const limit = isFiltered(asked) || countries || box ? BEFORE_FILTERS : asked.size
  const options = {
    limit,
    ...(near && { latitude: near.lat, longitude: near.lon }),
    ...(languages && { languages }),
  }
  const [wantsVenues, wantsPlaces] = [
    layers?.has('venue') ?? true,
    layers === undefined || !isVenueAlone(layers),
  ]
  const places = wantsPlaces ? (JSON.parse(engine.complete?.(text, options) ?? '[]') as Completion[]) : []
  return within(
    withVenues(wantsVenues ? engine : {}, text, options, places, {
      place: (found) => featureOfCompletion(found, inside === undefined ? undefined : chainOf(found, engine)),
      venue: featureOfPoi,
    }),
    asked,
  )
}

/** The places that contain a completion, by its id, or by its point if it is a street or a house. */
function chainOf({ id, lat, lon }: Completion, { place, reverse }: Engine): FoundPlace[] | undefined {
  const number = Number(id.split(':')[1])
  const chain = Number.isSafeInteger(number) ? place?.(number) : reverse?.(lat, lon)
  return chain === undefined || chain === null ? undefined : (JSON.parse(chain) as FoundPlace[])
}

function isVenueAlone(layers: ReadonlySet<Layer>): boolean {
  return layers.size === 1 && layers.has('venue')
}

/** Kilometres of `boundary.circle.radius` of a reverse lookup, at most. */
const MOST_RADIUS_KM = 5

/** What lies at a point: the house, then the places it lies in. A radius bounds the house alone, since the places contain the point. */
export function reversed(
  point: Point,
  asked: Asked,
  radiusKm: number | undefined,
  engine: Engine,
): Feature[] {
  const houses = asked.layers === undefined || asked.layers.has('address')
  const found = around(engine, point, { houses, languages: asked.bounds.languages })
  const most = Math.min(radiusKm ?? MOST_RADIUS_KM, MOST_RADIUS_KM)
  const near = featuresAround(found, point).filter(
    ({ properties }) => properties.layer !== 'address' || Number(properties['distance']) <= most,
  )
  return within(near, { ...asked, circle: undefined })
}

/** What an id (`source:layer:id`) stands for; undefined if it is none of ours or nothing. */
export function byId(gid: string, languages: string[] | undefined, engine: Engine): Feature | undefined {
  const [, layer = '', id = ''] = gid.split(':')
  if (!isLayer(layer)) return undefined
  if (layer === 'address' || layer === 'street' || layer === 'venue') {
    const point = pointOfId(id)
    if (point !== undefined) return featureOfPoint(point, placesAround(engine, point, languages), layer)
    // A landmark is a venue with the id of the gazetteer.
    if (layer !== 'venue') return undefined
  }
  const number = Number(id)
  const chain = Number.isSafeInteger(number) ? (engine.place?.(number, languages) ?? null) : null
  return chain === null ? undefined : featureOfPlace(JSON.parse(chain) as FoundPlace[])
}

function isFiltered({ layers, circle, inside, categories }: Asked): boolean {
  return [layers, circle, inside, categories].some((filter) => filter !== undefined)
}

/** Whether a feature is a place or lies in it, by the id of the place. */
function isInside({ properties }: Feature, id: string): boolean {
  const own = properties['id'] === id && !POINT_LAYERS.includes(properties.layer)
  const gids = ABOVE.map((layer) => properties[`${layer}_gid`])
  return own || gids.some((gid) => typeof gid === 'string' && gid.endsWith(`:${id}`))
}

const POINT_LAYERS: readonly Layer[] = ['venue', 'address', 'street']

/** Whether a point of interest is of the categories asked for; nothing else has a category. */
function isOf({ properties }: Feature, { some, none }: NonNullable<Asked['categories']>): boolean {
  const own = (properties['category'] as readonly string[] | undefined) ?? []
  return (
    (some.length === 0 || some.some((name) => own.includes(name))) && !none.some((name) => own.includes(name))
  )
}

/** The features that are within what bounds the answer, as many as are wanted. */
function within(
  features: Feature[],
  { layers, circle, inside, categories, bounds: { countries, bounds }, size }: Asked,
): Feature[] {
  const passes = (feature: Feature) => {
    const { properties, geometry } = feature
    const [lon, lat] = geometry.coordinates
    const code = properties['country_code']
    return (
      (bounds === undefined || isInBox({ lat, lon }, bounds)) &&
      (layers === undefined || layers.has(properties.layer satisfies Layer)) &&
      (countries === undefined || countries.some((country) => country === code)) &&
      (inside === undefined || isInside(feature, inside)) &&
      (categories === undefined || isOf(feature, categories)) &&
      (circle === undefined || kilometres(circle, { lat, lon }) <= circle.radiusKm)
    )
  }
  return features.filter(passes).slice(0, size)
}

/** The features with their distance from the focus of the query, as Pelias has it. */
export function fromFocus(features: Feature[], focus: Point | undefined): Feature[] {
  if (focus === undefined) return features
  return features.map((feature) => {
    const [lon, lat] = feature.geometry.coordinates
    const { label, ...properties } = feature.properties
    return { ...feature, properties: { ...properties, distance: kilometres(focus, { lat, lon }), label } }
  })
}
