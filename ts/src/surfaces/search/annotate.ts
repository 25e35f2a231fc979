/** The annotations of a result, forward and reverse: the annotators of the program with what the engine looks up. */
import { annotate, type AnnotateOptions } from '../../annotations/annotate.js'
import type { Annotations } from '../../annotations/schema.js'
import type { Engine } from '../../engine/engine.js'

/** Annotations by key, of a point in degrees; of a country too when its code is known. */
export type Annotate = (
  lat: number,
  lon: number,
  options: Pick<AnnotateOptions, 'countryCode' | 'placeName'>,
) => Annotations

/** Annotates with the lookup databases that are open at the time of the question; `failed` is called for each omitted annotation. */
export function annotateWith(engine: Engine, failed: AnnotateOptions['failed']): Annotate {
  return (lat, lon, options) => annotate(lat, lon, { ...options, lookups: engine.lookups, failed })
}
