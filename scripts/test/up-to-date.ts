/**
 * Whether a check has gone well with the same files before: one that reads files of the checkout alone finds nothing new then. A clean clone has
 * no record, and checks everything.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Files that checks read and git does not know: types of the addon and of the library, which the build writes. */
const BUILT = ['npm/linux-x64-gnu/native.d.ts', 'ts/dist/index.d.ts', 'node_modules/.package-lock.json']

/** A hash of all files of the checkout, as they are; none without git. */
function stateOfCheckout(): string | undefined {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (listed.status !== 0) return undefined
  const hash = createHash('sha256')
  for (const path of [...listed.stdout.split('\0').filter(Boolean), ...BUILT]) {
    const file = join(ROOT, path)
    hash.update(`\0${path}\0`)
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

const recordOf = (check: string) => join(ROOT, 'target/checked', check)

/** Whether a check has gone well with the files as they are. */
export function isUpToDate(check: string): boolean {
  const record = recordOf(check)
  return existsSync(record) && readFileSync(record, 'utf8') === stateOfCheckout()
}

/** Records that a check goes well with the files as they are. */
export function keepAsUpToDate(check: string): void {
  const state = stateOfCheckout()
  if (state === undefined) return
  const record = recordOf(check)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, state)
}
