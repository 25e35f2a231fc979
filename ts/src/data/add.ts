/** `milepost data add`, `update` and `remove`: from a code to finished databases, and back. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { untilInterrupted } from '../terminal/interruption.js'
import { say } from '../terminal/output.js'
import { withProgress } from '../terminal/progress.js'
import { claimed } from './claim.js'
import { construct, partOf, type Ready, rowGroups, takeOut, termsOf, wantedIn } from './construction.js'
import { checkSpace, sizeOf } from './files.js'
import { discover } from './releases/newest-release.js'
import { changeInstalled, type Installed, isOne, isWithin, readInstalled } from './installed.js'
import { roomToLay } from './added-places.js'
import { rootOf, targetOf } from './layout.js'
import { PartialFile } from './parts-of-file.js'
import { isSame, Refused, type RemoteFile } from '../remote/file.js'
import { tellByHand } from './by-hand.js'
import { type Discovered, releaseOf } from './releases/release.js'
import { mirrorOf, type RemoteOptions } from './publisher-requests.js'
import { type Offer, offersOf, SOURCES } from './sources/index.js'
import { type Fetched, transfer } from './publisher-file.js'
import { removeDamaged } from './wholeness.js'

/** Unfinished downloads, below the data root. */
const DOWNLOADS = '.downloads'

/** Flags of all three. */
export interface AddFlags {
  dataRoot?: string
  root?: string
  mirror?: string
  publisher?: string
  /** A publisher's file that is there already. */
  file?: string
  dryRun?: boolean
  keep?: boolean
}

/** What to fetch. */
interface Planned extends Discovered {
  offer: Offer
}

/**
 * Fetches and builds the data of the codes.
 * @throws Error in one sentence; finished files stay, and the same command resumes.
 */
export async function add(codes: string[], flags: AddFlags): Promise<void> {
  const root = rootOf(flags)
  await alone(root, flags, async (signal) => {
    const installed = await readInstalled(root)
    const offers: Offer[] = []
    for (const offer of codes.flatMap((code) => offersOf(code, flags.publisher))) {
      const wider = installed.find((one) => isPartOf(offer, one))
      if (wider === undefined) offers.push(offer)
      else say(`${offer.area.code}: part of ${wider.code} of ${wider.publisher}, which is there`)
    }
    const plans =
      flags.file === undefined ? await planned(offers, flags, signal) : [await planOf(offers, flags.file)]
    await fetchAndBuild(plans, root, flags, signal)
  })
}

/** Checks for newer releases of installed data, and builds those again. */
export async function update(codes: string[], flags: AddFlags): Promise<void> {
  const root = rootOf(flags)
  await alone(root, flags, async (signal) => {
    const installed = chosen(await readInstalled(root), codes, root, flags)
    const newer: Planned[] = []
    for (const one of installed) {
      const source = SOURCES.find(({ id }) => id === one.source)
      const area = source?.areas.find(({ code }) => code === one.code)
      if (source === undefined || area === undefined) {
        say(
          `${one.code}: the registry of this version has no \`${one.source}\` for it any more; it stays as it is`,
        )
        continue
      }
      const [plan] = await planned([{ source, area }], flags, signal)
      if (plan !== undefined && isChanged(plan, one)) newer.push(plan)
      else say(`${one.code}: up to date (${one.release ?? 'of ' + one.added.slice(0, 10)})`)
    }
    await fetchAndBuild(newer, root, flags, signal)
  })
}

/** Removes what the codes added, and nothing else. */
export async function remove(codes: string[], flags: AddFlags): Promise<void> {
  const root = rootOf(flags)
  await alone(root, flags, async () => {
    const going = chosen(await readInstalled(root), codes, root, flags)
    refuseAmbiguous(going)
    for (const one of going) {
      if (flags.dryRun === true) {
        const files = one.files.map(({ path, rows }) => `${String(rows)} rows of ${join(root, path)}`)
        say(`${one.code}: would remove ${files.join(', ')}`)
        continue
      }
      await takeOut(one, root, join(root, DOWNLOADS))
      await changeInstalled(root, (all) => all.filter((other) => !isOne(other, one)))
      say(`${one.code}: removed (${one.publisher})`)
    }
  })
}

