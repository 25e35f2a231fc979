/**
 * Reading parameters of a query. One that is empty or sent several times counts as absent: some clients send every
 * parameter they know without a value.
 */

/** A parameter as it comes from the query. */
export type Parameter = string | string[] | undefined

/** Degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** Most characters (UTF-16 units) of `q`. */
export const MOST_CHARACTERS = 512

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
  const [latitude, longitude] = [number(lat), number(lon)]
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** Whether the written degrees lie on the Earth. */
export function isOnEarth({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}

/**
 * The point that answers should be near. Maps that were dragged around the world send longitudes beyond 180, which are turned
 * back; a latitude beyond the poles is ignored, because an invalid preference must not fail the request.
 */
export function biasOf(lat: Parameter, lon: Parameter): Point | undefined {
  const point = pointOf(lat, lon)
  if (point === undefined || Math.abs(point.latitude) > 90 || !Number.isFinite(point.longitude))
    return undefined
  if (isOnEarth(point)) return point
  return { latitude: point.latitude, longitude: ((((point.longitude + 180) % 360) + 360) % 360) - 180 }
}
