/** Points and boxes on the Earth, in degrees. */
import type { AnswerBounds } from '../wire/answer-bounds.js'

/** A point. */
export interface Point {
  lat: number
  lon: number
}

/** Whether there is such a point. */
export function isOnEarth({ lat, lon }: Point): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180
}

/** A longitude turned back into -180 to 180: maps that were dragged around the world send others. */
export function turnedBack(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180
}

/** Whether a point lies in a box; one whose `west` is greater than its `east` crosses the antimeridian. */
export function isInBox({ lat, lon }: Point, box: NonNullable<AnswerBounds['bounds']>): boolean {
  const { south, west, north, east } = box
  const isBetween = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east
  return isBetween && lat >= south && lat <= north
}

const EARTH_KM = 6371.0088

/** Kilometres between two points, to the metre. */
export function kilometres(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [dLat, dLon] = [radians(b.lat - a.lat), radians(b.lon - a.lon)]
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h))) * 1000) / 1000
}
