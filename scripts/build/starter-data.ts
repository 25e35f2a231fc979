/**
 * Builds the starter data unless it is there already, made of the very packages and by the very sources of now. The builder is that of the platform
 * package: `npm run build:addon` comes first.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { platformPackage, shippedFile } from './platform-package.js'

const root = join(import.meta.dirname, '../..')
const data = join(root, 'npm/starter-data')
const stamp = join(data, 'db/built-from')

/** A hash of everything the databases are made of: builder, schemas, pinned packages. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
    } else {
      hash.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  const sources = [
    'crates/builder',
    'crates/gazetteer/sql',
    'crates/gazetteer/src/place.rs',
    'crates/gazetteer/src/prefix',
    'crates/store/src',
    'crates/gazetteer/src/reverse',
    'crates/text/src',
    'crates/text/data',
  ]
  for (const path of sources) add(join(root, path))
  for (const name of ['package.json', 'sources']) add(join(data, name))
  return hash.digest('hex')
}

const now = fingerprint()
const databases = ['candidate.db', 'candidate.prefix', 'candidate.postcodes', 'admin-global-priority.db'].map(
  (name) => join(data, 'db/wof', name),
)
if (databases.every((path) => existsSync(path)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) {
  console.log('starter data is up to date')
} else {
  const builder = shippedFile(platformPackage(), 'milepost-build')
  if (!existsSync(builder)) throw new Error(`${builder} is missing; run \`npm run build:addon\` first`)
  const packages = ['node_modules', '../../node_modules'].flatMap((folder) => ['--packages', folder])
  const postcodes = ['--postcodes', 'sources/world.postcodes']
  execFileSync(builder, ['starter', ...packages, ...postcodes, '--out', '.'], { cwd: data, stdio: 'inherit' })
  writeFileSync(stamp, now)
}
