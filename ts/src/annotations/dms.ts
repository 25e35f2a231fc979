/**
 * Degrees, minutes and seconds: `38° 53′ 51.72″ N`. The whole angle is rounded before it is split, so that seconds never
 * read 60: rounding the seconds alone would write `59′ 60.00″`.
 */
import type { Annotator } from './subject.js'

/** Hundredths of a second of arc. */
const UNITS_A_DEGREE = 360_000
const UNITS_A_MINUTE = 6_000

function sexagesimal(degrees: number, positive: string, negative: string): string {
  const units = Math.round(Math.abs(degrees) * UNITS_A_DEGREE)
  const whole = Math.floor(units / UNITS_A_DEGREE)
  const minutes = Math.floor((units % UNITS_A_DEGREE) / UNITS_A_MINUTE)
  const seconds = ((units % UNITS_A_MINUTE) / 100).toFixed(2)
  return `${String(whole)}° ${String(minutes)}′ ${seconds}″ ${degrees < 0 ? negative : positive}`
}

/** Seconds with two decimals, which is 30 cm. */
export const dms: Annotator<{ lat: string; lng: string }> = ({ lat, lon }) => ({
  lat: sexagesimal(lat, 'N', 'S'),
  lng: sexagesimal(lon, 'E', 'W'),
})
