/** Maidenhead locator of radio amateurs, six characters: field, square and subsquare of 5′ by 2.5′. */
import type { Annotator } from './subject.js'

const SUBSQUARES = 18 * 10 * 24
const letter = (index: number, first: string) => String.fromCharCode(first.charCodeAt(0) + index)

/** The three characters of one axis; `turn` is the angle from its start over its whole, 0 to 1. */
function axis(turn: number): [string, string, string] {
  // The pole and the antimeridian belong to the last subsquare.
  const index = Math.min(Math.floor(turn * SUBSQUARES), SUBSQUARES - 1)
  return [letter(Math.floor(index / 240), 'A'), String(Math.floor(index / 24) % 10), letter(index % 24, 'a')]
}

/** `FM18lv`. */
export const maidenhead: Annotator<string> = ({ lat, lon }) => {
  const east = axis((lon + 180) / 360)
  const north = axis((lat + 90) / 180)
  return east.map((character, level) => character + (north[level] ?? '')).join('')
}
