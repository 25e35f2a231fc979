/**
 * How many `/parse` and `/expand` does one core of the parser surface answer? Requests a second, and a second of the server's own
 * processor time, which a busy machine does not change.
 *
 *   npx tsx benches/http/how_many_parses_and_expansions.ts [--seconds 10] [--connections 32]
 */
import { parseArgs } from 'node:util'

import autocannon from 'autocannon'

import { cpuTime, startServer } from './server.js'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, connections: { type: 'string', default: '32' } },
})
const { url, pid, close } = await startServer({ surface: 'parser' })

const address = encodeURIComponent('350 5th Ave Apt 4B, New York, NY 10118')
const body = JSON.stringify({ address: '350 5th Ave Apt 4B, New York, NY 10118' })
const questions: [name: string, question: autocannon.Options][] = [
  ['GET /parse', { url: `${url}/parse?address=${address}` }],
  ['POST /parse', { url: `${url}/parse`, method: 'POST', body }],
  ['GET /expand', { url: `${url}/expand?address=${address}` }],
  ['POST /expand', { url: `${url}/expand`, method: 'POST', body }],
]
const run = (question: autocannon.Options, duration: number) =>
  autocannon({
    connections: Number(values.connections),
    headers: { 'content-type': 'application/json' },
    ...question,
    duration,
  })

console.log('route         requests/s  per processor second   p50 ms   p99 ms')
for (const [name, question] of questions) {
  await run(question, 2)
  const before = cpuTime(pid)
  const { requests, latency, non2xx, errors } = await run(question, Number(values.seconds))
  if (non2xx + errors > 0) {
    throw new Error(`${name}: ${String(non2xx)} answers other than 200, ${String(errors)} errors`)
  }
  const rate = (1000 * requests.total) / (cpuTime(pid) - before)
  console.log(
    `${name.padEnd(13)} ${requests.average.toFixed(0).padStart(10)} ${rate.toFixed(0).padStart(21)} ${String(latency.p50).padStart(8)} ${String(latency.p99).padStart(8)}`,
  )
}
await close()
