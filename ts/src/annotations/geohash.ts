/** Geohash of nine characters, a cell of 5 m. */
import Geohash from 'latlon-geohash'

import type { Annotator } from './subject.js'

/** `gcpvj0duq`. */
export const geohash: Annotator<string> = ({ lat, lon }) => Geohash.encode(lat, lon, 9)
