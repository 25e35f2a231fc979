/** Clients that ask and never read: what they cost every surface, and how long. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, describe, expect, test, vi } from 'vitest'

import { Turns } from '../../src/http/connections/turns.js'
import { type Served, serveIn } from '../support/command.js'

const SOCKETS = 50
const REQUESTS = 1000

const running: Served[] = []

afterAll(() => {
  running.forEach(({ child }) => child.kill('SIGKILL'))
})

/** Resident megabytes of a process. */
function resident(pid: number | undefined): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Open sockets of a process. */
function socketsOf(pid: number | undefined): number {
  return readdirSync(`/proc/${String(pid)}/fd`).length
}

/** A connection that sends many requests at once and reads nothing. */
async function unread(url: string, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(REQUESTS))
  return socket
}

/** Milliseconds without growth after which a server has made what it makes for clients that do not read. */
const SETTLED = 1_000

/** Attacks under way, of which one begins when the one before has settled: servers that want the same cores collect garbage late. */
let before: Promise<unknown> = Promise.resolve()

/** Lets many clients ask and not read; the most megabytes that the server took for it, and the clients. */
async function attack({ child, url }: Served, path: string): Promise<{ most: number; sockets: Socket[] }> {
  const memory = resident(child.pid)
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => unread(url, path)))
  let [most, since] = [0, performance.now()]
  while (performance.now() < since + SETTLED) {
    const now = resident(child.pid) - memory
    if (now > most) [most, since] = [now, performance.now()]
    await sleep(20)
  }
  return { most, sockets }
}

describe.concurrent('50 connections of 1,000 requests whose answers stay unread', () => {
  test.each([
    ['native', [], '/docs/swagger-ui-bundle.js'],
    ['native, a document', [], '/openapi.json'],
    ['search', ['search'], '/docs/swagger-ui-bundle.js'],
    ['typeahead', ['typeahead'], '/openapi.json'],
    ['parser', ['parser'], '/openapi.json'],
  ])(
    '%s: cost less than 200 MB and are gone in 60 s',
    async (_name, surface, path) => {
      const turn = before.then(async () => {
        const served = await serveIn({}, ...surface, 'serve', '--cpus', '1')
        running.push(served)
        // The first request allocates once for all; leave that out of the measurement.
        await (await fetch(`${served.url}${path}`)).arrayBuffer()
        const open = socketsOf(served.child.pid)
        const begun = performance.now()
        return { ...served, open, begun, ...(await attack(served, path)) }
      })
      before = turn.catch(() => undefined)
      const { child, url, open, begun, most, sockets } = await turn
      // Node finds the requests of a received block also after the connection is cut.
      expect(most).toBeLessThan(200)
      while (socketsOf(child.pid) > open) {
        expect(performance.now() - begun).toBeLessThan(60_000)
        await sleep(100)
      }
      expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
      sockets.forEach((socket) => socket.destroy())
    },
    // Each one waits for the attacks before it.
    300_000,
  )
})

test('a client that reads gets its answers whole and in order, however many it asks for at once', async () => {
  const served = await serveIn({}, 'serve', '--cpus', '1')
  running.push(served)
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  const asked = Array.from({ length: 40 }, (_, id) => String(id))
  const lines = (id: string) => [
    'GET /docs/swagger-ui-bundle.js HTTP/1.1',
    'Host: a',
    `X-Request-Id: ${id}`,
    ...(id === asked.at(-1) ? ['Connection: close'] : []),
  ]
  socket.write(asked.map((id) => [...lines(id), '', ''].join('\r\n')).join(''))
  const answers = (await text(socket)).split('HTTP/1.1 200 OK').slice(1)
  expect(answers.map((answer) => /x-request-id: (\d+)/i.exec(answer)?.[1])).toEqual(asked)
  expect(new Set(answers.map((answer) => answer.split('\r\n\r\n')[1]?.length)).size).toBe(1)
}, 60_000)

/** The server stopped reading the request when its answer was not taken, and never went on: a table of `/v1/bulk` stood still for good. */
test('a client that reads at last has the rest of its request read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  // More than the sockets between both hold.
  const begun = Buffer.alloc(64 * 1024 * 1024)
  let socket: Socket | undefined
  const server = new Turns()
    .serve({}, (received, response) => {
      socket = received.socket
      response.write(begun)
      received.resume().once('end', () => response.end('whole'))
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sending = request({ port: (server.address() as AddressInfo).port, method: 'POST' })
  sending.write('the beginning')
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  // The answer does not move in the meantime.
  vi.advanceTimersByTime(10_000)
  expect(socket?.timeout).toBe(20_000)
  let read = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    read += chunk.length
    if (read !== begun.length) continue
    sending.end('the end')
    vi.advanceTimersByTime(2_500)
    expect(socket?.timeout).toBe(server.timeout)
  }
  vi.useRealTimers()
  expect(read).toBe(begun.length + 'whole'.length)
  server.close()
}, 20_000)
