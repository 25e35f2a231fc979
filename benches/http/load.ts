/**
 * The side that asks, a process of its own so that it can be held to another core than the server (`client-process.ts` starts it). Reads one JSON
 * `Task` from standard input and prints one: without `rate` what the closed loop gave, with `rate` what the open loop gave.
 */
import { text } from 'node:stream/consumers'

import autocannon from 'autocannon'

import { percentile } from '../results.js'
import type { Closed, Open, Task } from './client-process.js'
import { createClient, openLoop } from './requests.js'

const task = JSON.parse(await text(process.stdin)) as Task
const { url, requests, seconds, rate, connections = 8 } = task
console.log(JSON.stringify(rate === undefined ? await closed() : await open(rate)))

async function closed(): Promise<Closed> {
  const headers = { 'content-type': 'application/json' }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: requests.map(({ method = 'GET', path, body }) => ({
      method,
      path,
      ...(body !== undefined && { body, headers }),
    })),
  })
  const { requests: answered, duration, errors, timeouts, non2xx } = result
  return { answered: answered.total, rate: answered.total / duration, failed: errors + timeouts + non2xx }
}

async function open(rate: number): Promise<Open> {
  const client = createClient(url)
  // Connections are made and this side's code is compiled before the clock runs.
  await openLoop(client, requests, rate, Math.min(1, 200 / rate), { spinning: true })
  const { latencies, failed } = await openLoop(client, requests, rate, seconds, { spinning: true })
  client.close()
  const at = (share: number) => percentile(latencies, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), p999: at(0.999), max: at(1), failed }
}
