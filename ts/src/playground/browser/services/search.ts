/** The search surface, in the shapes of Nominatim. */
import { ask, type Box, type Found, type Point, round, type Service, written } from '../service.js'
import { labelInWords } from '../../../wire/words.js'

interface Item {
  lat: string
  lon: string
  type?: string
  name?: string
  display_name: string
  boundingbox?: [south: string, north: string, west: string, east: string]
  address?: Record<string, string>
}

/** Keys of an address block that are codes, not places. */
const CODES = /^(ISO3166|country_code|postcode|house_number|road)/

export const search: Service = {
  answer: async (text, signal) => {
    const request = { path: `search?q=${encodeURIComponent(text)}&addressdetails=1` }
    const { body, json } = await ask<Item[] | { error: string }>(request, signal)
    const [first, ...others] = Array.isArray(body) ? body : []
    return { ...answerOf(first, 'No place found'), others: others.map(placeOf), json, request }
  },
  reverse: async ({ lat, lon }, signal) => {
    const request = { path: `reverse?lat=${round(lat)}&lon=${round(lon)}&addressdetails=1` }
    const { body, json } = await ask<Item | null>(request, signal)
    const found = body !== null && 'lat' in body ? body : undefined
    return { ...answerOf(found, 'Nothing is known here', { lat, lon }), json, request }
  },
}

function placeOf(item: Item) {
  return { name: item.display_name, kind: labelInWords(item.type ?? 'place'), point: pointOf(item) }
}

function answerOf(item: Item | undefined, nothing: string, asked?: Point): Found {
  if (item === undefined) {
    return { title: nothing, tone: 'none', point: asked }
  }
  const point = pointOf(item)
  const { address = {}, type } = item
  const trail = Object.entries(address)
    .filter(([key]) => !CODES.test(key))
    .map(([key, name]) => ({ name, kind: labelInWords(key) }))
    .reverse()
  return {
    title: item.display_name,
    level: type === undefined ? undefined : `Found as: ${labelInWords(type)}`,
    tone: 'sure',
    point,
    box: boxOf(item),
    trail,
    facts: [
      ['Point', written(point)],
      ['Postcode', address['postcode']],
      ['Street', address['road'] && [address['house_number'], address['road']].filter(Boolean).join(' ')],
    ],
  }
}

function pointOf({ lat, lon }: Item): Point {
  return { lat: Number(lat), lon: Number(lon) }
}

function boxOf({ boundingbox }: Item): Box | undefined {
  if (boundingbox === undefined) return undefined
  const [south, north, west, east] = boundingbox
  return [Number(south), Number(west), Number(north), Number(east)]
}
