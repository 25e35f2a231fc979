/** Annotations of a point by its coordinates and the time alone. */
import Geohash from 'latlon-geohash'
import mgrsLibrary from 'mgrs'
import { getTimes } from 'suncalc'

import type { Annotator } from './subject.js'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Hundredths of a second of arc. The whole angle is rounded before it is split: rounding the seconds alone would write `59′ 60.00″`. */
const UNITS_A_DEGREE = 360_000
const UNITS_A_MINUTE = 6_000

function sexagesimal(degrees: number, positive: string, negative: string): string {
  const units = Math.round(Math.abs(degrees) * UNITS_A_DEGREE)
  const whole = Math.floor(units / UNITS_A_DEGREE)
  const minutes = Math.floor((units % UNITS_A_DEGREE) / UNITS_A_MINUTE)
  const seconds = ((units % UNITS_A_MINUTE) / 100).toFixed(2)
  return `${String(whole)}° ${String(minutes)}′ ${seconds}″ ${degrees < 0 ? negative : positive}`
}

/** `38° 53′ 51.72″ N`: seconds with two decimals, which is 30 cm. */
export const dms: Annotator<'DMS'> = ({ lat, lon }) => ({
  lat: sexagesimal(lat, 'N', 'S'),
  lng: sexagesimal(lon, 'E', 'W'),
})

/** Field, square and subsquare of 5′ by 2.5′. */
const SUBSQUARES = 18 * 10 * 24
const letter = (index: number, first: string) => String.fromCharCode(first.charCodeAt(0) + index)

/** The three characters of one axis; `turn` is the angle from its start over its whole, 0 to 1. */
function axis(turn: number): [string, string, string] {
  // The pole and the antimeridian belong to the last subsquare.
  const index = Math.min(Math.floor(turn * SUBSQUARES), SUBSQUARES - 1)
  return [letter(Math.floor(index / 240), 'A'), String(Math.floor(index / 24) % 10), letter(index % 24, 'a')]
}

/** Maidenhead locator of radio amateurs: `FM18lv`. */
export const maidenhead: Annotator<'Maidenhead'> = ({ lat, lon }) => {
  const east = axis((lon + 180) / 360)
  const north = axis((lat + 90) / 180)
  return east.map((character, level) => character + (north[level] ?? '')).join('')
}

const RADIUS_M = 6_378_137

/** Where the projected world is a square; beyond it the projection runs away to the poles. */
const MOST_LATITUDE = 85.05112878

/** A tenth of a millimetre. */
const rounded = (metres: number) => Math.round(metres * 1e4) / 1e4 + 0

/** Spherical ("web") Mercator, EPSG:3857: metres east and north of 0, 0. */
export const mercator: Annotator<'Mercator'> = ({ lat, lon }) => {
  const shown = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, lat))
  return {
    x: rounded((RADIUS_M * lon * Math.PI) / 180),
    y: rounded(RADIUS_M * Math.asinh(Math.tan(radians(shown)))),
  }
}

/** Geohash of nine characters, a cell of 5 m: `gcpvj0duq`. */
export const geohash: Annotator<'geohash'> = ({ lat, lon }) => Geohash.encode(lat, lon, 9)

/**
 * Military grid reference to the metre, truncated as the grid prescribes, in the zones of the standard with its exceptions in Norway and
 * Svalbard. Nothing nearer to the poles than 80° S and 84° N: the polar grid is another one.
 */
export const mgrs: Annotator<'MGRS'> = ({ lat, lon }) =>
  lat < -80 || lat > 84 ? undefined : mgrsLibrary.forward([lon, lat])

const KAABA = { lat: 21.4225, lon: 39.8262 }

/** Five decimals of a degree. */
const UNITS_A_TURN = 36_000_000

/** Initial bearing of the great circle to the Kaaba, on the sphere as prayer tables have it: degrees clockwise from north, 0 to 360. */
export const qibla: Annotator<'qibla'> = ({ lat, lon }) => {
  const [here, there] = [radians(lat), radians(KAABA.lat)]
  const east = radians(KAABA.lon - lon)
  const bearing = Math.atan2(
    Math.sin(east) * Math.cos(there),
    Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east),
  )
  const units = Math.round((bearing / (2 * Math.PI) + 1) * UNITS_A_TURN) % UNITS_A_TURN
  return (units * 360) / UNITS_A_TURN
}

/**
 * Rise and set of the sun on the solar day at the point that holds the time asked for: the day whose noon is nearest. The upper limb on the
 * horizon with standard refraction, an altitude of -0.833°. Without `rise` and `set` in polar day and polar night.
 */
export const sun: Annotator<'sun'> = ({ lat, lon, now }) => {
  const { sunrise, sunset } = getTimes(now, lat, lon)
  return {
    ...(sunrise !== null && { rise: event(sunrise) }),
    ...(sunset !== null && { set: event(sunset) }),
  }
}

/** Seconds since 1970. */
function event(time: Date) {
  return { apparent: Math.round(time.getTime() / 1000) }
}
