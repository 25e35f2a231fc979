/** `milepost build` as a process: whoever kills it ends the builder too. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { claimFile } from '../src/engine/addon.js'

const COMMAND = join(import.meta.dirname, '../bin/milepost.js')

test('a build that is killed with -9 leaves no builder that writes beside the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-build-'))
  const [source, out] = [join(folder, 'endless.csv'), join(folder, 'out.db')]
  execFileSync('mkfifo', [source])
  // Opened for both, the pipe does not wait for its reader, and the build does not come to its end.
  const pipe = openSync(source, 'r+')
  writeSync(pipe, 'number,street,lat,lon\n12,Elm St,39.5,-76.5\n')
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
  await expect.poll(isWriting, { timeout: 30_000 }).toBe(true)
  build.kill('SIGKILL')
  await ended
  await expect.poll(isClaimed, { timeout: 30_000 }).toBe(false)
  expect(readdirSync(folder)).toEqual(['endless.csv'])
  closeSync(pipe)
}, 90_000)

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
