/** The commands of `milepost data`; the command line is in `ts/src/cli/data.ts`. */
import { join } from 'node:path'

import { untilInterrupted } from '../terminal/interruption.js'
import { say } from '../terminal/output.js'
import { withProgress } from '../terminal/progress.js'
import { claimed } from './claim.js'
import { download } from './manifest-file.js'
import { checkSpace, sha256Of, sizeOf } from './files.js'
import { rootOf } from './layout.js'
import { type Bundles, fetchManifest, type Offered } from './manifest.js'
import { addPulled, readPulled } from './pulled.js'

/** Flags of every command. */
export interface Flags {
  from?: string
  dataRoot?: string
}

/** Flags of `pull`. */
export interface PullFlags extends Flags {
  dryRun?: boolean
  force?: boolean
  only?: string
}

/** Prints the bundles of the source. */
export async function list(flags: Flags): Promise<void> {
  for (const [name, { description, files }] of await offered(flags)) {
    const size = files.reduce((sum, file) => sum + file.size, 0)
    say(
      `${name}  ${String(files.length)} files, ${String(size)} bytes${description === undefined ? '' : `  ${description}`}`,
    )
  }
}

/**
 * Fetches bundles, file by file. A file of the size in the manifest counts as present.
 * @throws Error in one sentence; complete files stay.
 */
export async function pull(names: string[], flags: PullFlags): Promise<void> {
  const root = rootOf(flags)
  await untilInterrupted('interrupted; the same command goes on from what has come', async (signal) => {
    const bundles = await offered(flags, signal)
    const files = names.flatMap((name) => filesOf(bundles, name, flags.only))
    if (flags.dryRun !== true) {
      // A record that cannot be read is an error before the first byte.
      await readPulled(root)
      await checkSpaceFor(files, root, flags)
    }
    for (const file of files) await pullFile(file, root, flags, signal)
  })
}

function filesOf(bundles: Bundles, name: string, only: string | undefined): Offered[] {
  const bundle = bundles.get(name)
  if (bundle === undefined) {
    throw new Error(`the source has no bundle \`${name}\`; it has ${[...bundles.keys()].join(', ')}`)
  }
  const files = bundle.files.filter(({ to }) => only === undefined || to.includes(only))
  if (files.length === 0) throw new Error(`no file of \`${name}\` has \`${only ?? ''}\` in its destination`)
  return files
}

/** Checks before any transfer that everything has room. A replaced file keeps its room until then. */
async function checkSpaceFor(files: Offered[], root: string, { force }: PullFlags): Promise<void> {
  let needed = 0
  for (const { to, size } of files) {
    const path = join(root, to)
    if (force !== true && (await sizeOf(path)) === size) continue
    needed += Math.max(0, size - (await sizeOf(`${path}.part`)))
  }
  await checkSpace(needed, root)
}

async function pullFile(file: Offered, root: string, flags: PullFlags, signal: AbortSignal): Promise<void> {
  const path = join(root, file.to)
  if (flags.dryRun === true) {
    say(`${file.url}  ${String(file.size)} bytes → ${path}`)
    return
  }
  const isThere = async () => flags.force !== true && (await sizeOf(path)) === file.size
  const skip = () => {
    say(`${file.to}: already present (${path}), skipped`)
  }
  if (await isThere()) {
    skip()
    return
  }
  const taken = `another pull is writing ${path}; wait for it to end, then run the command again`
  await claimed(path, taken, async () => {
    // Another pull may have finished meanwhile.
    if (await isThere()) skip()
    else await fetchFile(file, path, root, signal)
  })
}

async function fetchFile(file: Offered, path: string, root: string, signal: AbortSignal): Promise<void> {
  await withProgress(file.to, (progress) => download(file, path, { signal, progress }))
  const { bundle, url, size, sha256 } = file
  await addPulled(root, file.to, { bundle, url, size, sha256 })
  say(`${file.to}: ${String(size)} bytes, SHA-256 verified → ${path}`)
}

/** Prints the state of each pulled file, by size or also by hash; exit code 1 if one has changed. */
export async function report(flags: Flags, byHash: boolean): Promise<void> {
  const root = rootOf(flags)
  const pulled = Object.entries(await readPulled(root))
  if (pulled.length === 0) say(`nothing was pulled into ${root}`)
  for (const [to, { bundle, size, sha256 }] of pulled) {
    const path = join(root, to)
    const there = await sizeOf(path)
    let state = 'ok'
    if (there === 0 && size > 0) state = 'missing'
    else if (there !== size) state = `has ${String(there)} bytes, should have ${String(size)}`
    else if (byHash && (await sha256Of(path)) !== sha256) state = 'damaged: its SHA-256 is another'
    if (state !== 'ok') process.exitCode = 1
    const fix = state === 'ok' ? '' : `; run \`milepost data pull ${bundle} --force\``
    say(`${to}: ${state}${fix}`)
  }
}

function offered(flags: Flags, signal?: AbortSignal): Promise<Bundles> {
  const base = flags.from ?? process.env['SERVICE_DATA_URL']
  if (base === undefined || base === '') {
    throw new Error('no source of data is configured: give --from URL or set SERVICE_DATA_URL')
  }
  if (!URL.canParse(base)) throw new Error(`${base} is no URL`)
  return fetchManifest(base, signal)
}
