/**
 * When no connection waits to be accepted any more. Those the kernel has accepted and the process has not are reset when the socket
 * they wait on is closed, and nothing tells how many there are.
 */
import { setImmediate } from 'node:timers/promises'

/** Rounds of the event loop, each of which accepts one connection, and milliseconds without one. */
const QUIET = { rounds: 5, ms: 20 }

/** Waits until `count` does not grow and nothing is `underWay`; no longer than `patience` milliseconds. */
export async function untilQuiet(
  count: () => number,
  underWay: () => boolean,
  patience: number,
): Promise<void> {
  const until = performance.now() + patience
  let [seen, since, rounds] = [count(), performance.now(), 0]
  while (performance.now() < until) {
    await setImmediate()
    rounds += 1
    if (count() > seen || underWay()) [seen, since, rounds] = [count(), performance.now(), 0]
    else if (rounds >= QUIET.rounds && performance.now() >= since + QUIET.ms) return
  }
}
