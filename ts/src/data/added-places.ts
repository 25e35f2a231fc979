/**
 * Gazetteers that extend another one. The places of a country lie in `places/` and `osm/`, one file each. The gazetteers of the root are built
 * from the base (the earlier one, or the starter data) and all these files, so that each can be removed again.
 */
import { existsSync } from 'node:fs'
import { link, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { ADMIN, CANDIDATE, POLYGONS, POSTCODES, starterData } from '../engine/data-root.js'
import { build } from './builder-process.js'
import { replaceByCopy, sizeOf, syncFolder } from './files.js'
import { type Installed, readInstalled } from './installed.js'

/** Where the base gazetteers are kept while others extend them, below a data root. */
const BASE = 'places/base'

const PREFIX = CANDIDATE.replace(/\.db$/, '.prefix')

/** Files of places in a data root. */
export function placesOf(installed: readonly Installed[]): string[] {
  return installed.flatMap(({ files }) => files.map(({ path }) => path).filter(isPlaces))
}

/** Whether a file of a data root holds a publisher's places. */
export function isPlaces(path: string): boolean {
  return /^(places\/|osm\/places-)/.test(path)
}

/** Where the gazetteer of the world is built: as the base, if anything extends it. */
export async function worldPath(root: string): Promise<string> {
  return join(root, placesOf(await readInstalled(root)).length === 0 ? CANDIDATE : baseName(CANDIDATE))
}

/** Bytes needed to build gazetteers over another one. */
export async function roomToLay(root: string): Promise<number> {
  const sizes = await Promise.all([CANDIDATE, ADMIN].map((file) => sizeOf(lowest(root, file) ?? '')))
  // The temporary rows, the database with its index, and both once more.
  return 6 * sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Builds the gazetteers of a root from the base and the files of places; without any files the base returns to its place.
 * @returns what was built, below the root.
 * @throws Error in one sentence.
 */
export async function lay(root: string, places: readonly string[], work: string): Promise<string[]> {
  const installed = await readInstalled(root)
  const laid = new Set(
    installed
      .filter(({ files }) => files.some(({ path }) => isPlaces(path)))
      .flatMap(({ derived }) => derived),
  )
  if (places.length === 0) {
    await liftAll(root, installed, laid, work)
    return []
  }
  const paths = places.map((path) => join(root, path))
  for (const [kind, file] of [
    ['candidate', CANDIDATE],
    ['admin', ADMIN],
  ] as const) {
    const base = await baseOf(root, file, laid)
    await build([kind, ...paths, '--over', base, '--out', join(root, file)], work)
  }
  const made = [CANDIDATE, PREFIX, ADMIN]
  if (existsSync(join(root, POLYGONS)) && !laid.has(POLYGONS)) {
    process.stderr.write(`${join(root, POLYGONS)} is not of \`milepost data add\` and stays as it is\n`)
  } else {
    await build(['polygons', ...paths, '--admin', join(root, ADMIN), '--out', join(root, POLYGONS)], work)
    made.push(POLYGONS)
  }
  if (await bringPostcodes(root)) made.push(POSTCODES)
  else if (laid.has(POSTCODES)) made.push(POSTCODES)
  return made
}

/** Copies the register of postcodes of the starter data next to its gazetteer. Returns whether it did. */
export async function bringPostcodes(root: string): Promise<boolean> {
  const starter = starterData()
  const [from, to] = [join(starter ?? '', POSTCODES), join(root, POSTCODES)]
  if (starter === undefined || existsSync(to) || existsSync(join(root, baseName(CANDIDATE)))) return false
  if (!existsSync(from)) return false
  await replaceByCopy(from, to)
  return true
}

function baseName(file: string): string {
  return join(BASE, basename(file))
}

/** The base gazetteer: the one kept, the root's, or that of the starter data. */
function lowest(root: string, file: string): string | undefined {
  const starter = starterData()
  return [
    join(root, baseName(file)),
    join(root, file),
    ...(starter === undefined ? [] : [join(starter, file)]),
  ].find((path) => existsSync(path))
}

/** The gazetteer to extend; the root's own is kept under another name. */
async function baseOf(root: string, file: string, laid: ReadonlySet<string>): Promise<string> {
  const [own, kept] = [join(root, file), join(root, baseName(file))]
  if (existsSync(kept)) return kept
  if (existsSync(own) && !laid.has(file)) {
    await mkdir(dirname(kept), { recursive: true })
    await link(own, kept)
    await syncFolder(dirname(kept))
    return kept
  }
  const starter = starterData()
  if (starter === undefined || !existsSync(join(starter, file))) {
    throw new Error(`there is no ${file} that places can be laid over; install @milepost/starter-data`)
  }
  return join(starter, file)
}

/** Removes all extensions, and returns the base to its place. */
async function liftAll(
  root: string,
  installed: readonly Installed[],
  laid: ReadonlySet<string>,
  work: string,
): Promise<void> {
  const others = new Set(
    installed
      .filter(({ files }) => !files.some(({ path }) => isPlaces(path)))
      .flatMap(({ files, derived }) => [...files.map(({ path }) => path), ...derived]),
  )
  if (laid.has(POLYGONS)) await rm(join(root, POLYGONS), { force: true })
  if (laid.has(POSTCODES) && !others.has(POSTCODES)) await rm(join(root, POSTCODES), { force: true })
  for (const file of [ADMIN, CANDIDATE]) {
    const [own, kept] = [join(root, file), join(root, baseName(file))]
    if (existsSync(kept)) {
      await rename(kept, own)
      if (file === CANDIDATE) await build(['prefix', own], work)
    } else if (laid.has(file)) {
      await rm(own, { force: true })
      if (file === CANDIDATE) await rm(join(root, PREFIX), { force: true })
    }
  }
}
