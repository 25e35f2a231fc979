/** From fetched files to finished databases: one build for all codes of a database. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

import Type from 'typebox'
import { Check } from 'typebox/value'

import { type Built, runBuilder } from '../engine/builder.js'
import { CANDIDATE, POSTCODES } from '../engine/data-root.js'
import { build } from './builder-process.js'
import { type Installed, isOne, readInstalled } from './installed.js'
import { bringPostcodes, isPlaces, lay, placesOf, worldPath } from './added-places.js'
import { streetsOf, targetOf } from './layout.js'
import type { Offer } from './sources/index.js'
import type { Fetched } from './publisher-file.js'

/** An offer with its fetched files. */
export interface Ready {
  offer: Offer
  release: string | null
  /** Paths of the files, in the order of `fetched`. */
  paths: string[]
  fetched: Fetched[]
}

const Report = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      bytes: Type.Integer(),
      parts: Type.Array(
        Type.Object({ code: Type.String(), rows: Type.Integer(), attribution: Type.String() }),
      ),
    }),
  ),
})

/** A database from the builder, with the rows and the attribution of each part. */
interface Written {
  path: string
  bytes: number
  rows: Map<string, number>
  attributions: Map<string, string>
}

/** The name of an offer in its databases. */
export function partOf({ source, area }: Offer): string {
  return `${source.id}:${area.code}`
}

/** Terms of an offer: those of its area, otherwise its publisher's. */
export function termsOf({ source, area }: Offer): { licence: string; attribution: string } {
  return {
    licence: area.licence ?? source.licence,
    attribution: area.attribution ?? source.attribution,
  }
}

/**
 * Builds offers of one database; parts `without` are removed from it.
 * @returns the record of each.
 * @throws Error in one sentence if the builder failed; it has printed the reason.
 */
export async function construct(
  ready: Ready[],
  root: string,
  work: string,
  without: string[] = [],
): Promise<Installed[]> {
  const [first] = ready
  if (first === undefined) return []
  const target = targetOf(first.offer)
  const { gives } = first.offer.source
  if (gives === 'divisions') return divisions(ready, root, work)
  if (gives === 'osm') return openStreetMap(ready, root, work)
  if (gives === 'postcodes' || gives === 'places') return whole(ready, join(root, target ?? ''), root, work)
  const list = await listOf(ready, work, without)
  const country =
    first.offer.source.country === 'world' ? first.offer.area.code.slice(0, 2) : first.offer.source.country
  const where = target === undefined ? ['--data-root', root] : ['--out', join(root, target)]
  const report = reportOf(
    await build([gives, '--append', '--country', country, '--parts', list, ...where], work),
  )
  await rm(list)
  const changed = [...ready.map(({ offer }) => partOf(offer)), ...without]
  const derived = gives === 'points' ? await streets(report, root, country, changed, work) : undefined
  return ready.map((one) => record(one, root, report, derived))
}

/** The list of parts for the builder. */
async function listOf(ready: Ready[], work: string, without: string[]): Promise<string> {
  const list = join(work, 'parts.json')
  await mkdir(work, { recursive: true })
  await writeFile(list, JSON.stringify({ parts: ready.map(described), without }))
  return list
}

/** Places of countries, one file each, and the gazetteers that they extend. */
async function divisions(ready: Ready[], root: string, work: string): Promise<Installed[]> {
  const built: Installed[] = []
  for (const one of ready) {
    const list = await listOf([one], work, [])
    const out = join(root, targetOf(one.offer) ?? '')
    built.push(record(one, root, reportOf(await build(['places', '--parts', list, '--out', out], work))))
    await rm(list)
  }
  return withGazetteers(built, root, work)
}

/** Data of OpenStreetMap: files of each country, and the gazetteers that its places extend. */
async function openStreetMap(ready: Ready[], root: string, work: string): Promise<Installed[]> {
  const built: Installed[] = []
  for (const one of ready) {
    const country = ['--country', one.offer.area.code, '--only']
    const report = reportOf(await build(['osm', ...one.paths, ...country, '--json', '--out', root], work))
    const files = report.map(({ path, rows }) => ({
      path: relative(root, path),
      // The points of interest of all countries lie in one file.
      rows: rows.get(partOf(one.offer)) ?? [...rows.values()].reduce((sum, part) => sum + part, 0),
    }))
    built.push({ ...record(one, root), files })
  }
  return withGazetteers(built, root, work)
}

