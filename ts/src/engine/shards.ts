/** Open data of streets and house numbers, as the operations routes report them. */
/** Shards by family and by state, skipped shards and failed lookups. */
export interface ShardReport {
  /** Open shards of address points, of address ranges, of street centroids. */
  address_points: number
  interpolation: number
  street_centroids: number
  /** The same for states of the United States alone. */
  situs_states: number
  interpolation_states: number
  /** Shards that exist and are not used, one sentence each: not opened, or found damaged. */
  skipped: string[]
  /** Lookups that failed and rows that were skipped, because a database is damaged. */
  faults: number
}

const NONE: ShardReport = {
  address_points: 0,
  interpolation: 0,
  street_centroids: 0,
  situs_states: 0,
  interpolation_states: 0,
  skipped: [],
  faults: 0,
}

/** The report of an engine; all zero without a gazetteer. */
export function reportShards(native: { shards: () => string | null } | undefined): ShardReport {
  const report = native?.shards() ?? null
  return report === null ? NONE : (JSON.parse(report) as ShardReport)
}
