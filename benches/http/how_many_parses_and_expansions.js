/**
 * How many `/parse` and `/expand` does one core of the parser surface answer? Requests a second, and a second of the server's own
 * processor time, which a busy machine does not change.
 *
 *   node benches/http/how_many_parses_and_expansions.js [--seconds 10] [--connections 32]
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import autocannon from 'autocannon'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, connections: { type: 'string', default: '32' } },
})
const command = join(import.meta.dirname, '../../ts/bin/milepost.js')
const child = spawn(
  process.execPath,
  [command, 'parser', 'serve', '--port', '0', '--host', '127.0.0.1', '--cpus', '1'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
)
const url = await new Promise((resolve, reject) => {
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
    const [, found] = /listening on (\S+)/.exec(said) ?? []
    if (found) resolve(found)
  })
  child.once('exit', () => reject(new Error(said)))
})

/** Seconds of processor time the server has used: user and system, in ticks of a hundredth. */
function processorTime() {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const address = encodeURIComponent('350 5th Ave Apt 4B, New York, NY 10118')
const body = JSON.stringify({ address: '350 5th Ave Apt 4B, New York, NY 10118' })
const questions = [
  ['GET /parse', { url: `${url}/parse?address=${address}` }],
  ['POST /parse', { url: `${url}/parse`, method: 'POST', body }],
  ['GET /expand', { url: `${url}/expand?address=${address}` }],
  ['POST /expand', { url: `${url}/expand`, method: 'POST', body }],
]
const run = (question, duration) =>
  autocannon({
    connections: Number(values.connections),
    headers: { 'content-type': 'application/json' },
    ...question,
    duration,
  })

console.log('route         requests/s  per processor second   p50 ms   p99 ms')
for (const [name, question] of questions) {
  await run(question, 2)
  const before = processorTime()
  const { requests, latency, non2xx, errors } = await run(question, Number(values.seconds))
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers other than 200, ${errors} errors`)
  const rate = requests.total / (processorTime() - before)
  console.log(
    `${name.padEnd(13)} ${requests.average.toFixed(0).padStart(10)} ${rate.toFixed(0).padStart(21)} ${String(latency.p50).padStart(8)} ${String(latency.p99).padStart(8)}`,
  )
}
child.kill('SIGTERM')
