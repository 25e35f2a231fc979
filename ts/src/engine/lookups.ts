/** The lookup databases of a data root: time zones, UN/LOCODE and NUTS regions. */
/** What the databases say of a point. Absent: no such database, or it knows nothing there. */
export interface LookupAnswers {
  /** IANA name of the zone. */
  timezone?: string
  /** `US NYC`. */
  un_locode?: string
  /** Codes by level; an inner one only with the outer ones. */
  nuts?: { nuts1?: string; nuts2?: string; nuts3?: string }
  /** Database to the sentence that says why its lookup failed. */
  failed?: { timezone?: string; un_locode?: string; nuts?: string }
}

/**
 * Looks a point up, in degrees. UN/LOCODE needs `countryCode` (ISO 3166-1 alpha-2) and prefers the code of `placeName`.
 */
export type Lookups = (lat: number, lon: number, countryCode?: string, placeName?: string) => LookupAnswers

/** What of the addon looks points up. Spelt out: types of the library do not lead to a platform's package, which may not be installed. */
export interface LookupSource {
  openLookups: (dataRoot: string) => string[]
  readonly hasLookups: boolean
  annotationsAt: (lat: number, lon: number, countryCode?: string, placeName?: string) => string | null
}

/** Opens the databases below `dataRoot`; undefined when there are none. One that cannot be used is a warning. */
export function openLookups(
  native: LookupSource,
  dataRoot: string,
  warn: (message: string) => void,
): Lookups | undefined {
  native.openLookups(dataRoot).forEach(warn)
  if (!native.hasLookups) return undefined
  return (lat, lon, countryCode, placeName) =>
    JSON.parse(native.annotationsAt(lat, lon, countryCode, placeName) ?? '{}') as LookupAnswers
}