/** Builds the gazetteers over the places that are built and those that are there. */
async function withGazetteers(built: Installed[], root: string, work: string): Promise<Installed[]> {
  const before = (await readInstalled(root)).filter((one) => !built.some((other) => isOne(one, other)))
  const derived = await lay(root, placesOf([...before, ...built]), work)
  return built.map((one) => ({ ...one, derived }))
}

const RowGroups = Type.Object({
  files: Type.Array(Type.Object({ ranges: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])) })),
})

/** Which bytes of worldwide files hold an offer, from the fetched ends of the files. */
export async function rowGroups(offer: Offer, paths: string[]): Promise<[number, number][][]> {
  const { code, out } = await runBuilder(
    ['row-groups', ...paths, '--wanted', JSON.stringify(wantedOf(offer))],
    'read',
  )
  const told: unknown = code === 0 ? JSON.parse(out) : undefined
  if (!Check(RowGroups, told))
    throw new Error(`${offer.area.code}: its files cannot be read; it is said above why`)
  return told.files.map(({ ranges }) => ranges)
}

/** The builder's command for databases made of parts, by folder. */
const BUILDERS = { 'address-points': 'points', interpolation: 'ranges', poi: 'poi' } as const

/** A database of points, ranges or points of interest without the part of a code, and what derives from it. */
export async function takeOut(installed: Installed, root: string, work: string): Promise<void> {
  await mkdir(work, { recursive: true })
  if (await takeOutPlaces(installed, root, work)) return
  await takeOutFiles(installed, root, work)
  const others = (await readInstalled(root)).filter((other) => !isOne(other, installed))
  for (const path of installed.derived) {
    // Streets are rebuilt from the rest; what derives from a removed file goes too, unless another code has put it there.
    const isOthers = others.some(({ files }) => files.some((file) => file.path === path))
    if (!path.startsWith('street-centroids/') && !isOthers) await rm(join(root, path), { force: true })
  }
}

/** Removes the files of a code; a file with other codes loses its part. */
async function takeOutFiles(installed: Installed, root: string, work: string): Promise<void> {
  for (const { path } of installed.files) {
    const file = join(root, path)
    if (!existsSync(file)) continue
    const kind = /^(?:osm\/)?(address-points|interpolation|poi)(?:\/|\.db$)/.exec(path)?.[1] as
      keyof typeof BUILDERS | undefined
    if (kind === undefined) {
      await rm(file)
      continue
    }
    const list = join(work, 'parts.json')
    const without = [`${installed.source}:${installed.code}`]
    await writeFile(list, JSON.stringify({ without }))
    const gives = BUILDERS[kind]
    const report = reportOf(await build([gives, '--append', '--parts', list, '--out', file], work))
    await rm(list)
    if (gives === 'points') {
      const country = installed.code.slice(0, 2)
      if (installed.derived.includes(streetsOf(path))) await streets(report, root, country, without, work)
    }
  }
}

/** Removes extensions of a gazetteer, or its base; returns whether there was any. */
async function takeOutPlaces(installed: Installed, root: string, work: string): Promise<boolean> {
  const paths = installed.files.map(({ path }) => path)
  const others = (await readInstalled(root)).filter((other) => !isOne(other, installed))
  const left = placesOf(others)
  if (paths.some(isPlaces)) {
    await lay(root, left, work)
    await takeOutFiles(installed, root, work)
    return true
  }
  if (left.length === 0) return false
  if (paths.includes(CANDIDATE)) {
    await rm(await worldPath(root), { force: true })
    await lay(root, left, work)
    return true
  }
  const isRegister = paths.some((path) => path.endsWith('.postcodes'))
  if (isRegister) {
    await Promise.all(paths.map((path) => rm(join(root, path), { force: true })))
    await bringPostcodes(root)
  }
  return isRegister
}

function described({ offer, release, paths, fetched }: Ready): unknown {
  const wanted = wantedIn(offer)
  return {
    code: partOf(offer),
    publisher: offer.source.publisher,
    ...termsOf(offer),
    release,
    url: fetched[0]?.url,
    added: new Date().toISOString().slice(0, 10),
    files: paths,
    // How the builder reads the files.
    table: wanted === undefined ? offer.source.table : { overture: wanted },
  }
}

/** Which rows of worldwide files belong to an offer; undefined if its files are its own. */
export function wantedIn(offer: Offer): unknown {
  return offer.source.format === 'geoparquet' ? wantedOf(offer) : undefined
}