/** The installed data of some codes, or all; of one publisher if the flags name it. */
function chosen(installed: Installed[], codes: string[], root: string, { publisher }: AddFlags): Installed[] {
  const own = installed.filter(({ source }) => publisher === undefined || source === publisher)
  for (const code of codes) {
    if (own.some((one) => one.code === code.toLowerCase())) continue
    const there = [...new Set(own.map((one) => one.code))].join(', ')
    const of = publisher === undefined ? '' : ` of \`${publisher}\``
    throw new Error(
      `\`${code}\`${of} was not added to ${root}; ${there === '' ? 'nothing was' : `there are ${there}`}`,
    )
  }
  return codes.length === 0 ? own : own.filter((one) => codes.some((code) => code.toLowerCase() === one.code))
}

/**
 * Data of the same kind that two publishers have under one code were added one by one, and go so.
 * @throws Error that names them.
 */
function refuseAmbiguous(going: readonly Installed[]): void {
  const kindOf = (one: Installed) => {
    const gives = SOURCES.find(({ id }) => id === one.source)?.gives
    return gives === 'osm' ? 'points' : gives
  }
  for (const one of going) {
    const same = going.filter((other) => other.code === one.code && kindOf(other) === kindOf(one))
    if (same.length < 2) continue
    const ids = same.map(({ source }) => source).join(', ')
    throw new Error(`\`${one.code}\` is there of several publishers: ${ids}; name one with --publisher`)
  }
}

/** Whether a wider code of the same publisher is installed. */
function isPartOf({ source, area }: Offer, one: Installed): boolean {
  return one.source === source.id && one.code !== area.code && isWithin(area.code, one.code)
}

/** Whether the offer differs from what is installed. If that cannot be determined, it counts as changed. */
function isChanged({ files }: Planned, { fetched }: Installed): boolean {
  return (
    files.length !== fetched.length ||
    files.some((file, index) => {
      const before = fetched[index]
      return before === undefined || isSame(file, before) !== true
    })
  )
}

/** One `data add` at a time in a data root. */
async function alone(
  root: string,
  flags: AddFlags,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await untilInterrupted('interrupted; the same command goes on from what has come', async (signal) => {
    if (flags.dryRun === true) {
      await work(signal)
      return
    }
    await mkdir(join(root, DOWNLOADS), { recursive: true })
    const taken = `another \`milepost data\` works in ${root}; wait for it to end, then run the command again`
    await claimed(join(root, DOWNLOADS, 'work'), taken, () => work(signal))
  })
}

async function planned(offers: Offer[], flags: AddFlags, signal: AbortSignal): Promise<Planned[]> {
  const plans: Planned[] = []
  for (const offer of offers) {
    const remote = remoteOf(offer, flags, signal)
    // What would be done can be said without the publisher too, so one try is enough.
    if (flags.dryRun === true) remote.tries = 1
    const found = await discover(offer, remote).catch((error: unknown) => {
      signal.throwIfAborted()
      if (flags.dryRun !== true || error instanceof Refused) throw error
      process.stderr.write(`${offer.area.code}: ${error instanceof Error ? error.message : String(error)}\n`)
      tellByHand(offer, rootOf(flags))
      return undefined
    })
    if (found !== undefined) plans.push({ offer, ...found })
  }
  return plans
}

/**
 * The plan for a file that is there.
 * @throws Error in one sentence if it cannot be read, or the offers are of several files.
 */
async function planOf(offers: readonly Offer[], file: string): Promise<Planned> {
  const [offer, ...others] = offers
  if (offer === undefined || others.length > 0 || offer.area.parts.length > 1) {
    throw new Error(`--file ${file} is one file; name one code and, with --publisher, one publisher of it`)
  }
  if (offer.source.format === 'geoparquet') {
    throw new Error(`--file does not read files of ${offer.source.publisher}; use --mirror`)
  }
  const there = await stat(file).catch((error: unknown) => {
    throw new Error(`cannot read ${file}: ${(error as Error).message}`, { cause: error })
  })
  const url = pathToFileURL(resolve(file)).href
  const files = [{ url, size: there.size, lastModified: there.mtime.toUTCString() }]
  return { offer, release: releaseOf(files), files }
}

function isLocal({ url }: RemoteFile): boolean {
  return url.startsWith('file:')
}

function remoteOf({ source }: Offer, { mirror }: AddFlags, signal: AbortSignal): RemoteOptions {
  const token = source.token === undefined ? undefined : process.env[source.token]
  return { mirror: mirror === undefined ? undefined : mirrorOf(mirror), signal, token }
}

