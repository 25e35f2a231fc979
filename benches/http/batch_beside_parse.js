/**
 * Does a batch of 1,000 raise the latency of a parse that arrives meanwhile? Prints p50, p99 and the most of a steady trickle
 * of parses, one worker, alone and beside batches.
 *
 *   node benches/http/batch_beside_parse.js [--seconds 5] [--every-ms 5]
 *
 * Parses leave on a clock, whether or not the last was answered, so that waiting counts.
 */
import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, 'every-ms': { type: 'string', default: '5' } },
})
const command = join(import.meta.dirname, '../../ts/bin/milepost.js')
const child = spawn(
  process.execPath,
  [command, 'serve', '--port', '0', '--host', '127.0.0.1', '--cpus', '1'],
  {
    stdio: ['ignore', 'ignore', 'pipe'],
  },
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
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Posts JSON; resolves with the milliseconds until the whole answer is there. */
function post(path, body) {
  const json = JSON.stringify(body)
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) },
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(performance.now() - begun))
      },
    )
    sent.once('error', reject)
    sent.end(json)
  })
}

const parse = () => post('/v1/parse', { address: '350 5th Ave Apt 4B, New York, NY 10118' })
const batch = () =>
  post('/v1/batch', { addresses: Array.from({ length: 1000 }, (_, i) => `${i + 1} Main St, Reno NV 89501`) })

/** Latencies of parses that leave every few milliseconds until `until` resolves. */
async function trickle(until) {
  const under = []
  const timer = setInterval(() => under.push(parse()), Number(values['every-ms']))
  await until
  clearInterval(timer)
  return Float64Array.from(await Promise.all(under)).sort()
}

function row(name, sorted) {
  const at = (share) =>
    sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)].toFixed(2).padStart(8)
  console.log(
    `${name.padEnd(28)} ${String(sorted.length).padStart(6)} ${at(0.5)} ${at(0.9)} ${at(0.99)} ${at(1)}`,
  )
}

const during = () => new Promise((resolve) => setTimeout(resolve, Number(values.seconds) * 1000))
for (let warm = 0; warm < 200; warm += 1) await parse()
await batch()
console.log(`${'parses'.padEnd(28)}      n   p50 ms      p90      p99      max`)
row('alone', await trickle(during()))
const times = []
const ended = during().then(() => true)
const batches = (async () => {
  for (let over = false; !over; over = await Promise.race([ended, Promise.resolve(false)]))
    times.push(await batch())
})()
row('beside batches of 1,000', await trickle(batches))
row('the batches themselves', Float64Array.from(times).sort())
child.kill('SIGTERM')
agent.destroy()
