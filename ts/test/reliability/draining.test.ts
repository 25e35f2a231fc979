/** Restarts under clients that keep their connections: no request that was sent is lost. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { untilQuiet } from '../../src/http/lifecycle/accept-queue.js'
import { serveIn } from '../support/command.js'

const CLIENTS = 64
const RESTARTS = 4
const BODY = JSON.stringify({ address: '350 5th Ave, New York, NY 10118' })

/** What became of the requests of all clients. */
interface Counts {
  answered: number
  /** Why a request that was sent had no answer, or another than 200. */
  lost: string[]
}

/** A client that asks again as soon as it is answered, and connects again while no process listens. */
async function ask(port: number, asking: AbortSignal, counts: Counts): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) }
  while (!asking.aborted) {
    const refused = await new Promise<boolean>((resolve) => {
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/v1/geocode', headers })
      sent.once('response', (response) => {
        response.resume()
        response.once('error', (error) => counts.lost.push(error.message))
        response.once('close', () => {
          if (response.statusCode === 200 && response.complete) counts.answered += 1
          else counts.lost.push(`status ${String(response.statusCode)}`)
          resolve(false)
        })
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        const nobodyListens = error.code === 'ECONNREFUSED'
        if (!nobodyListens) counts.lost.push(error.message)
        resolve(nobodyListens)
      })
      sent.end(BODY)
    })
    if (refused) await sleep(20)
  }
  agent.destroy()
}

describe.each(['1', '2'])('with --cpus %s', (cpus) => {
  test('64 clients lose nothing when the server is ended and started again', async () => {
    const start = (port: number) =>
      serveIn(
        {},
        'serve',
        '--cpus',
        cpus,
        '--grace',
        '30000',
        ...(port === 0 ? [] : ['--port', String(port)]),
      )
    let served = await start(0)
    const port = Number(new URL(served.url).port)
    const counts: Counts = { answered: 0, lost: [] }
    const asking = new AbortController()
    const clients = Array.from({ length: CLIENTS }, () => ask(port, asking.signal, counts))
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const before = counts.answered
      // Every client is at work by then, most of them with a request under way.
      while (counts.answered < before + 5 * CLIENTS) await sleep(10)
      served.child.kill('SIGTERM')
      expect((await once(served.child, 'exit'))[0]).toBe(0)
      served = await start(port)
    }
    asking.abort()
    await Promise.all(clients)
    expect(counts.lost).toEqual([])
    served.child.kill('SIGTERM')
    expect((await once(served.child, 'exit'))[0]).toBe(0)
  }, 180_000)
})

test('a server to which clients connect all the time ends all the same', async () => {
  let connections = 0
  const connecting = setInterval(() => (connections += 1), 5)
  await untilQuiet(
    () => connections,
    () => false,
    600_000,
  )
  clearInterval(connecting)
})
