/**
 * Python, and virtual environments with packages of PyPI, from whatever Python a machine has. Debian's comes without pip, and without
 * the part of `venv` that installs it, unless `python3-venv` is there: then pip is taken from the package that has it as one file.
 */
import { execFileSync, type ExecFileSyncOptions, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The commands a Python is looked for under, the newest of those with a number last: most machines have `python3`. */
const COMMANDS = ['python3', '/usr/bin/python3', 'python3.11', 'python3.12', 'python3.13', 'python3.14']

/** What every use of Python here can do with. */
const OLDEST = '3.9'

/** Whether a program is there and works. */
export function answers(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** The command of a Python of at least that version, or undefined. */
export function findPython(atLeast = OLDEST): string | undefined {
  const test = `import sqlite3, sys, venv; sys.exit(sys.version_info < (${atLeast.replace('.', ', ')}))`
  return COMMANDS.find((command) => answers(command, ['-c', test]))
}

/**
 * Makes a virtual environment with packages in it, which `folder` need not stay the place of: only its interpreter is to be used after
 * a move.
 *
 * @param python command of the interpreter
 * @param folder where it is made
 * @param packages as `pip install` takes them
 * @throws where pip is not to be had, or does not get a package
 */
export function makeEnvironment(
  python: string,
  folder: string,
  packages: string[],
  { systemSitePackages = false, quiet = false }: { systemSitePackages?: boolean; quiet?: boolean } = {},
): void {
  const options: ExecFileSyncOptions = { stdio: quiet ? 'pipe' : 'inherit', timeout: PATIENCE }
  const flags = systemSitePackages ? ['--system-site-packages'] : []
  const install = ['install', '--quiet', '--disable-pip-version-check', ...packages]
  const interpreter = join(folder, 'bin/python')
  if (answers(python, ['-c', 'import ensurepip'])) {
    execFileSync(python, ['-m', 'venv', ...flags, folder], options)
    execFileSync(interpreter, ['-m', 'pip', ...install], options)
    return
  }
  execFileSync(python, ['-m', 'venv', '--without-pip', ...flags, folder], options)
  if (answers(python, ['-m', 'pip', '--version'])) {
    execFileSync(python, ['-m', 'pip', '--python', interpreter, ...install], options)
    return
  }
  const wheel = debianPip(join(folder, 'pip'))
  if (wheel === undefined) throw new Error(NO_PIP)
  execFileSync(interpreter, ['-m', 'pip', ...install], {
    ...options,
    env: { ...process.env, PYTHONPATH: wheel },
  })
}

/** Milliseconds that installing packages may take on a busy machine. */
const PATIENCE = 900_000

const NO_PIP =
  'no pip: Python has neither ensurepip nor pip, and apt does not give the package python3-pip-whl'

/** Why `makeEnvironment` cannot find a pip for this Python; undefined where it can. Asks no registry. */
export function whyNoPip(python: string): string | undefined {
  const has = answers(python, ['-c', 'import ensurepip']) || answers(python, ['-m', 'pip', '--version'])
  return has || (answers('apt-get', ['--version']) && answers('dpkg-deb', ['--version'])) ? undefined : NO_PIP
}

/** pip as one file, from Debian's package of it unpacked into a folder, which takes no rights; undefined if apt has no pip. */
function debianPip(folder: string): string | undefined {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true })
  const download = (...options: string[]) =>
    spawnSync('apt-get', [...options, '-qq', 'download', 'python3-pip-whl'], {
      cwd: folder,
      stdio: 'ignore',
    }).status === 0
  if (!download()) {
    // The lists of packages may never have been fetched, and those of the system are root's to write.
    const own = ['-o', `Dir::State::Lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${folder}`]
    spawnSync('apt-get', [...own, '-qq', 'update'], { stdio: 'ignore' })
    if (!download(...own)) return undefined
  }
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'))
  if (file === undefined) return undefined
  execFileSync('dpkg-deb', ['-x', join(folder, file), folder])
  rmSync(join(folder, 'lists'), { recursive: true, force: true })
  const wheels = join(folder, 'usr/share/python-wheels')
  const wheel = readdirSync(wheels).find((name) => /^pip-.*\.whl$/.test(name))
  return wheel === undefined ? undefined : join(wheels, wheel)
}
