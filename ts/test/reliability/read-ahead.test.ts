/** Bodies for slow readers: how far ahead they are read, and which clients are given up. */
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readAhead } from '../../src/http/connections/read-ahead.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A body that is read ahead. */
function reading() {
  const body = new PassThrough()
  const stalled = vi.fn()
  const ahead = readAhead(body as unknown as IncomingMessage, stalled)
  const send = async (bytes: number) => {
    await new Promise((resolve) => body.write(Buffer.alloc(bytes), resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { body, stalled, ahead, send }
}

describe('a client', () => {
  test('that sends nothing in 30 s, or a byte now and then, is given up', async () => {
    const { stalled, send } = reading()
    await send(2_000)
    vi.advanceTimersByTime(30_000)
    expect(stalled).not.toHaveBeenCalled()
    await send(999)
    vi.advanceTimersByTime(30_000)
    expect(stalled).toHaveBeenCalledOnce()
  })

  test('that is held up by the reader is not', async () => {
    const { ahead, body, stalled, send } = reading()
    for (let megabyte = 0; megabyte < 32; megabyte += 1) await send(1_000_000)
    body.write(Buffer.alloc(1_000_000))
    await new Promise((resolve) => setImmediate(resolve))
    expect(ahead.readableLength).toBeGreaterThanOrEqual(32_000_000)
    vi.advanceTimersByTime(300_000)
    expect(stalled).not.toHaveBeenCalled()
  })

  test('whose body has ended is not', async () => {
    const { ahead, body, stalled, send } = reading()
    ahead.resume()
    await send(10)
    body.end()
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(300_000)
    expect(stalled).not.toHaveBeenCalled()
  })
})
