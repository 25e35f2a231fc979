/** `milepost search` as people run it. */
import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { COMMAND, testCommand } from '../drop-in-command.js'

testCommand({
  name: 'search',
  port: 8080,
  paths: ['/search', '/reverse', '/lookup', '/status'],
  withoutData: [
    { path: '/search?q=a', status: 501 },
    { path: '/reverse?lat=1&lon=2', status: 200, body: null },
    { path: '/status', status: 200, body: { status: 0, message: 'OK' } },
  ],
})

test('it ends with one line when the gazetteer that was named is none', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'search', 'serve', '--port', '0', '--cpus', '1', '--candidate-db', COMMAND],
    { encoding: 'utf8', timeout: 50_000 },
  )
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^milepost: .*milepost\.js.*\n$/)])
})
