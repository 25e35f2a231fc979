/** `milepost data publish`: a data root as a folder that `pull` fetches from, so that one machine builds and a fleet fetches. */
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { say } from '../terminal/output.js'
import { replaceByCopy, replaceFile, sha256Of } from './files.js'
import { readInstalled } from './installed.js'
import { rootOf } from './layout.js'

/** Folders of a data root that hold databases. */
const FOLDERS = [
  'db',
  'address-points',
  'interpolation',
  'street-centroids',
  'ban',
  'osm',
  'poi',
  'timezone',
  'un-locode',
  'nuts',
]

/** Other files of a data root. */
const FILES = ['releases.json', 'sources.json']

/** Files that are no database, or an incomplete one. */
const LEFT_OUT = /(\.part|\.lock|-wal|-shm|-journal)$|^\./

interface Bundle {
  description: string
  files: { from: string; to: string; size: number; sha256: string }[]
}

/**
 * Copies the databases of `root` into the folder `out` and writes its manifest last, so that clients see it complete.
 * @throws Error in one sentence.
 */
export async function publish(
  root: string | undefined,
  flags: { out: string; dataRoot?: string },
): Promise<void> {
  const from = rootOf({ root, dataRoot: flags.dataRoot })
  const out = flags.out
  if (resolve(from) === resolve(out))
    throw new Error(`${out} is the data root itself; give another folder with --out`)
  const paths = [...(await databasesOf(from)), ...FILES.filter((name) => existsSync(join(from, name)))]
  if (paths.every((path) => FILES.includes(path))) throw new Error(`${from} holds no databases`)
  const bundles: Record<string, Bundle> = {}
  for (const path of paths) {
    if (existsSync(join(from, `${path}-wal`))) {
      throw new Error(`${join(from, path)} has a log beside it; run PRAGMA journal_mode = DELETE on it first`)
    }
    await replaceByCopy(join(from, path), join(out, path))
    const { size } = await stat(join(out, path))
    const file = { from: path, to: path, size, sha256: await sha256Of(join(out, path)) }
    for (const name of ['all', ...bundlesOf(path)]) {
      const bundle = (bundles[name] ??= { description: '', files: [] })
      bundle.files.push(file)
    }
    say(`${path}: ${String(size)} bytes`)
  }
  await describe(bundles, from)
  await replaceFile(join(out, 'manifest.json'), `${JSON.stringify({ bundles }, null, 2)}\n`)
  say(`${join(out, 'manifest.json')}: bundles ${Object.keys(bundles).join(', ')}`)
}

/** Paths of complete files below the folders of a data root. */
async function databasesOf(root: string): Promise<string[]> {
  const paths: string[] = []
  for (const folder of FOLDERS) {
    if (!existsSync(join(root, folder))) continue
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      if (!entry.isFile() || LEFT_OUT.test(entry.name)) continue
      paths.push(join(entry.parentPath, entry.name).slice(root.length).replace(/^\/+/, ''))
    }
  }
  return paths.sort()
}

/** The bundles of a file: its area, otherwise its purpose. */
function bundlesOf(path: string): string[] {
  const area = /-((?:us-)?[a-z]{2})(?:-[^/]*)?\.db$/.exec(path)?.[1]
  if (/^((db\/)?(address-points|interpolation|street-centroids|ban)|osm)\/(?!poi\.db$)/.test(path))
    return area === undefined ? [] : [area]
  if (path.startsWith('db/')) return ['candidate']
  return /^(poi|osm|timezone|un-locode|nuts)\//.test(path) ? ['lookups'] : []
}

/** Adds the sources of each bundle. */
async function describe(bundles: Record<string, Bundle>, root: string): Promise<void> {
  const installed = await readInstalled(root)
  for (const bundle of Object.values(bundles)) {
    const held = installed.filter((one) =>
      [...one.files.map(({ path }) => path), ...one.derived].some((path) =>
        bundle.files.some(({ to }) => to === path),
      ),
    )
    const lines = [...new Set(held.map(({ attribution, licence }) => `${attribution} (${licence})`))]
    bundle.description = lines.length === 0 ? 'of its builder’s sources' : lines.join(', ')
  }
}
