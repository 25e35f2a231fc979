/** What of streets and house numbers the core has open, as the operations routes report it. */
/** Shards by family, the states among them, what was left out and what failed since. */
export interface ShardReport {
  /** Open shards of address points, of address ranges, of street centroids. */
  address_points: number
  interpolation: number
  street_centroids: number
  /** The same of states of the United States alone. */
  situs_states: number
  interpolation_states: number
  /** Shards that were found and are not asked, a sentence each: not opened, or found damaged since. */
  skipped: string[]
  /** Lookups that failed since: a shard was damaged while it was open. */
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

/** The report of an engine; of none open without a gazetteer. */
export function reportShards(native: { shards: () => string | null } | undefined): ShardReport {
  const report = native?.shards() ?? null
  return report === null ? NONE : (JSON.parse(report) as ShardReport)
}
