/** `milepost build` as a process: whoever kills it ends the builder too. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { claimFile } from '../../src/engine/addon.js'
import { COMMAND } from '../support/paths.js'

/** A thousand rows of a table of houses. */
const ROWS = Array.from({ length: 1_000 }, (_, row) => `${String(row + 1)},Elm St,39.5,-76.5\n`).join('')

test('a build that is killed with -9 leaves no builder that writes beside the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-build-'))
  const [source, out] = [join(folder, 'endless.csv'), join(folder, 'out.db')]
  execFileSync('mkfifo', [source])
  // Opened for both, the pipe does not wait for its reader, and the build does not come to its end.
  const pipe = openSync(source, 'r+')
  writeSync(pipe, 'number,street,lat,lon\n')
  const build = spawn(process.execPath, [COMMAND, 'build', 'streets', source, '--out', out], {
    stdio: 'ignore',
  })
  const ended = once(build, 'exit')
  const isClaimed = () => {
    const claim = claimFile(out)
    claim?.release()
    return claim === undefined
  }
  // Nothing is claimed here before: the builder would be refused.
  const isWriting = () => readdirSync(folder).some((name) => name.endsWith('.part'))
  // The first rows say which country they are of.
  const hasBegun = () => writeSync(pipe, ROWS) > 0 && isWriting()
  await expect.poll(hasBegun, { timeout: 30_000 }).toBe(true)
  build.kill('SIGKILL')
  await ended
  await expect.poll(isClaimed, { timeout: 30_000 }).toBe(false)
  expect(readdirSync(folder)).toEqual(['endless.csv'])
  closeSync(pipe)
}, 90_000)

test('the bar of a build counts on a terminal the rows that it takes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-build-'))
  const [source, out] = [join(folder, 'houses.csv'), join(folder, 'out.db')]
  execFileSync('mkfifo', [source])
  const pipe = openSync(source, 'r+')
  // `script` of util-linux gives the command a terminal.
  const command = [process.execPath, COMMAND, 'build', 'streets', source, '--out', out]
  const terminal = spawn('script', ['-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'])
  const ended = once(terminal, 'exit')
  terminal.stdin.end()
  let shown = ''
  terminal.stdout.on('data', (part: Buffer) => (shown += part.toString()))
  writeSync(pipe, 'number,street,lat,lon\n')
  // Before its end, since the bar is taken away then.
  await expect
    .poll(() => writeSync(pipe, ROWS) > 0 && /houses\.csv.* [1-9][\d,]* rows/.test(shown), {
      timeout: 30_000,
    })
    .toBe(true)
  closeSync(pipe)
  expect(await ended).toEqual([0, null])
}, 60_000)

test.each(['', '\0', '/', '/proc/out.db'])('no claim of %j, but a sentence', (path) => {
  expect(() => claimFile(path)).toThrow(/./)
})

test('a gazetteer of packages that are not there says which to install', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-build-'))
  const parameters = ['build', 'candidate', '--packages', folder, '--out', join(folder, 'candidate.db')]
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...parameters], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /run `npm install .*cities\.json@.*` in a folder and pass its node_modules with --packages/,
  )
  expect(readdirSync(folder)).toEqual([])
})
