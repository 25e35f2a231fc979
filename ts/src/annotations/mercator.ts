/** Spherical ("web") Mercator, EPSG:3857. */
import type { Annotator } from './subject.js'

const RADIUS_M = 6_378_137

/** Where the projected world is a square; beyond it the projection runs away to the poles. */
const MOST_LATITUDE = 85.05112878

/** A tenth of a millimetre. */
const rounded = (metres: number) => Math.round(metres * 1e4) / 1e4 + 0

/** Metres east and north of 0, 0. */
export const mercator: Annotator<{ x: number; y: number }> = ({ lat, lon }) => {
  const radians = (Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, lat)) * Math.PI) / 180
  return {
    x: rounded((RADIUS_M * lon * Math.PI) / 180),
    y: rounded(RADIUS_M * Math.asinh(Math.tan(radians))),
  }
}
