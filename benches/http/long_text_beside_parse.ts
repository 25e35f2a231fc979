/**
 * Does a text of 100 KB, the longest the parser surface takes, hold up the addresses of others? Prints p50, p90, p99 and the most of a
 * steady trickle of parses, one worker, alone and beside four clients that send such texts one after the other.
 *
 *   npm run bench:long -- [--seconds 5] [--every-ms 5]
 */
import { parseArgs } from 'node:util'

import { beside, printHead, printRow } from './beside.js'
import { createClient, openLoop, post } from './requests.js'
import { startServer } from './server.js'

const CLIENTS = 4

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, 'every-ms': { type: 'string', default: '5' } },
})
const server = await startServer({ surface: 'parser' })
const trickle = {
  client: createClient(server.url),
  small: post('/parse', { address: '350 5th Ave Apt 4B, New York, NY 10118' }),
  rate: 1000 / Number(values['every-ms']),
  seconds: Number(values.seconds),
}
const address = '350 5th Ave, New York, NY 10118 '
const long = address.repeat(Math.floor(102_000 / address.length))
for (let warm = 0; warm < 200; warm += 1) await trickle.client.send(trickle.small)
printHead('parses')
printRow('alone', (await openLoop(trickle.client, [trickle.small], trickle.rate, trickle.seconds)).latencies)
for (const path of ['/parse', '/expand']) {
  const clients = Array.from({ length: CLIENTS }, () => ({
    client: createClient(server.url, 1),
    ask: post(path, { address: long }),
  }))
  const { latencies, others } = await beside(trickle, clients)
  printRow(`beside ${String(CLIENTS)} clients of ${path}`, latencies)
  printRow('the long texts themselves', others)
  for (const { client } of clients) client.close()
}
trickle.client.close()
await server.close()
