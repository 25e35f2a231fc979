/** One address, one answer: whether it is asked alone, in a list, or over HTTP, and wherever in a list it stands. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { EVERYTHING, type Running, start } from '../support/servers.js'

const SHAPES = [
  '350 5th Ave Apt 4B, New York, NY 10118',
  'Reno NV',
  '12 bis chemin du Four Banal 38660 Le Touvet',
  'Main St & 5th Ave, Portland OR',
  'asdf qwer',
  '東京 🏠 10 Rue de la République, 75008 Paris',
  '8FW4V75V+8Q',
  `${'1 Main St, '.repeat(60)}Reno NV`,
  '89501',
]
/** Long and short ones by turns, so that threads end out of order. */
const ADDRESSES = Array.from({ length: 90 }, (_, index) => SHAPES[(index * 7) % SHAPES.length] ?? '')

const engine = createEngine(EVERYTHING)
let running: Running

beforeAll(async () => {
  running = await start(EVERYTHING)
})

afterAll(() => running.close())

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${running.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.text()
}

test.each(['parse', 'geocode'] as const)('%s', async (question) => {
  const one = (address: string) =>
    question === 'parse'
      ? engine.parse?.(address, 'formatted', false)
      : engine.geocode?.(address, 'formatted').body
  const all =
    question === 'parse'
      ? engine.parseAll?.(ADDRESSES, 'formatted', false)
      : engine.geocodeAll?.(ADDRESSES, 'formatted')
  const alone = ADDRESSES.map((address) => one(address))
  expect(alone.every((body) => body !== undefined)).toBe(true)
  expect(await all).toEqual(alone)
  for (const address of SHAPES) {
    expect(await post(`/v1/${question}`, { address, input_mode: 'formatted' })).toBe(one(address))
  }
})

test('a batch of one and of many, in any order', async () => {
  const whole = await post('/v1/batch', { addresses: ADDRESSES })
  const alone = ADDRESSES.map((address) => engine.geocode?.(address, 'formatted').body ?? '')
  expect(whole).toBe(`{"results":[${alone.join(',')}]}`)
  const backwards = await post('/v1/batch', { addresses: [...ADDRESSES].reverse() })
  expect(backwards).toBe(`{"results":[${[...alone].reverse().join(',')}]}`)
  for (const address of SHAPES) {
    const [first] = (JSON.parse(await post('/v1/batch', { addresses: [address] })) as { results: unknown[] })
      .results
    expect(first).toEqual(JSON.parse(engine.geocode?.(address, 'formatted').body ?? ''))
  }
})
