/**
 * Rise and set of the sun at a point, on the solar day there that holds the time asked for: the day whose noon is nearest. The
 * upper limb on the horizon with standard refraction, an altitude of -0.833°.
 */
import { getTimes } from 'suncalc'

import type { Annotator } from './subject.js'

/** An event in seconds since 1970. */
interface Event {
  apparent: number
}

/** Without `rise` and `set` in polar day and polar night. */
export const sun: Annotator<{ rise?: Event; set?: Event }> = ({ lat, lon, now }) => {
  const { sunrise, sunset } = getTimes(now, lat, lon)
  return {
    ...(sunrise !== null && { rise: event(sunrise) }),
    ...(sunset !== null && { set: event(sunset) }),
  }
}

function event(time: Date): Event {
  return { apparent: Math.round(time.getTime() / 1000) }
}
