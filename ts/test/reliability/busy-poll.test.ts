/** How long the event loop polls after a request. */
import { createServer } from 'node:http'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { pollAfterRequests } from '../../src/http/busy-poll.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setImmediate'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Asks a server that polls for 50 ms. */
function pollingServer() {
  const server = createServer()
  pollAfterRequests(server, 50)
  return { ask: () => server.emit('request') }
}

test('a server that nobody has asked sleeps', () => {
  pollingServer()
  expect(vi.getTimerCount()).toBe(0)
})

test('it polls for its time after a request, and one chain of polls is enough', () => {
  const { ask } = pollingServer()
  ask()
  ask()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(49)
  expect(vi.getTimerCount()).toBe(1)
})

test('it sleeps when its time is over, and polls again after the next request', () => {
  const { ask } = pollingServer()
  ask()
  vi.advanceTimersByTime(51)
  expect(vi.getTimerCount()).toBe(0)
  ask()
  expect(vi.getTimerCount()).toBe(1)
})

test('a request meanwhile begins the time anew', () => {
  const { ask } = pollingServer()
  ask()
  vi.advanceTimersByTime(30)
  ask()
  vi.advanceTimersByTime(30)
  expect(vi.getTimerCount()).toBe(1)
})
