/**
 * `npm run check`: what can be known about a change in half a minute, one line a step, exit code 1 when a step fails. Formatting and
 * lint look at the files that differ from the main branch; types are checked whole; unit tests are those that need no build.
 * `npm test` is what decides: it checks everything.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { extname, join } from 'node:path'

import { type Outcome, run } from './run.js'

const ROOT = join(import.meta.dirname, '../..')

/** What the compiler and the linter keep between two runs. */
const CACHE = join(ROOT, 'target/check')

/** Types of the addon: the build writes them, and types and lint read them. */
const ADDON_TYPES = 'npm/linux-x64-gnu/native.d.ts'

/** Crates whose unit tests compile in seconds: no SQLite, no ONNX Runtime, no Parquet. */
const SMALL_CRATES = [
  'milepost-text',
  'milepost-address',
  'milepost-aside',
  'milepost-format',
  'milepost-pool',
]

/** Tests of pure modules: they read no addon, no database and no built TypeScript. */
const PURE_TESTS = ['ts/test/format/rendering.test.ts', 'ts/test/scripts/tally.test.ts']

const LINTED = new Set(['.js', '.ts'])
const FORMATTED = new Set(['.js', '.ts', '.tsx', '.css', '.html', '.jsonc', '.yaml'])

type Command = [program: string, ...args: string[]]

/** What git prints, by lines; nothing where it fails. */
function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/** Files that differ from the main branch, committed or not, and still exist. */
function changedFiles(): string[] {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main') ?? []
  const differing = git('diff', '--name-only', '--diff-filter=d', base)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  if (differing === undefined || untracked === undefined) throw new Error('check needs git and a checkout')
  return [...differing, ...untracked].filter((path) => extname(path) !== '' && existsSync(join(ROOT, path)))
}

let failed = 0

/** Runs the commands of a step until one fails, and prints the step's line; below it, what a failed command said. */
async function step(name: string, commands: Command[]): Promise<void> {
  if (commands.length === 0) {
    console.log(`ok      ${name}: no file changed`)
    return
  }
  const start = performance.now()
  let result: Outcome = { code: 0, output: '' }
  for (const [command, ...args] of commands) {
    result = await run(command, args)
    if (result.code !== 0) break
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${result.code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  if (result.code === 0) return
  failed += 1
  console.log(result.output.trimEnd())
}

/** A program of `npm ci`. */
const program = (name: string, ...args: string[]): Command => [join(ROOT, 'node_modules/.bin', name), ...args]

/** A command for some files, or none where there are none. */
const forFiles = (files: string[], command: Command): Command[] =>
  files.length === 0 ? [] : [[...command, ...files]]

/** A type check that looks only at what changed since the last one. */
function types(project: string, name: string, ...more: string[]): Command {
  const state = join(CACHE, `${name}.tsbuildinfo`)
  return program('tsc', '-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', state, ...more)
}

mkdirSync(CACHE, { recursive: true })
const changed = changedFiles()
const of = (extensions: Set<string>) => changed.filter((path) => extensions.has(extname(path)))
const documents = of(new Set(['.md']))
const built = existsSync(join(ROOT, ADDON_TYPES))

// Two lanes, since each half has one core's work: cargo locks its target folder, and Node.js programs wait for nothing.
await Promise.all([
  (async () => {
    await step('cargo fmt', [['cargo', 'fmt', '--all', '--check']])
    const crates = SMALL_CRATES.flatMap((name) => ['-p', name])
    await step('unit tests, Rust', [['cargo', 'test', '--quiet', '--lib', ...crates]])
    await step('unit tests, TypeScript', [program('vitest', 'run', ...PURE_TESTS)])
    await step('prose', [
      ...forFiles(documents, program('markdownlint-cli2', '--no-globs')),
      ...forFiles(documents, program('cspell', '--no-progress', '--no-summary', '--dot')),
    ])
  })(),
  (async () => {
    await step('prettier', forFiles(of(FORMATTED), program('prettier', '--check', '--log-level', 'warn')))
    if (!built) {
      failed += 1
      console.log(`FAILED  types, eslint: ${ADDON_TYPES} is missing; run \`npm run build\` once`)
      return
    }
    await step('types', [
      types('ts', 'ts'),
      types('ts/src/playground/browser', 'playground'),
      types('ts/test', 'test'),
      types('scripts', 'scripts'),
      types('benches', 'benches'),
    ])
    const eslint = program(
      'eslint',
      '--no-warn-ignored',
      '--cache',
      '--cache-location',
      join(CACHE, 'eslint'),
    )
    await step('eslint', forFiles(of(LINTED), eslint))
  })(),
])
console.log(failed === 0 ? 'check passed' : `check: ${String(failed)} steps failed`)
process.exitCode = failed === 0 ? 0 : 1
