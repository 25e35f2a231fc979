/** Annotates a point: every annotator by its key, each on its own. */
import type { LookupAnswers, Lookups } from '../engine/lookups.js'
import { callingCode, currency, flag } from './country.js'
import { nuts, timezone, unLocode } from './lookups.js'
import { dms, geohash, maidenhead, mercator, mgrs, qibla, sun } from './point.js'
import type { Annotations } from './schema.js'
import type { Annotator, Subject } from './subject.js'

/** In the order of the answer. */
const ANNOTATORS: { [K in keyof Annotations]-?: Annotator<K> } = {
  DMS: dms,
  MGRS: mgrs,
  Maidenhead: maidenhead,
  Mercator: mercator,
  NUTS: nuts,
  UN_LOCODE: unLocode,
  callingcode: callingCode,
  currency,
  flag,
  geohash,
  qibla,
  sun,
  timezone,
}

/** Facts about the point besides its coordinates. */
export interface AnnotateOptions {
  /** ISO 3166-1 alpha-2 of the country in the answer's hierarchy; without it the flag, currency and so on are absent. */
  countryCode?: string | undefined
  /** Name of the settlement, by which UN/LOCODE prefers a code over that of a neighbour. */
  placeName?: string | undefined
  /** The time for `sun` and `timezone`; default the present. */
  now?: Date | undefined
  /** Lookups of the engine; undefined without databases for them. */
  lookups?: Lookups | undefined
  /** Called for each annotation that failed and was left out. */
  failed?: ((annotation: keyof Annotations, error: unknown) => void) | undefined
}

/**
 * Annotations of a point in degrees (-90 to 90, -180 to 180). Never throws: an annotation that fails is left out, and
 * `options.failed` hears of it.
 */
export function annotate(lat: number, lon: number, options: AnnotateOptions = {}): Annotations {
  const { countryCode, now = new Date() } = options
  const subject: Subject = { lat, lon, countryCode, now, looked: lookUp(lat, lon, options) }
  const annotations: [string, unknown][] = []
  for (const key of Object.keys(ANNOTATORS) as (keyof Annotations)[]) {
    try {
      const value = ANNOTATORS[key](subject)
      if (value !== undefined) annotations.push([key, value])
    } catch (error) {
      options.failed?.(key, error)
    }
  }
  return Object.fromEntries(annotations)
}

/** Answers of the databases; a lookup that fails as a whole failed for each of them. */
function lookUp(lat: number, lon: number, options: AnnotateOptions): LookupAnswers {
  try {
    return options.lookups?.(lat, lon, options.countryCode, options.placeName) ?? {}
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { failed: { timezone: reason, un_locode: reason, nuts: reason } }
  }
}
