/** Direction of the Kaaba: the initial bearing of the great circle, on the sphere as prayer tables have it. */
import type { Annotator } from './subject.js'

const KAABA = { lat: 21.4225, lon: 39.8262 }

/** Five decimals of a degree. */
const UNITS_A_TURN = 36_000_000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Degrees clockwise from north, 0 to 360. */
export const qibla: Annotator<number> = ({ lat, lon }) => {
  const [here, there] = [radians(lat), radians(KAABA.lat)]
  const east = radians(KAABA.lon - lon)
  const bearing = Math.atan2(
    Math.sin(east) * Math.cos(there),
    Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east),
  )
  const units = Math.round((bearing / (2 * Math.PI) + 1) * UNITS_A_TURN) % UNITS_A_TURN
  return (units * 360) / UNITS_A_TURN
}
