/**
 * Builds the wheels `milepost` and `milepost-starter-data` into `target/wheels`, after `npm run build`: `node scripts/build/python-wheels.ts
 * [--portable]`. With `--portable` the first is for manylinux_2_28, linked as `addon.ts --portable` links, whose tools it takes.
 * With `--faults` both go into `target/wheels-with-faults`, and the first panics on purpose: never ship it.
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
import { delimiter, dirname, join } from 'node:path'

import { compareVersions, GLIBC, glibcFloor } from './glibc-floor.js'
import { findPython, makeEnvironment } from '../python-environment.js'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'python')
const data = join(source, 'milepost/_data')
const wheels = join(root, process.argv.includes('--faults') ? 'target/wheels-with-faults' : 'target/wheels')
const target = process.env['CARGO_TARGET_DIR'] ?? join(root, 'target')
const portable = process.argv.includes('--portable')
const faults = process.argv.includes('--faults')

/** The most a wheel that installs everywhere may weigh, packed: ONNX Runtime, the weights, and the core with its tables for the command. */
const MOST_BYTES = 26_000_000

/** What makes the tools that link for an older glibc. */
const PORTABLE_TOOLS = 'npm run build:addon -- --portable'

function needed(path: string, made = 'npm run build'): string {
  if (!existsSync(path)) throw new Error(`${path} is missing; run \`${made}\` first`)
  return path
}

/** Weights and ONNX Runtime: what the package has beside its code. */
function placeData(): void {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true })
  copyFileSync(needed(join(root, 'npm/linux-x64-gnu/libonnxruntime.so.1')), join(data, 'libonnxruntime.so.1'))
  for (const bundle of readdirSync(join(root, 'npm')).filter((name) => name.startsWith('weights-'))) {
    const manifest = readFileSync(join(root, 'npm', bundle, 'package.json'), 'utf8')
    const { files } = JSON.parse(manifest) as { files: string[] }
    for (const file of files) cpSync(join(root, 'npm', bundle, file), join(data, bundle, file))
  }
  for (const file of ['LICENSE', 'THIRD_PARTY.md']) copyFileSync(join(root, file), join(source, file))
}

/** The folder of the programs that build, made at the first call. */
function tools(): string {
  const requirements = join(source, 'requirements-build.txt')
  const environment = join(root, 'target/python-tools')
  const marker = join(environment, 'requirements')
  const wanted = readFileSync(requirements, 'utf8')
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    rmSync(environment, { recursive: true, force: true })
    const python = findPython('3.10')
    if (python === undefined) throw new Error('Python 3.10 or later is missing; install python3')
    makeEnvironment(python, environment, ['-r', requirements])
    writeFileSync(marker, wanted)
  }
  return join(environment, 'bin')
}

function buildPackage(bin: string): void {
  const flags = ['--release', '--out', wheels, ...(faults ? ['--features', 'fault-injection'] : [])]
  // maturin asks the first Python of the path for Zig.
  const linker = join(root, 'target/portable-tools/bin/cargo-zigbuild')
  const first = portable ? [dirname(needed(linker, PORTABLE_TOOLS))] : []
  const path = [...first, bin, process.env.PATH].join(delimiter)
  const compatibility = portable
    ? [
        '--zig',
        '--target',
        'x86_64-unknown-linux-gnu',
        '--compatibility',
        `manylinux_${GLIBC.replace('.', '_')}`,
      ]
    : ['--compatibility', 'linux']
  // Without the name of the linker maturin links through itself, and cargo, which sees another linker, compiles every crate anew for
  // the wheel, and again for the next addon.
  const shared = portable ? { 'CARGO_BIN_EXE_cargo-zigbuild': linker } : {}
  // It finds the crate by python/pyproject.toml.
  const env = { ...process.env, ...shared, PATH: path, CARGO_TARGET_DIR: target }
  execFileSync(join(bin, 'maturin'), ['build', ...flags, ...compatibility], {
    cwd: source,
    stdio: 'inherit',
    env,
  })
  const release = join(target, portable ? 'x86_64-unknown-linux-gnu/release' : 'release', 'lib_core.so')
  const floor = glibcFloor(release) ?? '0'
  if (portable && compareVersions(floor, GLIBC) > 0) throw new Error(`${release} asks for glibc ${floor}`)
}

/** Everything the wheel of the data is made of, as one hash: the databases by the hash that their build leaves. */
function fingerprintOfData(): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  const folder = join(root, 'npm/starter-data')
  add(join(source, 'starter-data'))
  add(join(source, 'requirements-build.txt'))
  for (const file of ['package.json', 'manifest.json', 'NOTICE', 'db/built-from'])
    add(needed(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The data alone, which no release of the program changes: packing them takes longer than all else here, so it is done once. */
function buildStarterData(bin: string): void {
  const kept = join(root, 'target/python/starter-data-wheels', fingerprintOfData())
  if (!existsSync(kept)) {
    rmSync(join(kept, '..'), { recursive: true, force: true })
    packStarterData(bin, `${kept}.new`)
    renameSync(`${kept}.new`, kept)
  }
  for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(wheels, name))
}

function packStarterData(bin: string, into: string): void {
  const staged = join(root, 'target/python/starter-data')
  rmSync(staged, { recursive: true, force: true })
  cpSync(join(source, 'starter-data'), staged, { recursive: true })
  const manifest = readFileSync(join(root, 'npm/starter-data/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const module = join(staged, 'milepost_starter_data')
  cpSync(needed(join(root, 'npm/starter-data/db')), join(module, 'db'), { recursive: true })
  for (const file of ['manifest.json', 'NOTICE'])
    copyFileSync(join(root, 'npm/starter-data', file), join(module, file))
  copyFileSync(join(root, 'npm/starter-data/NOTICE'), join(staged, 'NOTICE'))
  writeFileSync(join(module, 'version.txt'), `${version}\n`)
  execFileSync(join(bin, 'hatchling'), ['build', '-t', 'wheel', '-d', into], {
    cwd: staged,
    stdio: 'inherit',
  })
}

placeData()
rmSync(wheels, { recursive: true, force: true })
const bin = tools()
buildPackage(bin)
buildStarterData(bin)
for (const wheel of readdirSync(wheels)) {
  const { size } = statSync(join(wheels, wheel))
  console.log(`${wheel.padEnd(64)} ${(size / 1e6).toFixed(1)} MB packed`)
  if (wheel.startsWith('milepost-') && size > MOST_BYTES)
    throw new Error(`${wheel} is larger than ${String(MOST_BYTES / 1e6)} MB`)
}
