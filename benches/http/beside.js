/** What a steady trickle of small requests waits for, alone and beside others: for the benches that ask who holds up whom. */
import { percentile } from '../results.js'
import { openLoop } from './requests.js'

/** Prints the head of the table. */
export function printHead(what) {
  console.log(`${what.padEnd(32)}      n   p50 ms      p90      p99      max`)
}

/** Prints a row of sorted milliseconds. */
export function printRow(name, sorted) {
  const at = (share) => percentile(sorted, share).toFixed(2).padStart(8)
  console.log(
    `${name.padEnd(32)} ${String(sorted.length).padStart(6)} ${at(0.5)} ${at(0.9)} ${at(0.99)} ${at(1)}`,
  )
}

/**
 * Sends `small` at `rate` a second for `seconds`, whether or not the last was answered, so that waiting counts; each of `others`, a client
 * and what it asks, asks again as soon as it is answered. Resolves with the sorted milliseconds of both.
 */
export async function beside({ client, small, rate, seconds }, others) {
  let over = false
  const trickle = openLoop(client, [small], rate, seconds).finally(() => (over = true))
  const theirs = others.map(async ({ client, ask }) => {
    const times = []
    while (!over) times.push((await client.send(ask)).ms)
    return times
  })
  const times = (await Promise.all(theirs)).flat()
  return { latencies: (await trickle).latencies, others: Float64Array.from(times).sort() }
}
