/** What the routes of the search surface share. */
import type { AnnotateOptions } from '../../annotations/annotate.js'
import type { Annotations } from '../../annotations/schema.js'
import type { Engine } from '../../engine/engine.js'

/** Annotations by key, of a point in degrees; of a country too when its code is known. */
export type Annotate = (
  lat: number,
  lon: number,
  options: Pick<AnnotateOptions, 'countryCode' | 'placeName'>,
) => Annotations

/** Whose rules a server follows where Milepost and Nominatim differ. */
export type Profile = 'milepost' | 'nominatim'

/** Passed to every route. */
export interface SearchContext {
  engine: Engine
  annotate: Annotate
}
