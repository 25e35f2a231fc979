/**
 * Builds what `npm start` serves, unless it is built from the very sources of now: `tsx scripts/build/if-changed.ts`. With `--record` it builds nothing and
 * records that `npm run build` has.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a build reads; the files that it writes there are left out below. */
const SOURCES = [
  'Cargo.lock',
  'Cargo.toml',
  'crates',
  'npm',
  'package-lock.json',
  'package.json',
  'rust-toolchain.toml',
  'scripts',
  'ts/package.json',
  'ts/src',
  'ts/tsconfig.json',
  'tsconfig.json',
]

/** Files of the platform package and folders of the starter data that a build writes, and tests, which it does not read. */
const WRITTEN =
  /\.node$|native\.d\.ts$|milepost-build$|libonnxruntime|starter-data\/(db|manifest)|node_modules|\/tests?$/

/** What there must be of a build. */
const RESULTS = [
  'npm/linux-x64-gnu/milepost-build',
  'npm/starter-data/db/wof/candidate.db',
  'ts/dist/cli/main.js',
  'ts/assets/playground/page.js.gz',
]

/** The steps of a build, and what each makes. */
const STEPS = [
  ['build:addon', 'the core, in Rust'],
  ['build:data', 'the starter data'],
  ['build:ts', 'the server and its page'],
] as const

const stampOf = (root: string) => join(root, 'target/built-from')

/** Path, length and time of every source. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const there = join(root, path)
    if (WRITTEN.test(path) || !existsSync(there)) return
    const what = statSync(there)
    if (what.isDirectory()) {
      for (const name of readdirSync(there).sort()) add(`${path}/${name}`)
    } else {
      hash.update(`${path} ${String(what.size)} ${String(what.mtimeMs)}\n`)
    }
  }
  SOURCES.forEach(add)
  return hash.digest('hex')
}

/** Whether there is a build of the sources of now. */
export function isBuilt(root: string): boolean {
  const stamp = stampOf(root)
  if (!existsSync(stamp) || RESULTS.some((path) => !existsSync(join(root, path)))) return false
  return readFileSync(stamp, 'utf8') === fingerprint(root)
}

/** Records that a build of the sources of now is there. */
export function record(root: string): void {
  mkdirSync(dirname(stampOf(root)), { recursive: true })
  writeFileSync(stampOf(root), fingerprint(root))
}

/** Builds if needed, and says what it does; `run` runs a script of package.json and says whether it ended well. */
export function build(root: string, run: (script: string) => boolean, say: (line: string) => void): boolean {
  if (isBuilt(root)) {
    say('already built; `npm run build` builds anew')
    return true
  }
  const isFirst = !existsSync(join(root, 'target/release'))
  const time = isFirst
    ? 'The first build takes 5 to 10 minutes of two cores and 4 GB of disk. Later starts take seconds.'
    : 'The sources have changed since the last build; what did not change is not built again.'
  say(`building Milepost in ${String(STEPS.length)} steps. ${time}`)
  for (const [index, [script, makes]] of STEPS.entries()) {
    say(`step ${String(index + 1)} of ${String(STEPS.length)}: ${makes}`)
    const begun = performance.now()
    if (!run(script)) {
      say(`\`npm run ${script}\` failed; see the lines above`)
      return false
    }
    say(`step ${String(index + 1)} took ${String(Math.round((performance.now() - begun) / 1000))} s`)
  }
  record(root)
  return true
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..')
  if (process.argv.includes('--record')) {
    record(root)
  } else {
    const run = (script: string) =>
      spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: 'inherit' }).status === 0
    const isDone = build(root, run, (line) => {
      console.error(`milepost: ${line}`)
    })
    if (!isDone) process.exitCode = 1
  }
}
