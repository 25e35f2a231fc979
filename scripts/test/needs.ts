/**
 * What tests need beside Rust, Node.js and the packages of `npm ci`: one function a need. Each returns what it found, or `missing`, the reason
 * why this machine cannot have it. A function throws when it could have the need but fails, such as when a registry does not answer.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { answers, findPython, makeEnvironment, whyNoPip } from '../python-environment.js'

const ROOT = join(import.meta.dirname, '../..')

/** What was found, or why it cannot be had on this machine. */
export type Need<Found> = (Found & { missing?: never }) | { missing: string }

/** A command, as a name on the path or as a path. */
export interface Command {
  command: string
}

/** Chromium, and what its environment has to hold. */
export interface Program {
  program: string
  env: Record<string, string>
}

/** Debian's Python, the only one that Debian's PyTorch is for. */
const DEBIAN_PYTHON = '/usr/bin/python3'

/** The folder where all that is fetched or unpacked once is kept. */
const CACHE = join(ROOT, 'target/test-cache')

/**
 * A folder of the cache, made at the first call. It is made beside and moved into place: a test that is cut off, or a second one at the
 * same time, leaves none half made. `make` is given where to make it, and where it will be.
 */
export function made(name: string, make: (into: string, place: string) => void): string {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return folder
  const beside = `${folder}.${String(process.pid)}`
  try {
    mkdirSync(beside, { recursive: true })
    make(beside, folder)
    renameSync(beside, folder)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** A name that changes with what it is made from. */
function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)
}

/** Chromium, of the package `@sparticuz/chromium`, with the libraries and the font it needs. */
export function browser(): Need<Program> {
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve('@sparticuz/chromium')), '../..')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const unpacked = made(`chromium-${version}`, (into, place) => {
    const content = (name: string) => brotliDecompressSync(readFileSync(join(folder, 'bin', name)))
    for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      execFileSync('tar', ['-x', '-C', into], { input: content(name) })
    }
    writeFileSync(join(into, 'chromium'), content('chromium.br'), { mode: 0o755 })
    // That of the package names folders of the service it was made for. Relative ones would be of where tests run.
    writeFileSync(
      join(into, 'fonts.conf'),
      `<fontconfig><dir>${join(place, 'fonts')}</dir><cachedir>${join(place, 'cache')}</cachedir></fontconfig>\n`,
    )
  })
  const program = join(unpacked, 'chromium')
  const env = { FONTCONFIG_FILE: join(unpacked, 'fonts.conf'), LD_LIBRARY_PATH: join(unpacked, 'lib') }
  const { status, stderr, error } = spawnSync(program, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status === 0) return { program, env }
  return { missing: `Chromium does not start here: ${(error?.message ?? stderr).trim()}` }
}

/** The command of a Python of at least a version. */
export function python(atLeast?: string): Need<Command> {
  const command = findPython(atLeast)
  return command === undefined
    ? {
        missing: `Python${atLeast === undefined ? '' : ` ${atLeast} or later`} is missing; install python3`,
      }
    : { command }
}

/** The same, where packages of PyPI can be installed with it. */
export function pythonWithPip(atLeast?: string): Need<Command> {
  const found = python(atLeast)
  if (found.missing !== undefined) return found
  const noPip = whyNoPip(found.command)
  return noPip === undefined ? found : { missing: noPip }
}

/** The interpreter of an environment with exactly these packages of PyPI (`name==version`). */
export function pythonWith(packages: string[], atLeast?: string): Need<Command> {
  const found = environmentWith(packages, atLeast)
  return found.missing === undefined ? { command: join(found.folder, 'bin/python') } : found
}

/** An environment with exactly these packages of PyPI, made once, and the command of the Python that it is of. */
export function environmentWith(packages: string[], atLeast?: string): Need<Command & { folder: string }> {
  const found = pythonWithPip(atLeast)
  if (found.missing !== undefined) return found
  const { command } = found
  const folder = made(`python-${digest(command, ...packages)}`, (into) => {
    makeEnvironment(command, into, packages, { quiet: true })
  })
  return { command, folder }
}

/** The interpreter of an environment with Debian's PyTorch and what training needs beside it. */
export function pythonForTraining(): Need<Command> {
  if (!answers(DEBIAN_PYTHON, ['-c', 'import torch']))
    return { missing: "PyTorch is missing; install Debian's package python3-torch" }
  const noPip = whyNoPip(DEBIAN_PYTHON)
  if (noPip !== undefined) return { missing: noPip }
  const requirements = join(ROOT, 'tasks/training/requirements-debian.txt')
  const folder = made(`training-${digest(readFileSync(requirements, 'utf8'))}`, (into) => {
    makeEnvironment(DEBIAN_PYTHON, into, ['-r', requirements], { systemSitePackages: true })
  })
  return { command: join(folder, 'bin/python') }
}

/** curl, which most commands of the documents call. */
export function curl(): Need<Command> {
  return answers('curl', ['--version']) ? { command: 'curl' } : { missing: 'curl is missing; install it' }
}
