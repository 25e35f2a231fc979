/**
 * Packs every workspace into what a registry would serve: `npx tsx scripts/release/pack.ts [--out FOLDER] [--any-glibc]`, after
 * `npm run build`. Prints the table of sizes, and puts the bill of materials beside the packages.
 *
 * Each package is staged first, because a package carries the licence and what it is made of, which lie at the root. An addon that
 * asks for a newer glibc than is promised is refused, unless `--any-glibc` says that it stays on this machine.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'

import { billOfMaterials } from './bill-of-materials.js'
import { compareVersions, GLIBC, glibcFloor, isElf } from '../build/glibc-floor.js'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { out: { type: 'string' }, 'any-glibc': { type: 'boolean' } } })
const out = values.out ?? join(root, 'target/packages')

/** The workspaces, the platform packages first. */
const folders = [...readdirSync(join(root, 'npm')).map((name) => join(root, 'npm', name)), join(root, 'ts')]

/** The fields of a `package.json` that packing reads. */
interface Manifest {
  name: string
  files: string[]
}

/** What `npm pack --json` says of a package; sizes in bytes. */
interface Packed {
  filename: string
  size: number
  unpackedSize: number
}

/** What a package must hold to be of use; a missing one means that it was not built. */
function check(folder: string, { name, files }: Manifest): void {
  const needed = files.filter((file) => file !== 'THIRD_PARTY.md' && !file.startsWith('!'))
  const missing = needed.filter((file) => !existsSync(join(folder, file)))
  if (missing.length > 0) throw new Error(`${name} lacks ${missing.join(', ')}; run \`npm run build\` first`)
  for (const file of needed.filter((file) => isElf(join(folder, file)))) {
    const floor = glibcFloor(join(folder, file)) ?? '0'
    if (compareVersions(floor, GLIBC) > 0 && !values['any-glibc']) {
      throw new Error(
        `${file} asks for glibc ${floor}, newer than ${GLIBC}; run \`npm run build:addon -- --portable\``,
      )
    }
  }
}

/** A copy of a workspace with the licence, what it is made of and, for the main package, the README of the project. */
function stage(folder: string, manifest: Manifest): string {
  const staged = join(out, 'staged', basename(folder))
  mkdirSync(staged, { recursive: true })
  for (const name of ['package.json', ...manifest.files]) {
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(staged, name), { recursive: true })
  }
  const readme = join(folder, 'README.md')
  copyFileSync(existsSync(readme) ? readme : join(root, 'README.md'), join(staged, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'))
  if (manifest.files.includes('THIRD_PARTY.md')) {
    copyFileSync(join(root, 'THIRD_PARTY.md'), join(staged, 'THIRD_PARTY.md'))
  }
  return staged
}

/** A hash of the files below a folder, their names and their rights. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { mode } = statSync(join(folder, name))
    hash.update(`${name}\0${String(mode)}\0`)
    if (statSync(join(folder, name)).isFile()) hash.update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Packs a staged package. Packing 96 MB of data takes a quarter of a minute, so a package of the same files is kept. */
function pack(name: string, staged: string): Packed {
  const kept = join(root, 'target/packed', basename(staged))
  const place = join(kept, fingerprint(staged))
  if (!existsSync(place)) {
    rmSync(kept, { recursive: true, force: true })
    const beside = `${place}.new`
    mkdirSync(beside, { recursive: true })
    const said = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', beside], {
      cwd: staged,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    writeFileSync(join(beside, 'packed.json'), said)
    renameSync(beside, place)
  }
  const [packed] = JSON.parse(readFileSync(join(place, 'packed.json'), 'utf8')) as Packed[]
  if (packed === undefined) throw new Error(`npm packed nothing of ${name}`)
  copyFileSync(join(place, packed.filename), join(out, packed.filename))
  return packed
}

rmSync(join(out, 'staged'), { recursive: true, force: true })
const rows = folders.map((folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  check(folder, manifest)
  return pack(manifest.name, stage(folder, manifest))
})
rmSync(join(out, 'staged'), { recursive: true })

writeFileSync(join(out, 'milepost.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)

const total = (key: 'size' | 'unpackedSize') => rows.reduce((sum, row) => sum + row[key], 0)
const line = (name: string, size: number, unpacked: number) => {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`.padStart(10)
  console.log(`${name.padEnd(36)} ${megabytes(size)} packed ${megabytes(unpacked)} unpacked`)
}
for (const { filename, size, unpackedSize } of rows) line(filename, size, unpackedSize)
line('together', total('size'), total('unpackedSize'))
