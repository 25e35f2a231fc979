/** Bodies and connections as no well-behaved client sends them. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { serveIn } from '../support/command.js'
import { EVERYTHING, type Running, start } from '../support/servers.js'

const LIMIT = 2 * 1024 * 1024

let running: Running

beforeAll(async () => {
  running = await start(EVERYTHING)
})

afterAll(() => running.close())

/** Sends bytes and reads until the server closes. */
async function raw(...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const answer = text(socket).catch(() => '')
  parts.forEach((part) => socket.write(part))
  return answer
}

function head(...lines: string[]): string {
  return [...lines, 'Host: a', 'Connection: close', '', ''].join('\r\n')
}

/** JSON of exactly so many bytes whose address is too long, so that a body that fits is a 400. */
function bodyOf(bytes: number): string {
  const frame = '{"address":""}'
  return frame.replace('""', `"${'a'.repeat(bytes - frame.length)}"`)
}

describe('the body limit', () => {
  test.each([
    [LIMIT, 400],
    [LIMIT + 1, 413],
  ])('%i bytes with a length: %i', async (bytes, status) => {
    const response = await fetch(`${running.url}/v1/parse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bodyOf(bytes),
    })
    expect(response.status).toBe(status)
    if (status === 413) expect(await response.text()).toBe('{"error":"request body too large"}')
  })

  test.each([
    [LIMIT, 400],
    [LIMIT + 1, 413],
  ])('%i bytes in chunks: %i', async (bytes, status) => {
    const body = Buffer.from(bodyOf(bytes))
    const chunk = (part: Buffer) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
    const answer = await raw(
      head('POST /v1/parse HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
      chunk(body.subarray(0, 1_000_000)),
      chunk(body.subarray(1_000_000)),
      '0\r\n\r\n',
    )
    expect(answer).toContain(`HTTP/1.1 ${String(status)} `)
  })

  test('a gzip bomb is not inflated', async () => {
    const response = await fetch(`${running.url}/v1/parse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50_000_000, ' ')),
    })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { error: 'invalid request body', detail: 'malformed JSON' },
    })
  })
})

describe('a client that reads after it has sent everything', () => {
  /** The answer to `begin` and `bytes` more, of which nothing is read before all of it is sent; and how long it took. */
  async function readLate(begin: string, bytes: number) {
    const socket = connect({
      port: Number(new URL(running.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    const failed = new Promise<string>((resolve) => {
      socket.once('error', ({ message }) => {
        resolve(message)
      })
    })
    const begun = performance.now()
    const sent = new Promise<void>((resolve) => {
      socket.write(begin)
      socket.write(Buffer.alloc(bytes, 'a'), () => {
        resolve()
      })
    })
    await Promise.race([sent, failed])
    const answer = await Promise.race([text(socket), failed])
    return { answer, seconds: (performance.now() - begun) / 1000 }
  }

  test.each([
    ['too large a body', 'Content-Type: application/json\r\nContent-Length: 20000000', 413],
    ['a body of a request with two hosts', 'Host: b\r\nContent-Length: 20000000', 400],
  ])('reads the answer to %s', async (_name, lines, status) => {
    const { answer } = await readLate(`POST /v1/parse HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n`, 20_000_000)
    expect(answer).toContain(`HTTP/1.1 ${String(status)} `)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/\r\n\r\n\{"error":"[a-z ]+"\}$/)
  })

  test('is cut off when it sends more than 32 MB, or takes more than 2 s', async () => {
    const head = (length: number) =>
      `POST /v1/parse HTTP/1.1\r\nHost: a\r\nContent-Type: a\r\nContent-Length: ${String(length)}\r\n\r\n`
    const [long, slow] = await Promise.all([
      readLate(head(400_000_000), 300_000_000),
      readLate(head(20_000_000), 1),
    ])
    expect(long.answer).toMatch(/EPIPE|ECONNRESET/)
    expect(slow.answer).toContain('HTTP/1.1 413 ')
    expect(slow.seconds).toBeGreaterThan(1.9)
    expect(slow.seconds).toBeLessThan(10)
  })
})

describe.each(['', 'search', 'typeahead', 'pelias', 'parser'])('the surface %s', (surface) => {
  test('refuses heads of requests with an error body of its own', async () => {
    const { child, url } = await serveIn({}, ...surface.split(' ').filter(Boolean), 'serve', '--cpus', '1')
    const refused = async (...lines: string[]) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
      const { error, message, geocoding } = JSON.parse(body) as Record<string, { errors?: string[] }>
      return [head.split(' ')[1], error ?? message ?? geocoding?.errors?.[0]]
    }
    const [get, host] = ['GET /openapi.json HTTP/1.1', 'Host: a']
    expect(await refused(get)).toEqual(['400', 'malformed request'])
    expect(await refused(get, host, host)).toEqual(['400', 'malformed request'])
    expect(await refused(get, host, 'Expect: other')).toEqual(['417', 'expectation failed'])
    expect(await refused('not HTTP')).toEqual(['400', 'malformed request'])
    child.kill('SIGTERM')
  })
})

describe('bytes that are not a request', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['two lengths', head('POST /v1/parse HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3') + '{}', 400],
    [
      'a length and chunks',
      head('POST /v1/parse HTTP/1.1', 'Content-Length: 2', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
      400,
    ],
    ['a URL of 100 KB', head(`GET /${'a'.repeat(100_000)} HTTP/1.1`), 431],
    [
      '2,000 headers',
      head('GET /health HTTP/1.1', ...Array.from({ length: 2000 }, (_, i) => `X-${String(i)}: abcdefgh`)),
      431,
    ],
    ['an unknown method', head('BREW /v1/parse HTTP/1.1'), 400],
  ])('%s', async (_name, bytes, status) => {
    const answer = await raw(bytes)
    expect(answer).toContain(`HTTP/1.1 ${String(status)} `)
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object
    expect(Object.keys(body)).toEqual(['error'])
  })

  test.each([
    ['HTTP/1.0', head('GET /v1/parse?address=Reno HTTP/1.0'), 200],
    ['HTTP/1.0 without a host', 'GET /v1/parse?address=Reno HTTP/1.0\r\n\r\n', 200],
    [
      'HTTP/1.0 with an expectation, which it does not know',
      head('GET /health HTTP/1.0', 'Expect: other'),
      200,
    ],
    ['an absolute URL', head('GET http://a/v1/parse?address=Reno HTTP/1.1'), 200],
    ['another method on a route', head('DELETE /v1/parse HTTP/1.1'), 404],
    [
      'Expect: 100-continue',
      head('POST /v1/reload HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 0'),
      200,
    ],
    ['invalid percent-encoding in the query', head('GET /v1/parse?address=%ZZ%E0%A4 HTTP/1.1'), 200],
    ['a header with CRLF in the id', head('GET /health HTTP/1.1', 'X-Request-Id: a%0d%0ab'), 200],
  ])('%s is answered', async (_name, bytes, status) => {
    expect(await raw(bytes)).toContain(`HTTP/1.1 ${String(status)} `)
  })

  test('1,000 requests in one write are answered in order', async () => {
    const ask = (id: number, last: boolean) =>
      `GET /v1/parse?address=${String(id)}+Main+St HTTP/1.1\r\nHost: a\r\n${last ? 'Connection: close\r\n' : ''}\r\n`
    const answer = await raw(Array.from({ length: 1000 }, (_, id) => ask(id, id === 999)).join(''))
    const inputs = [...answer.matchAll(/"input":"(\d+) Main St"/g)].map(([, id]) => Number(id))
    expect(inputs).toEqual(Array.from({ length: 1000 }, (_, id) => id))
  })

  test('a client that leaves in the middle of a body harms no other client', async () => {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      'POST /v1/parse HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"addr',
    )
    socket.destroy()
    expect((await fetch(`${running.url}/health`)).status).toBe(200)
  })

  test('invalid UTF-8 is malformed JSON, a byte order mark is not', async () => {
    const post = async (body: Buffer) =>
      (
        await fetch(`${running.url}/v1/parse`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: new Uint8Array(body),
        })
      ).status
    expect(await post(Buffer.from('{"address":"\xff\xfe"}', 'latin1'))).toBe(400)
    expect(await post(Buffer.from('\ufeff{"address":"Reno"}'))).toBe(200)
  })
})

