/**
 * What does a key press cost over HTTP on one core, by how much is typed?
 *
 *   node benches/typeahead/keystrokes.js [--rate 200] [--seconds 3] [--data-root FOLDER --streets SHARD.db] [--json FILE]
 *
 * Names: every beginning of a thousand towns, 250 of each of four sizes, from the starter data. With `--streets`: every beginning of
 * addresses of that register, which lies in the data root, as people type them (number, street, town). One core for the server, one
 * for the side that asks; requests leave by the clock. `core` is the engine without HTTP, the least of five times each query, and
 * `CPU` what the server computes for one answer: both hold on a busy machine too, latencies do not.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

import { createEngine } from 'milepost'

import { createClient } from '../http/requests.js'
import { cpuTime, startServer } from '../http/server.js'
import { circumstances, finish, percentile, printTable, shown } from '../results.js'

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3' },
    'data-root': { type: 'string' },
    streets: { type: 'string' },
    json: { type: 'string' },
  },
})
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]
const [SERVER_CORE, LOAD_CORE] = [0, 1]
/** Requests before anything is measured. */
const WARM = 1_000
const STARTER = dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json'))

const begun = circumstances()
const environment = values['data-root'] === undefined ? {} : { SERVICE_DATA_ROOT: values['data-root'] }
const groups = values.streets === undefined ? ofNames() : ofStreets()
const engine = createEngine({ environment: { ...process.env, ...environment } })
const server = await startServer({ surface: 'typeahead', core: SERVER_CORE, environment })
await warm()
const [figures, rows] = [[], []]
for (const [label, queries] of Object.entries(groups)) await measure(label, queries)
await server.close()

printTable(['typed', 'queries', 'core p50', 'core p95', 'core p99', 'CPU ms', 'p50', 'p95', 'p99'], rows)
console.log(`\nlatencies in ms at ${rate} requests a second, from the moment a request was due`)
finish('keystrokes', begun, figures, values.json)

/** Queries by what they are. */
function ofNames() {
  const towns = typed('places', join(STARTER, 'db/wof/candidate.db'))
  const names = towns.map(({ name }) => name)
  const lengths = [
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 8],
    [9, 12],
    [13, 40],
  ]
  const byLength = lengths.map(([from, to]) => [
    from === to ? `${from} letter${from > 1 ? 's' : ''}` : `${from} to ${to} letters`,
    names.flatMap((name) => beginnings(name, from, to)),
  ])
  return Object.fromEntries([
    ...byLength,
    [
      'name and beginning of the division',
      towns.map(({ name, division }) => `${name} ${division.slice(0, 3)}`),
    ],
    ['name and country', towns.map(({ name, country }) => `${name}, ${country.toLowerCase()}`)],
    ['one wrong letter', names.map(mistyped)],
  ])
}

function ofStreets() {
  const addresses = typed('streets', values.streets)
  const within = (from, to) =>
    addresses.flatMap(({ number, street, town }) => beginnings(`${number} ${street}, ${town}`, from, to))
  return {
    'number and 1 to 12 letters': within(4, 16),
    'up to the town': within(17, 30),
    'with the town': within(31, 60),
    'street alone, half': addresses.map(({ street }) => street.slice(0, Math.ceil(street.length / 2))),
    'street and town': addresses.map(({ street, town }) => `${street} ${town}`),
  }
}

/** What `typed.py` draws from a database. */
function typed(kind, database) {
  const script = join(import.meta.dirname, 'typed.py')
  return JSON.parse(execFileSync('python3', [script, kind, database], { encoding: 'utf8', maxBuffer: 1e8 }))
}

/** The beginnings of a text with `from` to `to` letters. */
function beginnings(name, from, to) {
  const letters = Array.from(name)
  const counts = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return counts.filter((count) => count <= letters.length).map((count) => letters.slice(0, count).join(''))
}

/** A name with another letter in its middle. */
function mistyped(name) {
  const letters = Array.from(name)
  const middle = letters.length >> 1
  letters[middle] = letters[middle] === 'x' ? 'q' : 'x'
  return letters.join('')
}

function requestsOf(queries) {
  return queries.map((query) => ({ path: `/api?q=${encodeURIComponent(query)}` }))
}

async function warm() {
  const client = createClient(server.url, 8)
  const requests = requestsOf(Object.values(groups).flat())
  const step = Math.max(1, Math.floor(requests.length / WARM))
  for (let index = 0; index < requests.length; index += step) await client.send(requests[index])
  client.close()
}

async function measure(label, queries) {
  // Spread over all of them, so that a short run does not see one alphabet's beginning only.
  const count = Math.min(queries.length, Math.round(rate * seconds))
  const chosen = Array.from(
    { length: count },
    (_, index) => queries[Math.floor((index * queries.length) / count)],
  )
  const before = cpuTime(server.pid)
  const told = await load({ url: server.url, requests: requestsOf(chosen), rate, seconds: count / rate })
  const cpu = (cpuTime(server.pid) - before) / count
  const { p50, p95, p99, failed } = told
  const core = inTheCore(chosen)
  if (failed > 0) console.log(`${label}: ${failed} answers were no 2xx`)
  rows.push([label, shown(count), ...[...Object.values(core), cpu, p50, p95, p99].map(shown)])
  for (const [name, value] of Object.entries({ ...core, CPU: cpu, p50, p95, p99 })) {
    figures.push({ name: `${label} ${name}`, unit: 'ms', better: 'lower', samples: [value] })
  }
}

/** Milliseconds of the engine alone; a busy machine adds to a time and never takes away, so the least of five counts. */
function inTheCore(queries) {
  const times = queries.map((query) => {
    const once = () => {
      const begun = performance.now()
      engine.complete(query, { limit: 15 })
      return performance.now() - begun
    }
    return Math.min(...Array.from({ length: 5 }, once))
  })
  const sorted = Float64Array.from(times).sort()
  return Object.fromEntries(
    [0.5, 0.95, 0.99].map((share) => [`core p${100 * share}`, percentile(sorted, share)]),
  )
}

async function load(task) {
  const program = join(import.meta.dirname, '../http/load.js')
  const child = spawn('taskset', ['-c', String(LOAD_CORE), process.execPath, program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(task))
  return JSON.parse(await text(child.stdout))
}
