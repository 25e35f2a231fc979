/** Where data lies: the data root and the candidate gazetteer, by the discovery rules of the interface. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const CANDIDATE = 'db/wof/candidate.db'
/** The full administrative database, below a data root. */
export const ADMIN = 'db/wof/admin-global-priority.db'

/** What discovery reads: the process environment in production. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The outcome of discovery. A `candidateDb` is a file that exists; without one geocoding is off. */
export interface DataLocation {
  dataRoot: string
  candidateDb: string | undefined
  /** Whether the file that was found was named by flag or environment, not merely lay in the data root. */
  named: boolean
}

/**
 * Finds the candidate gazetteer: explicit path, then `SERVICE_CANDIDATE_DB`, then `<data root>/db/wof/candidate.db`. Either
 * of the first two, when set, ends the search: a file that does not exist (a dangling link counts as such) turns
 * geocoding off.
 */
export function locateData(explicit: string | undefined, environment: Environment): DataLocation {
  const dataRoot = findDataRoot(environment)
  const name = explicit ?? nonEmpty(environment['SERVICE_CANDIDATE_DB'])
  const chosen = name ?? join(dataRoot, CANDIDATE)
  const found = existsSync(chosen)
  return { dataRoot, candidateDb: found ? chosen : undefined, named: found && name !== undefined }
}

/** `SERVICE_DATA_ROOT`, else the user's data directory when it holds data, else the starter data of the install. */
function findDataRoot(environment: Environment): string {
  const own = ownDataRoot(environment)
  if (nonEmpty(environment['SERVICE_DATA_ROOT']) !== undefined || existsSync(join(own, 'db'))) return own
  return starterData() ?? own
}

/** The data root that data are put into: `SERVICE_DATA_ROOT`, else the user's data directory. Never that of the install. */
export function ownDataRoot(environment: Environment): string {
  const configured = nonEmpty(environment['SERVICE_DATA_ROOT'])
  if (configured !== undefined) return configured
  return join(nonEmpty(environment['XDG_DATA_HOME']) ?? join(homedir(), '.local/share'), 'milepost')
}

function starterData(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json'))
  } catch {
    return undefined
  }
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

/** The `data` part of `/health`. */
export interface DataReport {
  data_root: string
  versions: Record<string, string> | null
  wof_dbs: string[]
  situs_states: number
  interpolation_states: number
}

/** Reports what lies below a data root, as it is on disk now; `adminDb` stands in for the data root's own. */
export function reportData(dataRoot: string, adminDb?: string): DataReport {
  const admin = adminDb ?? join(dataRoot, ADMIN)
  return {
    data_root: dataRoot,
    versions: readVersions(join(dataRoot, 'releases.json')),
    wof_dbs: existsSync(admin) ? [admin] : [],
    situs_states: countFiles(join(dataRoot, 'address-points'), /^address-points-us-[a-z]{2}\.db$/),
    interpolation_states: countFiles(join(dataRoot, 'interpolation'), /^interpolation-us-[a-z]{2}\.db$/),
  }
}

function readVersions(path: string): Record<string, string> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  } catch {
    return null
  }
}

function countFiles(folder: string, name: RegExp): number {
  try {
    return readdirSync(folder).filter((file) => name.test(file)).length
  } catch {
    return 0
  }
}