describe('a slow client', () => {
  /** What the server says to a client that sends a byte now and then and ignores answers, and after how long it is cut off. */
  async function trickled(url: string, begin: string) {
    const socket = connect({
      port: Number(new URL(url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    socket.on('error', () => undefined)
    const begun = performance.now()
    socket.write(begin)
    const drip = setInterval(() => socket.write('a'), 500)
    let answer = ''
    socket.on('data', (bytes) => (answer += String(bytes)))
    // Its next byte may be refused first, which is expected.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
    return { answer, seconds: (performance.now() - begun) / 1000 }
  }

  test.concurrent.each(['1', '2'])(
    'receives a timeout error and is disconnected, with --cpus %s',
    async (cpus) => {
      const { child, url } = await serveIn({}, 'serve', '--cpus', cpus)
      const [headers, body] = await Promise.all([
        trickled(url, 'GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: '),
        trickled(
          url,
          'POST /v1/parse HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
        ),
      ])
      for (const { answer } of [headers, body]) {
        expect(answer).toContain('HTTP/1.1 408 ')
        expect(answer).toContain('{"error":"request timeout"}')
      }
      // The limits are checked every 5 s, and the client has 2 s to read the answer.
      expect(headers.seconds).toBeLessThan(15 + 5 + 2 + 5)
      expect(headers.seconds).toBeGreaterThan(14)
      expect(body.seconds).toBeGreaterThan(29)
      child.kill('SIGTERM')
    },
    120_000,
  )
})

describe('the ladder', () => {
  const SHAPES: Record<string, string> = {
    address: '350 5th Ave, New York, NY 10118 ',
    'capital pairs': 'Aa ',
    types: 'St ',
    commas: 'a,',
    digits: '9',
    spaces: ' ',
    marks: 'e\u0301\u0300\u0302',
    emoji: '👩‍👩‍👧',
    cjk: '東京',
    brackets: '[',
    quotes: '"',
  }

  test.each(Object.entries(SHAPES))(
    '%s: any size is refused or answered, none as a fault',
    async (_name, unit) => {
      for (const characters of [100, 1_000, 10_000, 100_000, 600_000]) {
        const address = unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters)
        // Rows of the batch are cut, so larger sizes would only repeat it.
        const addresses = Array.from({ length: characters > 1_000 ? 1 : 1000 }, () => address.slice(0, 300))
        for (const [path, body] of [
          ['/v1/parse', { address }],
          ['/v1/geocode', { address }],
          ['/v1/batch', { addresses: [address, 'Reno NV'] }],
          ['/v1/batch', { addresses }],
          ['/v1/format', { components: { street: address, locality: address }, country: 'US' }],
          [
            '/v1/resolve',
            {
              tree: {
                raw: address,
                roots: [{ tag: 'locality', start: 0, end: 1, value: address, confidence: 1, children: [] }],
              },
            },
          ],
        ] as const) {
          const response = await fetch(`${running.url}${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          expect([200, 400, 413]).toContain(response.status)
          await response.arrayBuffer()
        }
      }
    },
  )
})