async function fetchAndBuild(
  plans: Planned[],
  root: string,
  flags: AddFlags,
  signal: AbortSignal,
): Promise<void> {
  if (flags.dryRun === true) {
    for (const plan of plans) tell(plan, root)
    return
  }
  await checkRoom(plans, root)
  for (const group of byDatabase(plans)) {
    const ready = await installed(group, root, flags, signal)
    if (flags.keep === true || flags.file !== undefined) continue
    for (const { paths } of ready) await Promise.all(paths.flatMap((path) => [rm(path), rm(`${path}.json`)]))
  }
}

/** Fetches and builds the codes of one database. A damaged file is fetched once more. */
async function installed(
  group: Planned[],
  root: string,
  flags: AddFlags,
  signal: AbortSignal,
): Promise<Ready[]> {
  for (let isAgain = false; ; isAgain = true) {
    const ready: Ready[] = []
    try {
      for (const plan of group) ready.push(await fetched(plan, root, flags, signal))
      signal.throwIfAborted()
      await install(ready, root)
      return ready
    } catch (error) {
      signal.throwIfAborted()
      const damaged = await removeDamagedOf(group, root)
      const [file] = damaged
      if (file === undefined) throw error
      if (isAgain) {
        throw new Error(`${file} came damaged twice and was removed; run the command again later`, {
          cause: error,
        })
      }
      for (const one of damaged) process.stderr.write(`${one} is damaged; it is fetched again\n`)
    }
  }
}

/** Removes the damaged files of some codes. */
async function removeDamagedOf(group: Planned[], root: string): Promise<string[]> {
  const damaged: string[] = []
  for (const { offer, files } of group) {
    const paths = files.map((file) => pathOf(offer, file, root)).filter((path) => existsSync(path))
    if (paths.length === 0) continue
    damaged.push(...(await removeDamaged(paths, wantedIn(offer))))
  }
  return damaged
}

/** Builds codes of one database and records them. Narrower codes within them are merged. */
async function install(ready: Ready[], root: string): Promise<void> {
  const before = await readInstalled(root)
  const within = before.filter((one) =>
    ready.some(
      ({ offer }) =>
        one.source === offer.source.id && one.code !== offer.area.code && isWithin(one.code, offer.area.code),
    ),
  )
  const without = within.map(({ source, code }) => `${source}:${code}`)
  const built = await construct(ready, root, join(root, DOWNLOADS), without)
  await changeInstalled(root, (all) => [
    ...all.filter((one) => ![...built, ...within].some((other) => isOne(one, other))),
    ...built,
  ])
  for (const { code, publisher, licence, attribution, release, files } of built) {
    for (const { path, rows } of files) {
      const counted = rows === 0 ? '' : `${String(rows)} rows, `
      say(`${code}: ${counted}${publisher}${release === null ? '' : ` ${release}`} → ${join(root, path)}`)
    }
    say(`${code}: ${licence}; show: ${attribution}`)
  }
}

/** Plans with rows in the same database are consecutive and built together. */
function byDatabase(plans: Planned[]): Planned[][] {
  const groups = new Map<string, Planned[]>()
  for (const plan of plans) {
    // Gazetteers are built once for all countries of a command.
    const isLaid = plan.offer.source.gives === 'divisions'
    const key = isLaid ? 'places' : (targetOf(plan.offer) ?? partOf(plan.offer))
    groups.set(key, [...(groups.get(key) ?? []), plan])
  }
  return [...groups.values()]
}

function pathOf({ source, area }: Offer, { url }: RemoteFile, root: string): string {
  return join(root, DOWNLOADS, source.id, area.code, basename(new URL(url).pathname))
}

async function fetched(plan: Planned, root: string, flags: AddFlags, signal: AbortSignal): Promise<Ready> {
  const { offer, release, files } = plan
  if (offer.source.format === 'geoparquet') return fetchedParts(plan, root, remoteOf(offer, flags, signal))
  const ready: Ready = { offer, release, paths: [], fetched: [] }
  for (const file of files) {
    if (flags.file !== undefined) {
      ready.fetched.push({ ...file, size: file.size ?? 0 })
      ready.paths.push(resolve(flags.file))
      continue
    }
    const path = pathOf(offer, file, root)
    ready.fetched.push(await fetchOne(file, path, { ...remoteOf(offer, flags, signal) }))
    ready.paths.push(path)
  }
  return ready
}

