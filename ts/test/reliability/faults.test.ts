/** Faults of the machine and of clients, each of which once cost more than the request it met. */
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { ClientGone } from '../../src/http/connections/client-gone.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { serveUnder } from '../support/command.js'
import { EVERYTHING, type Running, start } from '../support/servers.js'
import { STARTER } from '../support/paths.js'

/** Files a process may have open: a start reads many modules at once, and some thirty stay open. */
const FILES = 400

/** A path and the body that is posted to it, if any. */
type Question = [path: string, body?: string]

const EVERY_ROUTE: Record<string, Question[]> = {
  serve: [
    ['/v1/format', '{"components":{"street":"Main St","locality":"Reno"},"country":"US"}'],
    ['/v1/parse', '{"address":"Reno NV"}'],
    ['/v1/geocode', '{"address":"350 5th Ave, New York, NY 10118"}'],
    ['/v1/resolve', '{"tree":{"raw":"Reno","roots":[]}}'],
    ['/docs'],
    ['/docs/swagger-ui.css'],
    ['/docs/swagger-ui-bundle.js'],
    ['/openapi.json'],
    ['/health'],
    ['/metrics'],
  ],
  'search serve': [
    ['/search?q=Reno+NV&addressdetails=1'],
    ['/reverse?lat=39.53&lon=-119.81'],
    ['/docs/swagger-ui-bundle.js'],
    ['/openapi.json'],
    ['/'],
  ],
  'typeahead serve': [['/api?q=Ren'], ['/reverse?lat=39.53&lon=-119.81'], ['/openapi.json'], ['/']],
  'parser serve': [['/parse?address=Reno+NV'], ['/expand?address=12+Elm+St'], ['/openapi.json'], ['/']],
}

describe.each(Object.entries(EVERY_ROUTE))('%s', (command, questions) => {
  test('answers the first request of every route where no file can be opened', async () => {
    const served = await serveUnder({ files: FILES }, ...command.split(' '), '--cpus', '1')
    const { port } = new URL(served.url)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = ([path, body]: Question) =>
      new Promise<number | undefined>((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST'
        const headers = { 'content-type': 'application/json' }
        const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
          response.resume()
          response.once('end', () => {
            resolve(response.statusCode)
          })
        })
        sent.once('error', reject)
        sent.end(body)
      })
    expect(await ask(['/not-a-route'])).toBe(404)
    const taken = Array.from({ length: 2 * FILES }, () => connect(Number(port), '127.0.0.1'))
    taken.forEach((socket) => socket.on('error', () => undefined))
    await Promise.all(taken.map((socket) => once(socket, 'connect')))
    for (const question of questions) expect([question[0], await ask(question)]).toEqual([question[0], 200])
    taken.forEach((socket) => socket.destroy())
    agent.destroy()
    served.child.kill('SIGTERM')
    expect((await once(served.child, 'exit'))[0]).toBe(0)
  })
})

describe('a gazetteer that is there and cannot be opened', () => {
  test('is not ready; a missing one is, since none is configured', async () => {
    const root = mkdtempSync(join(tmpdir(), 'milepost-broken-'))
    mkdirSync(join(root, 'db/wof'), { recursive: true })
    const ready = async () => {
      const running = await start({ environment: { SERVICE_DATA_ROOT: root } })
      const response = await fetch(`${running.url}/health/ready`)
      const answer = { status: response.status, body: await response.json() }
      await running.close()
      return answer
    }
    const body = { parse: true, geocode: false, draining: false }
    expect(await ready()).toEqual({ status: 200, body: { ready: true, ...body } })
    writeFileSync(join(root, 'db/wof/candidate.db'), 'no database at all')
    expect(await ready()).toEqual({ status: 503, body: { ready: false, ...body } })
    cpSync(join(STARTER, 'db/wof/candidate.db'), join(root, 'db/wof/candidate.db'))
    expect(await ready()).toEqual({ status: 200, body: { ready: true, ...body, geocode: true } })
  })
})

describe('requests', () => {
  let running: Running

  beforeAll(async () => {
    running = await start(EVERYTHING)
  })

  afterAll(() => running.close())

  function open(): Socket {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    return socket
  }

  test.each([
    ['two hosts', ['GET /health HTTP/1.1', 'Host: a', 'Host: b'], 400],
    ['one host twice', ['GET /health HTTP/1.1', 'Host: a', 'HOST: a'], 400],
    ['one host', ['GET /health HTTP/1.1', 'Host: a', 'Connection: close'], 200],
    ['TRACE', ['TRACE /health HTTP/1.1', 'Host: a', 'Connection: close'], 405],
    ['TRACE of no route', ['TRACE /nowhere HTTP/1.1', 'Host: a', 'Connection: close'], 405],
  ])('%s: %s', async (_name, lines, status) => {
    const socket = open()
    socket.write([...lines, '', ''].join('\r\n'))
    const answer = await text(socket)
    expect(answer).toContain(`HTTP/1.1 ${String(status)} `)
    if (status === 405) expect(answer).toMatch(/\r\nallow: GET, HEAD, POST, OPTIONS\r\n/i)
    if (status === 400) expect(answer).toContain('{"error":"malformed request"}')
  })

  test('a batch whose client leaves is given up', async () => {
    const engine = createEngine(EVERYTHING)
    const { geocodeBatch } = engine
    if (geocodeBatch === undefined) throw new Error('no gazetteer')
    let settle: (how: string) => void = () => undefined
    const ended = new Promise<string>((resolve) => {
      settle = resolve
    })
    const { app } = await createNativeServer({
      logLevel: 'silent',
      engine: {
        ...engine,
        geocodeBatch: async (...question) => {
          try {
            const answer = await geocodeBatch(...question)
            settle('answered')
            return answer
          } catch (error) {
            settle((error as Error).message)
            throw error
          }
        },
      },
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const addresses = Array.from({ length: 1000 }, (_, i) => `${String(i)} Rue de la Paix, 75002 Paris`)
    const asked = fetch(`${url}/v1/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ addresses }),
      signal: leaving.signal,
    })
    // The request is under way when the server is asked another thing and answers it.
    await fetch(`${url}/health`)
    leaving.abort()
    await expect(asked).rejects.toThrow()
    expect(await ended).toBe('cancelled')
    await app.close()
  })

  test('a client that left does not count as a fault of the server', async () => {
    const { app } = await createNativeServer({
      logLevel: 'silent',
      engine: { geocodeBatch: () => Promise.reject(new ClientGone()) },
    })
    const answer = await app.inject({ method: 'POST', url: '/v1/batch', payload: { addresses: ['Reno'] } })
    expect([answer.statusCode, answer.body]).toEqual([499, ''])
    await app.close()
  })
})
