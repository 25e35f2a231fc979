/**
 * Builds the wheels, installs them into a fresh virtual environment, next to the packages of the tests, and tests the Python package there: form (ruff), types (mypy), stubs
 * against the compiled module (stubtest), behaviour (pytest). `--spark` runs its tests on Spark instead, which take 450 MB of packages
 * and Java: `npm run test:spark`, not `npm test`. `--faults` tests what a panic becomes, with a wheel that panics: it builds the core
 * once more, so `npm test` leaves it out too.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeEnvironment } from '../python-environment.js'
import { environmentWith } from './needs.js'

const root = join(import.meta.dirname, '../..')
const source = join(root, 'python')
const isSpark = process.argv.includes('--spark')
const hasFaults = process.argv.includes('--faults')
const wheels = join(root, hasFaults ? 'target/wheels-with-faults' : 'target/wheels')

/** Runs a program; whether it ended well. Away from the sources, or Python would import them and not what is installed. */
function run(command: string, args: string[], cwd: string): boolean {
  console.log(`\n> ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0
}

/** Where the packages of a virtual environment are. */
function sitePackages(environment: string): string {
  const [version = ''] = readdirSync(join(environment, 'lib'))
  return join(environment, 'lib', version, 'site-packages')
}

const flags = [
  ...(process.env['MILEPOST_PORTABLE'] === '1' ? ['--portable'] : []),
  ...(hasFaults ? ['--faults'] : []),
]
if (!run('npx', ['tsx', join(root, 'scripts/build/python-wheels.ts'), ...flags], root)) process.exit(1)

const requirements = join(source, isSpark ? 'requirements-spark.txt' : 'requirements-test.txt')
const isPackage = (line: string) => line !== '' && !line.startsWith('#')
const tests = environmentWith(readFileSync(requirements, 'utf8').split('\n').filter(isPackage), '3.10')
if (tests.missing !== undefined) throw new Error(tests.missing)
const folder = mkdtempSync(join(tmpdir(), 'milepost-python-'))
// pytest keeps the folders of its last three runs, and Spark its libraries.
process.env['TMPDIR'] = join(folder, 'tmp')
mkdirSync(process.env['TMPDIR'])
try {
  const built = readdirSync(wheels).map((name) => join(wheels, name))
  makeEnvironment(tests.command, folder, ['--no-index', '--find-links', wheels, ...built])
  // The packages of the tests are read where they are kept, so the fresh environment installs only what is tested. They come before its
  // own, because `venv` brings another setuptools.
  const kept = JSON.stringify(sitePackages(tests.folder))
  const line = `import sys; sys.path.insert(len(sys.path) - 1, ${kept})\n`
  writeFileSync(join(sitePackages(folder), 'packages-of-tests.pth'), line)
  const interpreter = join(folder, 'bin/python')
  const pytest = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--import-mode=importlib']
  const alone = isSpark ? 'spark' : hasFaults ? 'faults' : undefined
  const ended =
    alone !== undefined
      ? [run(interpreter, [...pytest, join(source, alone)], folder)]
      : [
          run(interpreter, ['-m', 'ruff', 'format', '--no-cache', '--check', source], folder),
          run(interpreter, ['-m', 'ruff', 'check', '--no-cache', source], folder),
          run(
            interpreter,
            ['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'milepost', 'examples'],
            source,
          ),
          run(
            interpreter,
            ['-m', 'mypy.stubtest', 'milepost._core', '--mypy-config-file', join(source, 'pyproject.toml')],
            folder,
          ),
          run(interpreter, [...pytest, join(source, 'tests')], folder),
        ]
  if (ended.includes(false)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