/** Of worldwide files, the parts that cover the area. */
async function fetchedParts(plan: Planned, root: string, options: RemoteOptions): Promise<Ready> {
  const { offer, release, files } = plan
  const ready: Ready = { offer, release, paths: [], fetched: [] }
  const parts: PartialFile[] = []
  for (const file of files) parts.push(await PartialFile.open(file, pathOf(offer, file, root), options))
  const needed = await rowGroups(
    offer,
    parts.map(({ path }) => path),
  )
  const missing = parts.reduce((sum, part, index) => sum + part.missing(needed[index] ?? []), 0)
  await checkSpace(missing * (1 + offer.source.grows), root)
  let done = 0
  await withProgress(offer.area.code, async (show) => {
    for (const [index, part] of parts.entries()) {
      await part.fetch(needed[index] ?? [], (bytes) => {
        done += bytes
        show(done, missing)
      })
    }
  })
  for (const [index, part] of parts.entries()) {
    const file = files[index]
    if (file !== undefined) ready.fetched.push({ ...file, size: file.size ?? 0 })
    ready.paths.push(part.path)
  }
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  process.stderr.write(
    `${offer.area.code}: ${(bytes / 1e6).toFixed(1)} MB of ${String(parts.length)} files are there\n`,
  )
  return ready
}

async function fetchOne(file: RemoteFile, path: string, options: RemoteOptions): Promise<Fetched> {
  return withProgress(basename(path), async (progress) => {
    const come = await transfer(file, path, { ...options, progress })
    process.stderr.write(`${basename(path)}: ${(come.size / 1e6).toFixed(1)} MB are there\n`)
    return come
  })
}

/** Bytes of the databases that a download becomes, and of temporary files while they are built. */
function needs({ offer, files }: Planned): number {
  const { source, area } = offer
  const whole = source.format !== 'geoparquet'
  const bytes = whole ? files.reduce((sum, { size }) => sum + (size ?? 0), 0) : 0
  return (bytes === 0 ? (area.bytes ?? 0) : bytes) * source.grows
}

/** Checks before any download that there is room for it, for the databases and for temporary files. */
async function checkRoom(plans: Planned[], root: string): Promise<void> {
  let needed = 0
  for (const plan of plans) {
    needed += needs(plan) + (await missingOf(plan, root))
    const target = targetOf(plan.offer)
    // Existing databases are rewritten next to themselves.
    const written = target === undefined ? await shardsOf(plan.offer, root) : [target]
    for (const path of written) needed += 2 * (await sizeOf(join(root, path)))
  }
  if (plans.some(({ offer }) => ['divisions', 'places', 'osm'].includes(offer.source.gives))) {
    needed += await roomToLay(root)
  }
  await checkSpace(needed, root)
}

/** Bytes that are still to come. Of worldwide files parts are fetched; their room is checked when the size is known. */
async function missingOf({ offer, files }: Planned, root: string): Promise<number> {
  if (offer.source.format === 'geoparquet') return 0
  let missing = 0
  for (const file of files.filter((file) => !isLocal(file))) {
    const path = pathOf(offer, file, root)
    missing += Math.max(0, (file.size ?? 0) - (await sizeOf(path)) - (await sizeOf(`${path}.part`)))
  }
  // A server that does not say how long its file is.
  const isUnknown = files.every(({ size }) => size === undefined)
  return isUnknown ? (offer.area.bytes ?? 0) : missing
}

/** Shards of a country whose rows decide into which of them they go. */
async function shardsOf({ area }: Offer, root: string): Promise<string[]> {
  const names = await readdir(join(root, 'address-points')).catch(() => [])
  const own = names.filter((name) => name.startsWith(`address-points-${area.code.slice(0, 2)}-`))
  return own.map((name) => join('address-points', name))
}

function tell(plan: Planned, root: string): void {
  const { offer, release, files } = plan
  const { licence, attribution } = termsOf(offer)
  for (const { url, size } of files) {
    say(`${offer.area.code}: ${url}  ${size === undefined ? 'size unknown' : `${String(size)} bytes`}`)
  }
  const target = targetOf(offer) ?? 'address-points/address-points-us-<state>.db'
  say(
    `${offer.area.code}: ${offer.source.publisher}${release === null ? '' : ` ${release}`} → ${join(root, target)}`,
  )
  say(`${offer.area.code}: needs ${(needs(plan) / 1e6).toFixed(0)} MB beside the download while it is built`)
  say(`${offer.area.code}: ${licence}; show: ${attribution}`)
}
