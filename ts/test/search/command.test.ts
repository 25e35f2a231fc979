/** `milepost search` as people run it. */
import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { COMMAND } from '../support/paths.js'
import { served, testCommand, testProfileVariable } from '../surfaces/drop-in-command.js'

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

testProfileVariable('search', 'SERVICE_SEARCH_PROFILE', 'nominatim')

// Without data the default profile answers `null`, and the profile 501.
test.each([
  ['the variable chooses the profile', 'nominatim', [], 501],
  ['the flag wins', 'nominatim', ['--profile', 'milepost'], 200],
  ['an empty variable says nothing', '', [], 200],
])('%s', async (_name, variable, flags, status) => {
  const { answer, code } = await served(
    'search',
    ['--cpus', '1', ...flags],
    async (url) => (await fetch(`${url}/reverse?lat=1&lon=2&format=json`)).status,
    { SERVICE_SEARCH_PROFILE: variable },
  )
  expect([answer, code]).toEqual([status, 0])
})
