/** The typeahead surface, in the shapes of Photon. */
import {
  type Answer,
  ask,
  type Box,
  type HttpRequest,
  type Place,
  round,
  type Service,
  written,
} from '../service.js'
import { joined, labelInWords } from '../../../wire/words.js'

interface Feature {
  geometry: { coordinates: [lon: number, lat: number] }
  properties: Partial<
    Record<
      | 'type'
      | 'name'
      | 'housenumber'
      | 'street'
      | 'district'
      | 'city'
      | 'county'
      | 'state'
      | 'postcode'
      | 'country',
      string
    >
  > & { extent?: [west: number, north: number, east: number, south: number] }
}

interface Collection {
  features: Feature[]
}

/** Lines below the field, of which the first is the answer. */
const SUGGESTIONS = 6

export const typeahead: Service = {
  suggest: async (text, near, signal) => {
    const around = near === undefined ? '' : `&lat=${round(near.lat)}&lon=${round(near.lon)}`
    const request = { path: `api?q=${encodeURIComponent(text)}&limit=${String(SUGGESTIONS)}${around}` }
    const { body, json } = await ask<Collection>(request, signal)
    return body.features.map((feature) => {
      const { name, context, kind } = placeOf(feature)
      const answer = answerOf(feature, json, request)
      return { text: joined([name, context]), name, context, kind, answer }
    })
  },
  answer: async (text, signal) => {
    const request = { path: `api?q=${encodeURIComponent(text)}&limit=${String(SUGGESTIONS)}` }
    const { body, json } = await ask<Collection>(request, signal)
    const [first, ...others] = body.features
    if (first === undefined) return nothing('No place begins like this', json, request)
    return { ...answerOf(first, json, request), others: others.map(otherOf) }
  },
  reverse: async (point, signal) => {
    const request = { path: `reverse?lat=${round(point.lat)}&lon=${round(point.lon)}` }
    const { body, json } = await ask<Collection>(request, signal)
    const [first] = body.features
    if (first === undefined) return { ...nothing('Nothing is known here', json, request), point }
    return { ...answerOf(first, json, request), point }
  },
}

function nothing(title: string, json: string, request: HttpRequest): Answer {
  return { title, tone: 'none', json, request }
}

function placeOf({ properties }: Feature) {
  const { name, housenumber, street, district, city, state, country, type = 'place' } = properties
  const own = name ?? [housenumber, street].filter(Boolean).join(' ')
  const around = [district, city, state, country].filter((part) => part !== own)
  return { name: own, context: joined(around), kind: labelInWords(type === 'city' ? 'town' : type) }
}

function pointOf({ geometry }: Feature) {
  const [lon, lat] = geometry.coordinates
  return { lat, lon }
}

function otherOf(feature: Feature): Place {
  const { name, context, kind } = placeOf(feature)
  return { name: joined([name, context]), kind, point: pointOf(feature) }
}

function answerOf(feature: Feature, json: string, request: HttpRequest): Answer {
  const { name, context, kind } = placeOf(feature)
  const { country, state, county, city, district, postcode, extent } = feature.properties
  const point = pointOf(feature)
  const chain: readonly (readonly [string | undefined, string])[] = [
    [country, 'country'],
    [state, 'region'],
    [county, 'county'],
    [city, 'town'],
    [district, 'part of town'],
  ]
  return {
    title: joined([name, context]),
    level: `Found as: ${kind}`,
    tone: 'sure',
    point,
    box: extent && boxOf(extent),
    trail: chain.flatMap(([name, kind]) => (name === undefined ? [] : [{ name, kind }])),
    facts: [
      ['Point', written(point)],
      ['Postcode', postcode],
    ],
    json,
    request,
  }
}

function boxOf([west, north, east, south]: [number, number, number, number]): Box {
  return [south, west, north, east]
}