/** Themes of Overture Maps by kind of database. */
const THEMES: Partial<Record<Offer['source']['gives'], string>> = { poi: 'places', divisions: 'divisions' }

/** Which rows of worldwide files belong to an offer. */
function wantedOf({ source, area }: Offer): unknown {
  const country = area.code.slice(0, 2).toUpperCase()
  return {
    theme: THEMES[source.gives] ?? 'addresses',
    country,
    boxes: area.boxes,
    ...(area.region !== undefined && { region: area.region }),
  }
}

function record(
  { offer, release, fetched }: Ready,
  root: string,
  report: Written[] = [],
  derived: ReadonlyMap<string, string> = new Map(),
): Installed {
  const part = partOf(offer)
  const held = report.filter(({ rows }) => rows.has(part))
  return {
    code: offer.area.code,
    source: offer.source.id,
    publisher: offer.source.publisher,
    licence: termsOf(offer).licence,
    // Of files that join many sources the builder knows whose rows there are.
    attribution: held[0]?.attributions.get(part) ?? termsOf(offer).attribution,
    release,
    added: new Date().toISOString(),
    files: held.map(({ path, rows }) => ({ path: relative(root, path), rows: rows.get(part) ?? 0 })),
    derived: held.flatMap(({ path }) => derived.get(path) ?? []),
    fetched: fetched.map(withoutGaps),
  }
}

/** As JSON keeps it. */
function withoutGaps({ url, size, sha256, etag, lastModified }: Fetched): Installed['fetched'][number] {
  return {
    url,
    size,
    ...(sha256 !== undefined && { sha256 }),
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { lastModified }),
  }
}

/** Databases that are rebuilt as a whole: places and postcodes of the world. */
async function whole(ready: Ready[], out: string, root: string, work: string): Promise<Installed[]> {
  const paths = ready.flatMap((one) => one.paths)
  const kind = out.endsWith('.postcodes') ? 'postcodes' : 'candidate'
  // Every gazetteer has the codes of the United States.
  const flags = kind === 'postcodes' ? ['--without', 'us'] : []
  const isWorld = kind === 'candidate'
  const target = isWorld ? await worldPath(root) : out
  await build([kind, ...paths, ...flags, '--out', target], work)
  const path = relative(root, out)
  const derived = isWorld ? await besideWorld(root, path, work) : []
  return ready.map((one) => ({
    ...record(one, root),
    files: [{ path, rows: 0 }],
    derived,
  }))
}

/** What comes with a gazetteer of the world: its index of names, and the codes of the countries whose codes it lacks. */
async function besideWorld(root: string, path: string, work: string): Promise<string[]> {
  const installed = await readInstalled(root)
  const left = placesOf(installed)
  if (left.length > 0) await lay(root, left, work)
  else await bringPostcodes(root)
  const isOthers = installed.some(({ files }) => files.some((file) => file.path === POSTCODES))
  const register = !isOthers && existsSync(join(root, POSTCODES)) ? [POSTCODES] : []
  return [path.replace(/\.db$/, '.prefix'), ...register]
}

/** Streets of the new databases of points; `changed` names the parts that differ. Databases that the user put there stay. */
async function streets(
  report: { path: string; bytes: number }[],
  root: string,
  country: string,
  changed: readonly string[],
  work: string,
): Promise<Map<string, string>> {
  const own = new Set((await readInstalled(root)).flatMap(({ derived }) => derived))
  const made = new Map<string, string>()
  for (const { path, bytes } of report) {
    const below = streetsOf(relative(root, path))
    const out = join(root, below)
    if (existsSync(out) && !own.has(below)) {
      process.stderr.write(`${out} is not of \`milepost data add\` and stays as it is\n`)
      continue
    }
    if (bytes === 0) await rm(out, { force: true })
    else {
      const flags = ['--replace', '--changed', changed.join(','), '--country', country]
      await build(['streets', path, ...flags, '--out', out], work)
      made.set(path, below)
    }
  }
  return made
}

function reportOf({ out }: Built): Written[] {
  const report: unknown = JSON.parse(out)
  if (!Check(Report, report)) throw new Error('the builder did not say what it wrote; is it of this version?')
  return report.files.map(({ path, bytes, parts }) => ({
    path,
    bytes,
    rows: new Map(parts.map(({ code, rows }) => [code, rows])),
    attributions: new Map(parts.map(({ code, attribution }) => [code, attribution])),
  }))
}
