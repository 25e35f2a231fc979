/**
 * Detects when no connection waits to be accepted. Closing the port resets connections that the kernel has accepted and the process
 * has not, and nothing reports how many there are.
 */
import { setImmediate } from 'node:timers/promises'

/**
 * Rounds of the event loop without a new connection after which none waits: each round accepts one if it does. Connections get
 * no time limit of their own: if connections kept arriving, the wait would never end.
 */
const QUIET = 3

/** Waits until `count` stops growing and nothing is `underWay`; at most `patience` milliseconds. */
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
