/** A request that goes the short way (`ts/src/http/shortcut.ts`) is answered as on the long one, and whatever is not plain goes the long one. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createEngine, type Engine } from '../../src/engine/engine.js'
import type { App } from '../../src/http/app.js'
import { Shortcuts } from '../../src/http/shortcut.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { EVERYTHING } from '../servers.js'

const ROUTES = ['/v1/parse', '/v1/geocode']
const ID = 'the-same-on-both-ways'
const FAULT = 'a fault of the core'

const PLAIN = [
  '{"address":"350 5th Ave Apt 4B, New York, NY 10118"}',
  '{"address":"10 Rue de la République, 75008 Paris","input_mode":"formatted"}',
  '{"address":"asdf qwer","input_mode":"fragmented"}',
  '\ufeff{"address":"東京 🏠"}',
  '{"address":"Reno","address":"Paris"}',
]

const NOT_PLAIN = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '{}',
  '{"address":7}',
  '{"address":""}',
  '{"address":"   "}',
  `{"address":"${'a'.repeat(1025)}"}`,
  `{"address":"${'🏠'.repeat(1024)}"}`,
  '{"address":"Reno","input_mode":"other"}',
  '{"address":"Reno","input_mode":null}',
  '{"address":"Reno","debug":true}',
  '{"address":"Reno","country":"US"}',
  '{"address":"Reno","country":"Germany"}',
  '{"address":"Reno","bounds":{"south":2,"west":0,"north":1,"east":0}}',
  '{"address":"Reno","__proto__":{}}',
  `{"address":"Reno","more":"${' '.repeat(9_000)}"}`,
]

/** What a client sees of an answer, but when it was given. */
interface Seen {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

const HOP = ['date', 'connection', 'keep-alive', 'transfer-encoding']

function seen(status: number | undefined, headers: object, body: string): Seen {
  const kept = Object.entries(headers).filter(([name]) => !HOP.includes(name))
  return { status, headers: Object.fromEntries(kept), body }
}

/** Of a real server, where a plain request goes the short way. */
async function byShortWay(url: string, path: string, body: string | Buffer): Promise<Seen> {
  const headers = {
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(body),
    'x-request-id': ID,
  }
  const sent = request(url + path, { method: 'POST', headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return seen(response.statusCode, response.headers, await text(response))
}

/** Of Fastify, which no short way stands before here. */
async function byLongWay(app: App, path: string, body: string | Buffer): Promise<Seen> {
  const headers = { 'content-type': 'text/plain', 'x-request-id': ID }
  const answer = await app.inject({ method: 'POST', url: path, headers, payload: body })
  return seen(answer.statusCode, answer.headers, answer.body)
}

async function served(engine: Engine): Promise<{ app: App; url: string }> {
  const { app } = await createNativeServer({ engine, logLevel: 'silent' })
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

describe('both ways answer alike', () => {
  let app: App
  let url: string

  beforeAll(async () => {
    const real = await served(createEngine(EVERYTHING))
    app = real.app
    url = real.url
  })

  afterAll(() => app.close())

  test.each(ROUTES)('%s', async (path) => {
    for (const body of [...PLAIN, ...NOT_PLAIN, Buffer.from('{"address":"Reno \xff"}', 'latin1')]) {
      expect(await byShortWay(url, path, body), String(body)).toEqual(await byLongWay(app, path, body))
    }
  })

  test('any body of JSON', async () => {
    const mode = fc.constantFrom('auto', 'fragmented', 'formatted', 'Auto')
    const request = fc.record(
      {
        address: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('Reno NV'), fc.integer()),
        input_mode: mode,
      },
      { requiredKeys: [] },
    )
    const bodies = fc.oneof(request, fc.jsonValue())
    const property = fc.asyncProperty(fc.constantFrom(...ROUTES), bodies, async (path, body) => {
      const json = JSON.stringify(body)
      expect(await byShortWay(url, path, json)).toEqual(await byLongWay(app, path, json))
    })
    await fc.assert(property, { numRuns: 200, seed: 28 })
  })

  test('is measured on both', async () => {
    const count = async () => {
      const { body } = await app.inject('/metrics/prometheus')
      const line =
        /http_request_duration_seconds_count\{method="POST",route="\/v1\/parse",status="200"\} (\d+)/
      return Number(line.exec(body)?.[1] ?? 0)
    }
    const before = await count()
    // More than are kept before they are put into buckets.
    for (let sent = 0; sent < 300; sent += 1) await byShortWay(url, '/v1/parse', '{"address":"Reno"}')
    await byLongWay(app, '/v1/parse', '{"address":"Reno"}')
    await expect.poll(count).toBe(before + 301)
  })
})

test('a fault is answered once, by the long way, and the core is asked once', async () => {
  const parse = vi.fn(() => {
    throw new Error(FAULT)
  })
  const { app, url } = await served({ parse })
  const short = await byShortWay(url, '/v1/parse', '{"address":"Reno"}')
  expect(parse).toHaveBeenCalledTimes(1)
  expect(short.status).toBe(500)
  expect({ ...short, headers: { ...short.headers } }).toEqual(
    await byLongWay(app, '/v1/parse', '{"address":"Reno"}'),
  )
  await app.close()
})

describe('which way', () => {
  const answer = vi.fn((body: unknown) => (body === 1 ? '"short"' : undefined))
  const long = vi.fn((_request: object, response: ServerResponse) => {
    response.end('"long"')
  })
  let isOpen = true
  const shortcuts = new Shortcuts(() => isOpen, undefined)
  shortcuts.add('/plain', answer)
  let server: Server
  let url: string

  beforeAll(async () => {
    server = createServer(shortcuts.before(long)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  })

  afterAll(() => server.close())

  const ask = async (path: string, options: RequestOptions, body = '1') => {
    const sent = request(url + path, { method: 'POST', ...options }).end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return text(response)
  }
  const JSON_BODY = { headers: { 'content-type': 'application/json', 'content-length': 1 } }

  test('a plain request goes the short one', async () => {
    expect(await ask('/plain', JSON_BODY)).toBe('"short"')
    expect(long).not.toHaveBeenCalled()
  })

  test.each([
    ['another route', '/other', JSON_BODY],
    ['a query', '/plain?debug=1', JSON_BODY],
    ['another method', '/plain', { ...JSON_BODY, method: 'PUT' }],
    ['no content type, which is no body', '/plain', { headers: { 'content-length': 1 } }],
    [
      'a body of unknown length',
      '/plain',
      { headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
    ],
    [
      'a host said twice',
      '/plain',
      { setHost: false, headers: ['Host', 'a', 'Host', 'b', 'Content-Type', 'a/b', 'Content-Length', '1'] },
    ],
  ])('the long one: %s', async (_what, path, options) => {
    expect(await ask(path, options as RequestOptions)).toBe('"long"')
  })

  test('the long one: another body', async () => {
    expect(await ask('/plain', JSON_BODY, '2')).toBe('"long"')
  })

  test('the long one: a server that ends, or whose requests are watched', async () => {
    isOpen = false
    expect(await ask('/plain', JSON_BODY)).toBe('"long"')
  })
})
