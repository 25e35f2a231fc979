/**
 * When no connection waits to be accepted any more. Those the kernel has accepted and the process has not are reset when the socket
 * they wait on is closed, and nothing tells how many there are.
 */
import { setImmediate } from 'node:timers/promises'

/**
 * Rounds of the event loop without a new connection after which none waits: each round accepts one that does. No time is asked for,
 * because connections that come later are no reason to wait: where they come all the time, there would be no end.
 */
const QUIET = 3

/** Waits until `count` does not grow and nothing is `underWay`; no longer than `patience` milliseconds. */
export async function untilQuiet(
  count: () => number,
  underWay: () => boolean,
  patience: number,
): Promise<void> {
  const until = performance.now() + patience
  let [seen, rounds] = [count(), 0]
  while (performance.now() < until) {
    await setImmediate()
    rounds += 1
    if (count() > seen || underWay()) [seen, rounds] = [count(), 0]
    else if (rounds >= QUIET) return
  }
}
