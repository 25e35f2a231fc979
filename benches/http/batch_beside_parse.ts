/**
 * Does a batch of 1,000 raise the latency of a parse that arrives meanwhile? Prints p50, p90, p99 and the most of a steady trickle
 * of parses, one worker, alone and beside batches.
 *
 *   npm run bench:batch -- [--seconds 5] [--every-ms 5]
 *
 * Parses leave on a clock, whether or not the last was answered, so that waiting counts.
 */
import { parseArgs } from 'node:util'

import { beside, printHead, printRow } from './beside.js'
import { createClient, openLoop, post } from './requests.js'
import { startServer } from './server.js'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, 'every-ms': { type: 'string', default: '5' } },
})
const seconds = Number(values.seconds)
const rate = 1000 / Number(values['every-ms'])
const server = await startServer()
const client = createClient(server.url)
const parse = post('/v1/parse', { address: '350 5th Ave Apt 4B, New York, NY 10118' })
const batch = post('/v1/batch', {
  addresses: Array.from({ length: 1000 }, (_, i) => `${String(i + 1)} Main St, Reno NV 89501`),
})

for (let warm = 0; warm < 200; warm += 1) await client.send(parse)
await client.send(batch)
printHead('parses')
printRow('alone', (await openLoop(client, [parse], rate, seconds)).latencies)
const { latencies, others } = await beside({ client, small: parse, rate, seconds }, [{ client, ask: batch }])
printRow('beside batches of 1,000', latencies)
printRow('the batches themselves', others)
client.close()
await server.close()
