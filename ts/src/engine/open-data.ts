/** The open data of an engine as one record, which a reload swaps as a whole. */
import type { NativeEngine } from '@milepost/linux-x64-gnu'

import { type DataLocation, type DataRootReport, locateAdmin, locatePoi, readDataRoot } from './data-root.js'
import { type Lookups, openLookups } from './lookups.js'
import { reportShards } from './shards.js'

/** Why geocoding is off without a gazetteer; the setting and path at fault may follow. */
export const NO_GAZETTEER = 'geocoding is off: no candidate gazetteer was found'

/** Gets one sentence about something that cannot be used. */
export type Warn = (message: string) => void

/** The core with its open databases, and where they are. */
export interface OpenData {
  native: NativeEngine
  location: DataLocation
  /** The data root as it was at opening, read once because health checks ask for it often. */
  root: DataRootReport
  /** Whether the database of reverse lookups is open. */
  hasReverse: boolean
  /** The open database of points of interest. */
  poiDb: string | undefined
  /** The lookup databases; undefined without any. */
  lookups: Lookups | undefined
}

/** A core without a gazetteer, with the lookup databases of the data root. */
export function openLookupsAlone(
  native: NativeEngine,
  location: DataLocation,
  adminDb: string | undefined,
  warn: Warn,
): OpenData {
  return {
    native,
    location,
    root: readDataRoot(location.dataRoot, adminDb),
    hasReverse: false,
    poiDb: undefined,
    lookups: openLookups(native, location.dataRoot, warn),
  }
}

/**
 * Opens the gazetteer with its shards. A shard that cannot be used is a warning; the next tier answers its addresses.
 * @throws Error with one sentence if the gazetteer is missing or cannot be opened.
 */
export function openGazetteer(
  native: NativeEngine,
  { candidateDb, dataRoot, missing }: DataLocation,
  warn: Warn,
): void {
  if (candidateDb === undefined) {
    throw new Error(missing === undefined ? NO_GAZETTEER : `${NO_GAZETTEER}: ${missing}`)
  }
  native.openGazetteer(candidateDb, dataRoot)
  reportShards(native).skipped.forEach(warn)
  const { problem, refused = false } = native.completionIndex() ?? {}
  if (problem !== undefined && refused) warn(problem)
}

/** Opens everything else, after the gazetteer, because reverse lookups share its street data. An unusable part is a warning. */
export function openParts(
  native: NativeEngine,
  location: DataLocation,
  adminDb: string | undefined,
  warn: Warn,
): OpenData {
  return {
    ...openLookupsAlone(native, location, adminDb, warn),
    hasReverse: openReverse(native, location, adminDb, warn),
    poiDb: openPoi(native, location, warn),
  }
}

/** Opens the data of reverse lookups; returns whether it could. */
function openReverse(
  native: NativeEngine,
  { dataRoot }: DataLocation,
  named: string | undefined,
  warn: Warn,
): boolean {
  const { adminDb, polygons } = locateAdmin(dataRoot, named)
  if (adminDb === undefined) return false
  return attempt(() => (native.openReverse(adminDb, polygons, dataRoot), true), warn) ?? false
}

/** Opens the database of points of interest; returns its path if it could. */
function openPoi(native: NativeEngine, { dataRoot }: DataLocation, warn: Warn): string | undefined {
  const path = locatePoi(dataRoot)
  return path && attempt(() => (native.openPoi(path), path), warn)
}

/** Runs `open`; a failure is a warning, and undefined. */
export function attempt<T>(open: () => T, warn: Warn): T | undefined {
  try {
    return open()
  } catch (error) {
    warn(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
