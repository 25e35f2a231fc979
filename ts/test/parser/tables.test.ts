/** The documented answers of the parser surface as data: each row a request and its exact answer, in three states of the server. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Running } from '../support/servers.js'
import { startParser, WITH_WEIGHTS, WITHOUT_WEIGHTS } from './servers.js'

const LIMIT = 100 * 1024

const NO_QUERY = { error: 'query is required' }
const NO_ADDRESS = { error: 'address is required' }
const TOO_LARGE = { error: 'request body too large' }
const NO_PARSE = { error: 'parse not implemented' }
const NO_EXPAND = { error: 'expand not implemented' }

const RENO = [
  { label: 'po_box', value: 'PO Box 42' },
  { label: 'city', value: 'Reno' },
  { label: 'state', value: 'NV' },
  { label: 'postcode', value: '89501' },
]
const BOX = 'PO Box 42, Reno NV 89501'
const ELM = { expansions: ['12 Elm  St', '12 Elm St', '12 Elm Street'] }

const states: Record<string, Running> = {}

beforeAll(async () => {
  states['weights'] = await startParser(WITH_WEIGHTS)
  states['no weights'] = await startParser(WITHOUT_WEIGHTS)
  states['nothing'] = await startParser({}, false)
  states['bare'] = await startParser(WITH_WEIGHTS, true, 'libpostal')
})

afterAll(async () => {
  await Promise.all(Object.values(states).map((running) => running.close()))
})

const q = encodeURIComponent
const of = (state: string) => states[state]?.url ?? ''

type Get = [state: string, path: string, status: number, answer: unknown]

const GETS: Get[] = [
  ['weights', `/parse?query=${q(BOX)}`, 200, RENO],
  ['weights', `/parse?address=${q(BOX)}`, 200, RENO],
  ['weights', `/parse/?address=${q(BOX)}`, 200, RENO],
  ['weights', `/parser?address=${q(BOX)}`, 200, RENO],
  // Unknown parameters do not fail a request.
  ['weights', `/parse?address=${q(BOX)}&language=en&country=us`, 200, RENO],
  // Presence, not truthiness: an empty `query` hides `address`.
  ['weights', `/parse?query=&address=${q(BOX)}`, 400, NO_QUERY],
  ['weights', `/parse?query&address=${q(BOX)}`, 400, NO_QUERY],
  ['weights', `/parse?query=%20%09&address=${q(BOX)}`, 400, NO_QUERY],
  ['weights', `/parse?address=Paris&query=${q(BOX)}`, 200, RENO],
  // Of a parameter given twice the first counts.
  ['weights', `/parse?query=${q(BOX)}&query=Paris`, 200, RENO],
  ['weights', `/parse?query=&query=${q(BOX)}`, 400, NO_QUERY],
  ['weights', '/parse', 400, NO_QUERY],
  ['weights', '/parse?address=', 400, NO_QUERY],
  ['weights', `/expand?address=${q('12 Elm  St')}`, 200, ELM],
  ['weights', `/expand/?address=${q('12 Elm  St')}`, 200, ELM],
  ['weights', '/expand?address=Reno', 200, { expansions: ['Reno'] }],
  ['weights', '/expand?address=St+Louis', 200, { expansions: ['St Louis', 'Saint Louis'] }],
  ['weights', '/expand', 400, NO_ADDRESS],
  ['weights', '/expand?address=', 400, NO_ADDRESS],
  ['weights', '/expand?address=%20', 400, NO_ADDRESS],
  // `/expand` reads `query` as `/parse` does.
  ['weights', `/expand?query=${q('12 Elm  St')}`, 200, ELM],
  ['weights', `/expand?address=Paris&query=${q('12 Elm  St')}`, 200, ELM],
  ['weights', '/expand?query=&address=Reno', 400, NO_ADDRESS],
  // `--profile libpostal` answers the array alone.
  ['bare', `/expand?query=${q('12 Elm  St')}`, 200, ELM.expansions],
  ['bare', '/expand', 400, NO_ADDRESS],
  ['bare', `/parse?query=${q(BOX)}`, 200, RENO],
  ['weights', '/expand?address=Reno&address=Paris', 200, { expansions: ['Reno'] }],
  // The capability is asked for before the text; expansion needs no weights.
  ['no weights', `/parse?address=${q(BOX)}`, 501, NO_PARSE],
  ['no weights', '/parse', 501, NO_PARSE],
  ['no weights', `/expand?address=${q('12 Elm  St')}`, 200, ELM],
  ['nothing', '/expand?address=Reno', 501, NO_EXPAND],
  ['nothing', '/expand', 501, NO_EXPAND],
]

describe('GET', () => {
  test.each(GETS)('%s: %s', async (state, path, status, answer) => {
    const response = await fetch(of(state) + path)
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body: answer })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

type Post = [state: string, path: string, body: string, status: number, answer: unknown]

const padded = (bytes: number) => {
  const body = JSON.stringify({ query: BOX, padding: '' })
  return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`)
}

const POSTS: Post[] = [
  ['weights', '/parse', JSON.stringify({ query: BOX }), 200, RENO],
  ['weights', '/parse', JSON.stringify({ address: BOX }), 200, RENO],
  ['weights', '/parser', JSON.stringify({ query: BOX }), 200, RENO],
  // Body query, query query, body address, query address.
  ['weights', '/parse?query=Paris', JSON.stringify({ query: BOX, address: 'Paris' }), 200, RENO],
  ['weights', `/parse?query=${q(BOX)}`, JSON.stringify({ address: 'Paris' }), 200, RENO],
  ['weights', '/parse?address=Paris', JSON.stringify({ address: BOX }), 200, RENO],
  ['weights', `/parse?address=${q(BOX)}`, '{}', 200, RENO],
  ['weights', `/parse?query=${q(BOX)}`, JSON.stringify({ query: '' }), 400, NO_QUERY],
  ['weights', '/parse?query=', JSON.stringify({ address: BOX }), 400, NO_QUERY],
  ['weights', `/parse?address=${q(BOX)}`, JSON.stringify({ address: '' }), 400, NO_QUERY],
  // A value that is not a string counts as absent.
  ...['null', '12', '["Paris"]', '{"a":1}', 'true'].map((value): Post => [
    'weights',
    `/parse?address=${q(BOX)}`,
    `{"query":${value},"address":${value}}`,
    200,
    RENO,
  ]),
  ['weights', '/parse', '{"query":12}', 400, NO_QUERY],
  ['weights', '/parse', '{"__proto__":{"query":"Reno"}}', 400, NO_QUERY],
  // A body that is not a JSON object counts as absent.
  ...['', '{', '{"query":', 'query=Paris&address=Paris', 'null', '[]', '"Paris"', '12', '\u0000'].map(
    (body): Post => ['weights', `/parse?address=${q(BOX)}`, body, 200, RENO],
  ),
  ['weights', '/parse', 'query=Paris', 400, NO_QUERY],
  ['weights', '/parse', '', 400, NO_QUERY],
  ['weights', '/expand', '{"address":"12 Elm  St"}', 200, ELM],
  ['weights', '/expand?address=Reno', '{"address":"12 Elm  St"}', 200, ELM],
  ['weights', '/expand?address=Reno', '{"address":""}', 400, NO_ADDRESS],
  ['weights', '/expand?address=Reno', '{"address":7}', 200, { expansions: ['Reno'] }],
  ['weights', '/expand?address=Reno', 'address=Paris', 200, { expansions: ['Reno'] }],
  // As the readme of the REST server of libpostal has it.
  ['weights', '/expand', '{"query":"12 Elm  St"}', 200, ELM],
  ['weights', '/expand?query=Reno', '{"query":"12 Elm  St","address":"Paris"}', 200, ELM],
  ['weights', '/expand?query=Reno', '{"address":"Paris"}', 200, { expansions: ['Reno'] }],
  ['weights', '/expand?address=Reno', '{"query":""}', 400, NO_ADDRESS],
  ['bare', '/expand', '{"query":"12 Elm  St"}', 200, ELM.expansions],
  [
    'bare',
    '/expand',
    JSON.stringify({ query: `12 Elm St ${'x'.repeat(3000)}` }),
    200,
    [`12 Elm St ${'x'.repeat(3000)}`, `12 Elm Street ${'x'.repeat(3000)}`],
  ],
  // 100 KiB and a byte.
  ['weights', '/parse', padded(LIMIT), 200, RENO],
  ['weights', '/parse', padded(LIMIT + 1), 413, TOO_LARGE],
  ['weights', '/expand', padded(LIMIT + 1), 413, TOO_LARGE],
  ['no weights', '/parse', padded(LIMIT + 1), 413, TOO_LARGE],
  ['no weights', '/parse', '{}', 501, NO_PARSE],
  ['nothing', '/expand', '{"address":"Reno"}', 501, NO_EXPAND],
]

describe('POST', () => {
  test.each(POSTS)('%s: %s %.60j', async (state, path, body, status, answer) => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      const response = await fetch(of(state) + path, {
        method: 'POST',
        body: new TextEncoder().encode(body),
        headers: { 'content-type': type },
      })
      expect({ status: response.status, body: await response.json() }).toEqual({ status, body: answer })
    }
  })

  test('a body without a length is counted as it arrives', async () => {
    const socket = connect(Number(new URL(of('weights')).port), '127.0.0.1')
    // The server closes while the rest is still on its way.
    socket.on('error', () => undefined)
    socket.write('POST /parse HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    socket.write('transfer-encoding: chunked\r\nconnection: close\r\n\r\n')
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    for (let sent = 0; sent <= LIMIT; sent += 0x4000) socket.write(chunk)
    socket.end('0\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain(JSON.stringify(TOO_LARGE))
  })
})

describe('every answer', () => {
  test('paths without a route are plain text', async () => {
    for (const [path, method] of [
      ['/nope', 'GET'],
      ['/parse', 'DELETE'],
      ['/v1/parse', 'GET'],
    ] as const) {
      const response = await fetch(of('weights') + path, { method })
      expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
    }
  })

  test('pages of any origin may call unless the server was started without', async () => {
    const open = await fetch(`${of('weights')}/parse?address=Reno`)
    expect(open.headers.get('access-control-allow-origin')).toBe('*')
    const failed = await fetch(`${of('weights')}/parse`)
    expect(failed.headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await fetch(`${of('weights')}/parse`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const closed = await fetch(`${of('nothing')}/expand`)
    expect(closed.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a fault of the engine is reported without its reason', async () => {
    const broken = await startParser({
      label: () => {
        throw new Error('secret')
      },
    })
    const response = await fetch(`${broken.url}/parse?address=Reno`)
    expect([response.status, await response.json()]).toEqual([500, { error: 'internal error' }])
    await broken.close()
  })

  test('what clients ask before they parse', async () => {
    for (const path of ['/ping', '/healthcheck']) expect((await fetch(of('nothing') + path)).status).toBe(200)
  })

  test('headers that are too long are refused in the words of the surface', async () => {
    const socket = connect(Number(new URL(of('weights')).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`GET /parse?address=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('{"error":"request headers too large"}')
  })
})

describe('the page at /', () => {
  test('is HTML that may run nothing but its own scripts, and repeats nothing of the request', async () => {
    const response = await fetch(`${of('weights')}/?address=${q('<script>alert(1)</script>')}`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/)
    expect(await response.text()).not.toContain('alert(1)')
  })

  test('answers with nothing asked and with nothing installed', async () => {
    for (const path of ['/', '/?address=', '/?address=Reno']) {
      expect((await fetch(of('nothing') + path)).status).toBe(200)
    }
  })
})

interface Document {
  openapi: string
  security: unknown[]
  servers: { variables: { port: { default: string } } }[]
  paths: Record<string, Record<string, { operationId: string; responses: object }>>
  components: { schemas: object }
}

describe('the document', () => {
  test('names the operations, the schemas and the server of the document', async () => {
    const document = (await (await fetch(`${of('nothing')}/openapi.json`)).json()) as Document
    const operations = Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.values(methods).map(({ operationId }) => operationId),
    ])
    expect(Object.fromEntries(operations)).toEqual({
      '/': ['getRoot'],
      '/parse': ['parseGet', 'parsePost'],
      '/expand': ['expandGet', 'expandPost'],
    })
    expect(Object.keys(document.components.schemas).sort()).toEqual([
      'Error',
      'ExpandRequest',
      'ExpandResponse',
      'LibpostalComponent',
      'ParseRequest',
    ])
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers[0]?.variables.port.default).toBe('8081')
    expect(document.security).toEqual([])
    for (const status of ['400', '413', '431', '500', '501']) {
      expect(document.paths['/expand']?.['post']?.responses).toHaveProperty(status)
    }
  })
})
