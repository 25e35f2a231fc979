/** `GET /v1/geocode`: the same answer as by POST, and its errors. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { EVERYTHING, noGazetteer, type Running, start } from '../support/servers.js'

let running: Running
let empty: Running

beforeAll(async () => {
  running = await start(EVERYTHING)
  empty = await start(noGazetteer())
})

afterAll(() => Promise.all([running.close(), empty.close()]))

async function ask(query: string, { url } = running) {
  const response = await fetch(`${url}/v1/geocode${query}`)
  return [response.status, await response.json()] as const
}

test('answers what POST answers', async () => {
  for (const { query, body } of [
    { query: '?address=Reno+NV', body: { address: 'Reno NV' } },
    { query: '?address=Paris&country=us', body: { address: 'Paris', country: 'us' } },
    { query: '?address=Paris&input_mode=formatted', body: { address: 'Paris', input_mode: 'formatted' } },
  ]) {
    const posted = await fetch(`${running.url}/v1/geocode`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(await ask(query)).toEqual([200, await posted.json()])
  }
})

test.each([
  ['', { error: 'address is required' }],
  ['?address=', { error: 'address is required' }],
  ['?address=+', { error: 'address is required' }],
  ['?address=a&address=b', { error: 'address is required' }],
  [
    '?address=a&input_mode=x',
    { error: 'invalid request body', detail: 'input_mode: must be one of auto, fragmented, formatted' },
  ],
  [
    '?address=a&country=USA',
    { error: 'invalid request body', detail: 'country: must be a code of two letters, or a list of them' },
  ],
  [
    `?address=${'a'.repeat(1025)}`,
    { error: 'invalid request body', detail: 'address: must be at most 1024 characters' },
  ],
])('"%.40s" is 400', async (query, error) => {
  expect(await ask(query)).toEqual([400, error])
})

test('without a gazetteer it is 503', async () => {
  expect(await ask('?address=Reno', empty)).toEqual([
    503,
    expect.objectContaining({ error: 'geocoder not available' }),
  ])
})
