/** Long texts beside short ones: no request waits for the text of another. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { FairQueue } from '../../src/http/connections/fair-queue.js'
import type { Running } from '../support/servers.js'
import { startParser, WITH_WEIGHTS } from './servers.js'

const LONG = '350 5th Ave, New York, NY 10118 '.repeat(3_100)

let running: Running

beforeAll(async () => {
  running = await startParser(WITH_WEIGHTS)
})

afterAll(() => running.close())

function ask(path: string, address: string) {
  return fetch(`${running.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
}

test.each(['/parse', '/expand'])(
  '%s: short texts are answered while long ones are worked on',
  async (path) => {
    const order: string[] = []
    const long = Array.from({ length: 8 }, async () => {
      const response = await ask(path, LONG)
      order.push('long')
      return response.status
    })
    const short = Array.from({ length: 4 }, async () => {
      const response = await ask('/parse', 'Reno NV')
      order.push('short')
      return response.status
    })
    expect(await Promise.all([...long, ...short])).toEqual(Array.from({ length: 12 }, () => 200))
    // A long text takes little longer than a request does on its way, so one or two may be done before.
    expect(order.slice(0, 6).filter((kind) => kind === 'short')).toHaveLength(4)
  },
)

test('a long text is answered as a short one is, in all its parts', async () => {
  const parts = (await (await ask('/parse', LONG)).json()) as { label: string; value: string }[]
  expect(parts.filter(({ label }) => label === 'postcode').length).toBeGreaterThan(3_000)
  const { expansions } = (await (await ask('/expand', LONG)).json()) as { expansions: string[] }
  expect(expansions[0]).toBe(LONG)
})

test('of several clients each has its turn, and one piece of work at a time', async () => {
  const queue = new FairQueue(2)
  const [begun, ends]: [string[], Map<string, () => void>] = [[], new Map()]
  const work = (client: string, name: string) =>
    queue.run(client, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const done = [
    work('a', 'a1'),
    work('a', 'a2'),
    work('a', 'a3'),
    work('b', 'b1'),
    work('b', 'b2'),
    work('c', 'c1'),
  ]
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(begun).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1', 'a3']) await end(name)
  await Promise.all(done)
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
  // c, who came last, did not wait for all of a.
  expect(begun.indexOf('c1')).toBeLessThan(begun.indexOf('a3'))
})

test('work that fails makes room for the next', async () => {
  const queue = new FairQueue(1)
  const fails = queue.run('a', () => Promise.reject(new Error('on purpose')))
  const next = queue.run('b', () => Promise.resolve('done'))
  await expect(fails).rejects.toThrow('on purpose')
  expect(await next).toBe('done')
})

test('work whose client leaves while it waits is not done and not kept', async () => {
  const queue = new FairQueue(1)
  const [begun, leaving] = [[] as string[], new AbortController()]
  let end = () => {}
  const first = queue.run('a', () => new Promise<void>((resolve) => (end = resolve)))
  const left = queue.run('a', () => Promise.resolve(begun.push('left')), leaving.signal)
  const last = queue.run('a', () => Promise.resolve(begun.push('last')))
  leaving.abort(new Error('the client is gone'))
  await expect(left).rejects.toThrow('the client is gone')
  end()
  await Promise.all([first, last])
  expect(begun).toEqual(['last'])
})
