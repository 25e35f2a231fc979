/** What a steady trickle of small requests waits for, alone and beside others: for the benches that ask who holds up whom. */
import { percentile } from '../results.js'
import { type Client, openLoop, type Request } from './requests.js'

/** A steady trickle of one request. */
export interface Trickle {
  client: Client
  small: Request
  /** Requests a second. */
  rate: number
  seconds: number
}

/** Prints the head of the table. */
export function printHead(what: string): void {
  console.log(`${what.padEnd(32)}      n   p50 ms      p90      p99      max`)
}

/** Prints a row of sorted milliseconds. */
export function printRow(name: string, sorted: Float64Array): void {
  const at = (share: number) => percentile(sorted, share).toFixed(2).padStart(8)
  console.log(
    `${name.padEnd(32)} ${String(sorted.length).padStart(6)} ${at(0.5)} ${at(0.9)} ${at(0.99)} ${at(1)}`,
  )
}

/**
 * Sends `small` at `rate` a second for `seconds`, whether or not the last was answered, so that waiting counts; each of `others`, a client
 * and what it asks, asks again as soon as it is answered. Resolves with the sorted milliseconds of both.
 */
export async function beside(
  { client, small, rate, seconds }: Trickle,
  others: { client: Client; ask: Request }[],
): Promise<{ latencies: Float64Array; others: Float64Array }> {
  let over = false
  const trickle = openLoop(client, [small], rate, seconds).finally(() => (over = true))
  const theirs = others.map(async ({ client, ask }) => {
    const times: number[] = []
    while (!over) times.push((await client.send(ask)).ms)
    return times
  })
  const times = (await Promise.all(theirs)).flat()
  return { latencies: (await trickle).latencies, others: Float64Array.from(times).sort() }
}
