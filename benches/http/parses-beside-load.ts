/**
 * What does a steady trickle of parses wait for, alone and beside other clients? Prints p50, p90, p99 and the most, of one worker.
 *
 *   npm run bench:batch -- [--seconds 5] [--every-ms 5]     beside batches of 1,000
 *   npm run bench:long -- [--seconds 5] [--every-ms 5]      beside four clients that send texts of 100 KB, the longest the parser surface takes
 *
 * Parses leave on a clock, whether or not the last was answered, so that waiting counts; the others ask again as soon as they are answered.
 */

import { flagsOf } from '../flags.js'
import { percentile } from '../results.js'
import { createClient, openLoop, post, type Request } from './requests.js'
import { startServer } from './server.js'

const CLIENTS = 4
const ADDRESS = '350 5th Ave Apt 4B, New York, NY 10118'

const values = flagsOf({ seconds: '5', 'every-ms': '5' })
const isBatch = process.argv[2] === 'batch'
const server = await startServer({ surface: isBatch ? 'native' : 'parser' })
const client = createClient(server.url)
const parse = post(isBatch ? '/v1/parse' : '/parse', { address: ADDRESS })
const trickle = async () =>
  (await openLoop(client, [parse], 1000 / Number(values['every-ms']), Number(values.seconds))).latencies

for (let warm = 0; warm < 200; warm += 1) await client.send(parse)
console.log(`${'parses'.padEnd(32)}      n   p50 ms      p90      p99      max`)
if (isBatch) {
  const addresses = Array.from({ length: 1000 }, (_, i) => `${String(i + 1)} Main St, Reno NV 89501`)
  const batch = post('/v1/batch', { addresses })
  await client.send(batch)
  printRow('alone', await trickle())
  await beside('batches of 1,000', 'the batches themselves', batch, 1)
} else {
  printRow('alone', await trickle())
  const address = '350 5th Ave, New York, NY 10118 '
  const long = address.repeat(Math.floor(102_000 / address.length))
  for (const path of ['/parse', '/expand']) {
    const name = `${String(CLIENTS)} clients of ${path}`
    await beside(name, 'the long texts themselves', post(path, { address: long }), CLIENTS)
  }
}
client.close()
await server.close()

/** The trickle while `clients` clients ask; prints the latencies of both. */
async function beside(name: string, others: string, ask: Request, clients: number): Promise<void> {
  let over = false
  const theirs = Array.from({ length: clients }, async () => {
    const own = createClient(server.url, 1)
    const times: number[] = []
    while (!over) times.push((await own.send(ask)).ms)
    own.close()
    return times
  })
  const latencies = await trickle().finally(() => (over = true))
  printRow(`beside ${name}`, latencies)
  printRow(others, Float64Array.from((await Promise.all(theirs)).flat()).sort())
}

/** Prints a row of sorted milliseconds. */
function printRow(name: string, sorted: Float64Array): void {
  const at = (share: number) => percentile(sorted, share).toFixed(2).padStart(8)
  console.log(
    `${name.padEnd(32)} ${String(sorted.length).padStart(6)} ${at(0.5)} ${at(0.9)} ${at(0.99)} ${at(1)}`,
  )
}
