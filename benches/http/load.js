/**
 * The side that asks, a process of its own so that it can be held to another core than the server. Reads one JSON
 * `{url, requests, seconds, rate?, connections?}` from standard input and prints one:
 *
 *   without `rate`, the closed loop: each connection asks anew as soon as it is answered. `{answered, rate, failed}`
 *   with `rate`, the open loop: requests leave by the clock. `{p50, p95, p99, p999, max, failed}` in milliseconds
 */
import { text } from 'node:stream/consumers'

import autocannon from 'autocannon'

import { percentile } from '../results.js'
import { createClient, openLoop } from './requests.js'

const { url, requests, seconds, rate, connections = 8 } = JSON.parse(await text(process.stdin))
console.log(JSON.stringify(rate === undefined ? await closed() : await open()))

async function closed() {
  const headers = { 'content-type': 'application/json' }
  const {
    requests: answered,
    duration,
    errors,
    timeouts,
    non2xx,
  } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: requests.map(({ method = 'GET', path, body }) => ({
      method,
      path,
      ...(body !== undefined && { body, headers }),
    })),
  })
  return { answered: answered.total, rate: answered.total / duration, failed: errors + timeouts + non2xx }
}

async function open() {
  const client = createClient(url)
  // Connections are made and this side's code is compiled before the clock runs.
  await openLoop(client, requests, rate, Math.min(1, 200 / rate), { spinning: true })
  const { latencies, failed } = await openLoop(client, requests, rate, seconds, { spinning: true })
  client.close()
  const at = (share) => percentile(latencies, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), p999: at(0.999), max: at(1), failed }
}
