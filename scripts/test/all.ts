/**
 * Runs every check and ends with one line, `N passed, N failed`: the tests of cargo and vitest, and each of the other
 * checks as one. A check that fails does not stop the later ones. What failed is named before that line, and what could
 * not run here with the reason; it is counted in the line as `N skipped`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { type Command, type Need, python, pythonForTraining, pythonWithPip } from './needs.js'
import { type Outcome, run as runCommand } from './run.js'
import { CARGO, PYTEST, Tally, VITEST } from './tally.js'
import { takeTemporaryFolder } from './temporary-folder.js'
import { isUpToDate, keepAsUpToDate } from './up-to-date.js'

const root = join(import.meta.dirname, '../..')
const tally = new Tally()

/** Whether several commands run at a time: the output of each is shown whole when it ends, not as it comes. */
let sideBySide = false

/** Runs a command, shows its output and how long it took, and returns the output with the exit code. */
async function run(command: string, ...args: string[]): Promise<Outcome> {
  const line = `\n> ${command} ${args.join(' ')}`
  const isLive = !sideBySide
  if (isLive) console.log(line)
  const begun = performance.now()
  const outcome = await runCommand(command, args, isLive)
  if (!isLive) console.log(`${line}\n${outcome.output.trimEnd()}`)
  console.log(`(${((performance.now() - begun) / 1000).toFixed(0)} s)`)
  return outcome
}

/** Runs jobs, two at a time, each as soon as one before it has ended; whether the first one went well. */
async function inPairs(
  first: () => Promise<boolean>,
  ...others: (() => Promise<unknown>)[]
): Promise<boolean> {
  sideBySide = true
  const begun = first()
  const waiting = others.values()
  const lane = async () => {
    for (const job of waiting) await job()
  }
  await Promise.all([begun.then(lane), lane()])
  sideBySide = false
  return begun
}

/** Counts a command as one check. */
async function check(command: string, ...args: string[]): Promise<boolean> {
  const { code, output } = await run(command, ...args)
  tally.check([command, ...args].join(' '), code, output)
  return code === 0
}

/** Counts a command as one check that takes a need, and as skipped where that cannot be had. */
async function checkWith(
  name: string,
  get: () => Need<Command>,
  commandOf: (command: string) => [program: string, ...args: string[]],
): Promise<boolean> {
  let need: Need<Command>
  try {
    need = get()
  } catch (error) {
    console.error(error)
    tally.check(name, 1, '')
    return false
  }
  if (need.missing === undefined) return check(...commandOf(need.command))
  tally.skip(name, need.missing)
  return false
}

/** Counts the linters as one check, which reads nothing but files: it is not run again on files with which it has gone well. */
async function lint(): Promise<void> {
  const command = ['npm', 'run', '--silent', 'lint'] as const
  if (isUpToDate('lint')) {
    console.log(`\n> ${command.join(' ')}\nnothing has changed since it went well`)
    tally.check(command.join(' '), 0, '')
  } else if (await check(...command)) {
    keepAsUpToDate('lint')
  }
}

/** Counts a test runner by its tests. */
async function tests(pattern: RegExp, command: string, ...args: string[]): Promise<boolean> {
  const { code, output } = await run(command, ...args)
  tally.tests([command, ...args].join(' '), pattern, code, output)
  return code === 0
}

/** Builds everything. The addon is the one that ships, linked for an older glibc, so every test runs on that and packs it. */
async function build(): Promise<boolean> {
  const addon: [string, ...string[]] = ['npm', 'run', '--silent', 'build:addon']
  const portable: [string, ...string[]] = [...addon, '--', '--portable']
  const isPortable = await checkWith('the addon for older systems', pythonWithPip, () => portable)
  if (isPortable) process.env['MILEPOST_PORTABLE'] = '1'
  else if (!(await check(...addon))) return false
  return (await check('npm', 'run', '--silent', 'build:data')) && check('npm', 'run', '--silent', 'build:ts')
}

// What a first build keeps for the next one costs it a fifth of its time.
if (!existsSync(join(root, 'target/debug'))) process.env['CARGO_INCREMENTAL'] ??= '0'
// Of everything below: cargo's and Python's tests leave folders too.
takeTemporaryFolder()
// None of these needs the build.
const isBuilt = await inPairs(
  async () => {
    await check('cargo', 'fmt', '--all', '--check')
    return build()
  },
  // cargo locks a folder of its target, and that of clippy is not the one of the build.
  () => check('cargo', 'clippy', '--workspace', '--all-targets', '--', '-D', 'warnings'),
  ...['tasks/quality', 'benches/bulk'].map((folder) => () => {
    const discover = ['-m', 'unittest', 'discover', '-v', '-s', folder]
    return checkWith(`tests of ${folder}`, python, (command) => [command, ...discover])
  }),
  () => checkWith('leaks into the corpus', python, (command) => [command, 'tasks/quality/leak_check.py']),
  () => check('npx', 'tsx', 'scripts/release/licences.ts'),
)
if (isBuilt) {
  await inPairs(
    () => tests(CARGO, 'cargo', 'test', '--workspace', '--no-fail-fast'),
    ...['parser', 'street'].map((part) => () => {
      const discover = ['-m', 'unittest', 'discover', '-v', '-s', `tasks/training/${part}`]
      return checkWith(`tests of training the ${part}`, pythonForTraining, (command) => [
        command,
        ...discover,
      ])
    }),
    async () => {
      const noPython = pythonWithPip('3.10').missing
      if (noPython === undefined) await tests(PYTEST, 'npx', 'tsx', 'scripts/test/python-package.ts')
      else tally.skip('tests of the Python package', noPython)
    },
    // Types of the addon are made by the build, and rules on types need them.
    lint,
    () => check('npm', 'run', '--silent', 'types'),
  )
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/test/skipped-reporter.ts')}`]
  await tests(VITEST, 'npx', 'vitest', 'run', ...reporters)
}
console.log(`\n${tally.closing().join('\n')}`)
process.exitCode = tally.failed === 0 ? 0 : 1
