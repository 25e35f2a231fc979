/** What an annotator reads. */
import type { LookupAnswers } from '../engine/lookups.js'
import type { Annotations } from './schema.js'

/** A point with the facts about it. */
export interface Subject {
  /** Degrees, -90 to 90. */
  lat: number
  /** Degrees, -180 to 180. */
  lon: number
  /** ISO 3166-1 alpha-2, when the hierarchy of the answer holds a country. */
  countryCode: string | undefined
  /** The time for `sun` and `timezone`. */
  now: Date
  /** What the lookup databases of the data root say; empty without them. */
  looked: LookupAnswers
}

/** Works out one annotation; undefined if the point lacks it. An exception costs the answer that annotation only. */
export type Annotator<K extends keyof Annotations> = (subject: Subject) => Annotations[K] | undefined
