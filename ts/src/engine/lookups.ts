/** The lookup databases of a data root: time zones, UN/LOCODE and NUTS regions. */
/** What the databases know about a point. Absent: no such database, or nothing there. */
export interface LookupAnswers {
  /** IANA name of the zone. */
  timezone?: string
  /** `US NYC`. */
  un_locode?: string
  /** Codes by level; an inner one only with the outer ones. */
  nuts?: { nuts1?: string; nuts2?: string; nuts3?: string }
  /** Database to the reason why its lookup failed. */
  failed?: { timezone?: string; un_locode?: string; nuts?: string }
}

/**
 * Looks a point up, in degrees. UN/LOCODE needs `countryCode` (ISO 3166-1 alpha-2) and prefers the code of `placeName`.
 */
export type Lookups = (lat: number, lon: number, countryCode?: string, placeName?: string) => LookupAnswers

/** The lookup functions of the addon. Spelt out: the library's types do not refer to a platform package, which may not be installed. */
export interface LookupSource {
  openLookups: (dataRoot: string) => string[]
  readonly hasLookups: boolean
  annotationsAt: (lat: number, lon: number, countryCode?: string, placeName?: string) => string | null
}

/** Opens the databases below `dataRoot`; undefined if there are none. An unusable one is a warning. */
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
