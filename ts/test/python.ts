/** Packages of PyPI for tests, in a virtual environment outside the repository that is made once a list of them. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Milliseconds that making the environment may take. */
const PATIENCE = 240_000

/**
 * The interpreter of an environment with exactly `packages` (`name==version`); undefined, with the reason on standard error,
 * where there is no Python or the registry cannot be reached.
 */
export function pythonWith(packages: readonly string[]): string | undefined {
  const name = createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 12)
  const cache = join(homedir(), '.cache', 'milepost-tests')
  const folder = join(cache, `python-${name}`)
  const interpreter = join(folder, 'bin', 'python')
  if (existsSync(interpreter)) return interpreter
  // Made beside and moved into place: a test that is cut off, or a second one, leaves no half-made environment. Scripts
  // hold the path they were made at, so the moved one is used by its interpreter only.
  const made = `${folder}.${String(process.pid)}`
  const quiet = { timeout: PATIENCE, stdio: 'pipe' } as const
  try {
    mkdirSync(cache, { recursive: true })
    execFileSync('python3', ['-m', 'venv', made], quiet)
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]
    execFileSync(join(made, 'bin', 'python'), pip, quiet)
    renameSync(made, folder)
    return interpreter
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (existsSync(interpreter)) return interpreter
    console.warn(`tests with ${packages.join(', ')} are left out: ${String(error)}`)
    return undefined
  }
}
