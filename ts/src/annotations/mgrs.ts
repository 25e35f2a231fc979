/**
 * Military grid reference to the metre, truncated as the grid prescribes.
 *
 * The zones are those of the standard, with its exceptions: 32V reaches over the south-west of Norway, and Svalbard is
 * divided among 31X, 33X, 35X and 37X. `floor((lon + 180) / 6) + 1`, which other geocoders use everywhere, gives the same zones
 * elsewhere; in those two places it names a square that no map has.
 */
import mgrsLibrary from 'mgrs'

import type { Annotator } from './subject.js'

/** Nothing nearer to the poles than 80° S and 84° N: the polar grid is another one. */
export const mgrs: Annotator<string> = ({ lat, lon }) =>
  lat < -80 || lat > 84 ? undefined : mgrsLibrary.forward([lon, lat])
