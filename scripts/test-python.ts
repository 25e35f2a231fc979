/**
 * Builds the wheels, installs them into a fresh virtual environment and tests the Python package there: form (ruff), types (mypy), stubs
 * against the compiled module (stubtest), behaviour (pytest). `--spark` runs its tests on Spark instead, which take 450 MB of packages
 * and Java: `npm run test:spark`, not `npm test`. `--faults` tests what a panic becomes, with a wheel that panics: it builds the core
 * once more, so it is no part of `npm test` either.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findPython, makeEnvironment } from './python-environment.js'

const root = join(import.meta.dirname, '..')
const source = join(root, 'python')
const isSpark = process.argv.includes('--spark')
const hasFaults = process.argv.includes('--faults')
const wheels = join(root, hasFaults ? 'target/wheels-with-faults' : 'target/wheels')

/** Runs a program; whether it ended well. Away from the sources, or Python would import them and not what is installed. */
function run(command: string, args: string[], cwd: string): boolean {
  console.log(`\n> ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0
}

const flags = [
  ...(process.env['MILEPOST_PORTABLE'] === '1' ? ['--portable'] : []),
  ...(hasFaults ? ['--faults'] : []),
]
if (!run('npx', ['tsx', join(root, 'scripts/build-python.ts'), ...flags], root)) process.exit(1)

const python = findPython('3.10')
if (python === undefined) throw new Error('Python 3.10 or later is missing; install python3')
const folder = mkdtempSync(join(tmpdir(), 'milepost-python-'))
// pytest keeps the folders of its last three runs, and Spark its libraries.
process.env['TMPDIR'] = join(folder, 'tmp')
mkdirSync(process.env['TMPDIR'])
try {
  const requirements = join(source, isSpark ? 'requirements-spark.txt' : 'requirements-test.txt')
  const built = readdirSync(wheels).map((name) => join(wheels, name))
  makeEnvironment(python, folder, ['-r', requirements, ...built])
  const bin = (name: string) => join(folder, 'bin', name)
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--import-mode=importlib']
  const alone = isSpark ? 'spark' : hasFaults ? 'faults' : undefined
  const ended =
    alone !== undefined
      ? [run(bin('python'), [...pytest, join(source, alone)], folder)]
      : [
          run(bin('ruff'), ['format', '--no-cache', '--check', source], folder),
          run(bin('ruff'), ['check', '--no-cache', source], folder),
          run(bin('mypy'), ['--cache-dir', join(folder, 'mypy'), 'milepost', 'examples'], source),
          run(
            bin('stubtest'),
            ['milepost._core', '--mypy-config-file', join(source, 'pyproject.toml')],
            folder,
          ),
          run(bin('python'), [...pytest, join(source, 'tests')], folder),
        ]
  if (ended.includes(false)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
