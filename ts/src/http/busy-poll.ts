/**
 * Waiting without sleep. A process that sleeps between requests wakes up late, and finds its code and data out of the processor's first
 * caches, which at low rates takes longer than the answer itself. After a request the event loop polls for the next one instead, at the
 * price of the core it runs on (docs/performance.md).
 */
import type { Server } from 'node:http'

/** Polls for `ms` milliseconds after each request to `server`; then the process sleeps until the next one. */
export function pollAfterRequests(server: Server, ms: number): void {
  let [until, polls] = [0, false]
  const poll = () => {
    polls = performance.now() < until
    if (polls) setImmediate(poll)
  }
  server.on('request', () => {
    until = performance.now() + ms
    if (!polls) poll()
  })
}
