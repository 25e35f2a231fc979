/** A temporary folder of a run of tests: what its tests and the programs they start leave in `tmpdir()` goes with it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'milepost-tests-'

/** Whose folder it is, in the folder. Several machines may share the system's. */
const OWNER = 'owner.json'

/**
 * Makes the folder and names it in `TMPDIR`, which the processes of the run inherit.
 * @returns removes it; the end of this process does so too. A run that is killed leaves its folder to the next one.
 */
export function takeTemporaryFolder(): () => void {
  removeAbandoned()
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  writeFileSync(join(folder, OWNER), JSON.stringify({ host: hostname(), pid: process.pid }))
  process.env['TMPDIR'] = folder
  const remove = () => {
    if (process.env['TMPDIR'] === folder) restore(before)
    removeFolder(folder)
  }
  process.once('exit', remove)
  return remove
}

/** Removes a folder while programs that end may still write into it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Sets `TMPDIR` to what it was. */
export function restore(before: string | undefined): void {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
}

/** Removes the folders of runs of this machine that have ended without doing so. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (name.startsWith(PREFIX) && isAbandoned(folder)) removeFolder(folder)
  }
}

function isAbandoned(folder: string): boolean {
  try {
    const owner = JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as { host?: unknown; pid?: unknown }
    return owner.host === hostname() && typeof owner.pid === 'number' && !isAlive(owner.pid)
  } catch {
    // Of a run that begins, or of another user.
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
