/** `milepost parser` as people run it: the profile. */
import { expect, test } from 'vitest'

import { served, testProfileVariable } from '../surfaces/drop-in-command.js'

testProfileVariable('parser', 'SERVICE_PARSER_PROFILE', 'libpostal')

test.each([
  ['the variable chooses the profile', 'libpostal', [], ['Reno']],
  ['the flag wins', 'libpostal', ['--profile', 'milepost'], { expansions: ['Reno'] }],
])('%s', async (_name, variable, flags, body) => {
  const { answer, code } = await served(
    'parser',
    ['--cpus', '1', ...flags],
    async (url) => (await fetch(`${url}/expand?query=Reno`)).json(),
    { SERVICE_PARSER_PROFILE: variable },
  )
  expect([answer, code]).toEqual([body, 0])
})
