/**
 * Reading parameters of a query. One that is empty or sent several times counts as absent: some clients send every
 * parameter they know without a value.
 */
import { isOnEarth, type Point, turnedBack } from '../points.js'

/** A parameter as it comes from the query. */
export type Parameter = string | string[] | undefined

/** Features unless `limit` says otherwise. */
export const DEFAULT_LIMIT = 15

/** Most features of an answer; Photon's own cap. */
export const MOST_FEATURES = 50

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

function number(parameter: Parameter): number | undefined {
  if (typeof parameter !== 'string') return undefined
  // A plus sign that was not escaped arrives as a blank.
  const text = parameter.trim()
  return DECIMAL.test(text) ? Number(text) : undefined
}

/** How many features are asked for: whole, at least one; 0 and invalid numbers mean the default. */
export function limitOf(parameter: Parameter): number {
  const asked = number(parameter)
  if (asked === undefined || asked === 0) return DEFAULT_LIMIT
  return Math.min(MOST_FEATURES, Math.max(1, Math.floor(asked)))
}

/** A point; undefined unless both parameters are numbers. */
export function pointOf(lat: Parameter, lon: Parameter): Point | undefined {
  const point = { lat: number(lat), lon: number(lon) }
  return point.lat === undefined || point.lon === undefined ? undefined : (point as Point)
}

/**
 * The point that answers should be near. A longitude beyond 180 is turned back; a latitude beyond the poles is ignored, because an invalid
 * preference must not fail the request.
 */
export function biasOf(lat: Parameter, lon: Parameter): { latitude: number; longitude: number } | undefined {
  const point = pointOf(lat, lon)
  if (point === undefined || Math.abs(point.lat) > 90 || !Number.isFinite(point.lon)) return undefined
  return { latitude: point.lat, longitude: isOnEarth(point) ? point.lon : turnedBack(point.lon) }
}
