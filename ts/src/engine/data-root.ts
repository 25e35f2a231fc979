/** Paths of the data: the data root and the candidate gazetteer, by options, environment and defaults, in that order. */
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

import type { DataReport } from '../wire/data-report.js'

/** The candidate gazetteer, below a data root. */
export const CANDIDATE = 'db/wof/candidate.db'
/** The full administrative database, below a data root. */
export const ADMIN = 'db/wof/admin-global-priority.db'

/** Databases of points of interest, below a data root: that of `data add`, otherwise OpenStreetMap's. */
const POI = ['poi/poi.db', 'osm/poi.db']

/** The register of postcodes, next to the candidate gazetteer. */
export const POSTCODES = 'db/wof/candidate.postcodes'

/** The polygons of the administrative database, next to it. */
export const POLYGONS = polygonsOf(ADMIN)

/** Folders of shards, below a data root or its `db`. */
const SHARDS = ['address-points', 'interpolation', 'street-centroids', 'ban']

/** Parts of a data root besides the gazetteers in `db`. A root with any of these extends the starter data. */
const ADDITIONS = [
  ...SHARDS,
  ...SHARDS.map((folder) => `db/${folder}`),
  'poi',
  'osm',
  'timezone',
  'un-locode',
  'nuts',
  'sources.json',
  POLYGONS,
  POSTCODES,
]

/** What discovery reads: the process environment in production. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The result of discovery. A `candidateDb` is a file that exists; without one geocoding is off. */
export interface DataLocation {
  dataRoot: string
  candidateDb: string | undefined
  /** Whether a flag or the environment named the file; otherwise it is simply in the data root. */
  named: boolean
  /** Without a gazetteer: which setting was followed, and what is at its path. */
  missing?: string | undefined
}

/**
 * Finds the candidate gazetteer: explicit path, then `SERVICE_CANDIDATE_DB`, then `<data root>/db/wof/candidate.db`. Either
 * of the first two, if set, ends the search: a missing file (or a dangling link) turns
 * geocoding off. A data root without one that holds anything else (shards, polygons, points of interest, lookups) extends the starter
 * data, whose gazetteer is used then.
 */
export function locateData(explicit: string | undefined, environment: Environment): DataLocation {
  const dataRoot = findDataRoot(environment)
  const name = explicit ?? nonEmpty(environment['SERVICE_CANDIDATE_DB'])
  const chosen = name ?? ownOrStarters(dataRoot, CANDIDATE)
  if (existsSync(chosen)) return { dataRoot, candidateDb: chosen, named: name !== undefined }
  const missing =
    name === undefined
      ? missingBelow(dataRoot, environment)
      : `${explicit === undefined ? 'SERVICE_CANDIDATE_DB' : 'the gazetteer that was named'} is ${name}, which does not exist`
  return { dataRoot, candidateDb: undefined, named: false, missing }
}

function missingBelow(dataRoot: string, environment: Environment): string {
  const isSet = nonEmpty(environment['SERVICE_DATA_ROOT']) !== undefined
  const setting = isSet ? 'SERVICE_DATA_ROOT' : 'the data root'
  const what = statSync(dataRoot, { throwIfNoEntry: false })
  if (what === undefined && !isSet) {
    return `the package @milepost/starter-data is not installed, and there are no data of your own at ${dataRoot}`
  }
  if (what === undefined) return `${setting} is ${dataRoot}, which does not exist`
  if (!what.isDirectory()) return `${setting} is ${dataRoot}, which is not a folder`
  return `${setting} is ${dataRoot}, which has no ${holdsData(dataRoot) ? CANDIDATE : 'data'}`
}

/** The path of a file of a data root; that of the starter data if the root lacks it and extends them. */
function ownOrStarters(dataRoot: string, file: string): string {
  const own = join(dataRoot, file)
  const starter = hasEntry(own) || !holdsAdditions(dataRoot) ? undefined : starterData()
  return starter === undefined ? own : join(starter, file)
}

/** Whether there is a file or a link; a dangling link shows that the user means another file. */
function hasEntry(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/** Whether a data root holds anything that an engine opens; the entry point of the image asks it. */
export function holdsData(dataRoot: string): boolean {
  return existsSync(join(dataRoot, 'db')) || holdsAdditions(dataRoot)
}

function holdsAdditions(dataRoot: string): boolean {
  return ADDITIONS.some((name) => existsSync(join(dataRoot, name)))
}

/**
 * The administrative database of a data root, or the `named` one instead, and its polygons; those that exist. Polygons have the ids of the
 * database next to them, or of the starter data's where the root has polygons alone.
 */
export function locateAdmin(
  dataRoot: string,
  named?: string,
): { adminDb: string | undefined; polygons: string | undefined } {
  const existing = (path: string) => (existsSync(path) ? path : undefined)
  const adminDb = named ?? ownOrStarters(dataRoot, ADMIN)
  const isStarters = named === undefined && adminDb !== join(dataRoot, ADMIN)
  const own = isStarters ? existing(join(dataRoot, POLYGONS)) : undefined
  return { adminDb: existing(adminDb), polygons: own ?? existing(polygonsOf(adminDb)) }
}

/** The path of the polygons of an administrative database. */
export function polygonsOf(adminDb: string): string {
  return adminDb.replace(/\.db$/, '-polygons.db')
}

/** The database of points of interest of a data root; undefined if missing. */
export function locatePoi(dataRoot: string): string | undefined {
  return POI.map((name) => join(dataRoot, name)).find((path) => existsSync(path))
}

/** `SERVICE_DATA_ROOT`, otherwise the user's data directory if it holds data, otherwise the starter data of the install. */
function findDataRoot(environment: Environment): string {
  const own = ownDataRoot(environment)
  const isOwn = nonEmpty(environment['SERVICE_DATA_ROOT']) !== undefined
  if (isOwn || holdsData(own)) return own
  return starterData() ?? own
}

/** The data root for new data: `SERVICE_DATA_ROOT`, otherwise the user's data directory. Never that of the install. */
export function ownDataRoot(environment: Environment): string {
  const configured = nonEmpty(environment['SERVICE_DATA_ROOT'])
  if (configured !== undefined) return configured
  return join(nonEmpty(environment['XDG_DATA_HOME']) ?? join(homedir(), '.local/share'), 'milepost')
}

/** Folder of the starter data of the install; undefined if they are not installed. */
export function starterData(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json'))
  } catch {
    return undefined
  }
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

/** What of a report is read from the files of a data root. */
export type DataRootReport = Pick<DataReport, 'data_root' | 'versions' | 'wof_dbs'>

/** Reads what lies below a data root; `adminDb` replaces the data root's own. */
export function readDataRoot(dataRoot: string, adminDb?: string): DataRootReport {
  const { adminDb: admin } = locateAdmin(dataRoot, adminDb)
  return {
    data_root: dataRoot,
    versions: readVersions(join(dataRoot, 'releases.json')),
    wof_dbs: admin === undefined ? [] : [admin],
  }
}

/** npm packages date all their files to a day in 1985, which says nothing. */
const EARLIEST = Date.UTC(2000, 0)

/** When the newest of some files was written, ISO 8601; undefined if no file says. */
export function newestOf(paths: readonly string[]): string | undefined {
  const times = paths.filter((path) => existsSync(path)).map((path) => statSync(path).mtimeMs)
  const newest = Math.max(0, ...times)
  return newest < EARLIEST ? undefined : new Date(newest).toISOString()
}

function readVersions(path: string): Record<string, string> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  } catch {
    return null
  }
}
