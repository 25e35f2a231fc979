/**
 * What does a key press cost over HTTP on one core, by how much is typed?
 *
 *   npx tsx benches/typeahead/keystrokes.ts [--rate 200] [--seconds 3] [--data-root FOLDER --streets SHARD.db] [--json FILE] [--name NAME]
 *
 * Names: every beginning of a thousand towns, 250 of each of four sizes, from the starter data. With `--streets`: every beginning of
 * addresses of that register, which lies in the data root, as people type them (number, street, town). One core for the server, one
 * for the side that asks; requests leave by the clock. `core` is the engine without HTTP, the least of five times each query, and
 * `CPU` what the server computes for one answer: both hold on a busy machine too, latencies do not. The last row is all of them together.
 * `--name` is what the file of results calls the bench, where several of them are kept.
 */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { createEngine } from 'milepost'

import { askOpen, SERVER_CORE } from '../http/client-process.js'
import { createClient, inTurn, type Request } from '../http/requests.js'
import { cpuTime, startServer } from '../http/server.js'
import { flagsOf } from '../flags.js'
import { circumstances, Figures, finish, percentile, printTable, shown } from '../results.js'

const values = flagsOf({
  rate: '200',
  seconds: '3',
  'data-root': undefined,
  streets: undefined,
  json: undefined,
  name: 'keystrokes',
})
const [rate, seconds] = [Number(values.rate), Number(values.seconds)]
/** Requests before anything is measured. */
const WARM = 1_000
const STARTER = dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json'))

const begun = circumstances()
const environment = values['data-root'] === undefined ? {} : { SERVICE_DATA_ROOT: values['data-root'] }
const groups = values.streets === undefined ? ofNames() : ofStreets(values.streets)
const engine = createEngine({ environment: { ...process.env, ...environment } })
if (engine.complete === undefined) throw new Error('no gazetteer; run `npm run build` first')
const { complete } = engine
const server = await startServer({ surface: 'typeahead', core: SERVER_CORE, environment })
await warm()
const figures = new Figures()
const rows: string[][] = []
const times: number[] = []
for (const [label, queries] of Object.entries(groups)) await measure(label, queries)
const together = percentilesOf(times)
rows.push(['all of them', shown(times.length), ...Object.values(together).map(shown), '', '', '', ''])
for (const [name, value] of Object.entries(together)) figures.sample(`all ${name}`, 'ms', 'lower', value)
await server.close()

printTable(['typed', 'queries', 'core p50', 'core p95', 'core p99', 'CPU ms', 'p50', 'p95', 'p99'], rows)
console.log(`\nlatencies in ms at ${String(rate)} requests a second, from the moment a request was due`)
finish(values.name, begun, figures.all(), values.json)

/** Queries by what they are. */
function ofNames(): Record<string, string[]> {
  const towns = typed<Town>('places', join(STARTER, 'db/wof/candidate.db'))
  const names = towns.map(({ name }) => name)
  const lengths: [from: number, to: number][] = [
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 8],
    [9, 12],
    [13, 40],
  ]
  const byLength = lengths.map(([from, to]): [string, string[]] => [
    from === to ? `${String(from)} letter${from > 1 ? 's' : ''}` : `${String(from)} to ${String(to)} letters`,
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

function ofStreets(register: string): Record<string, string[]> {
  const addresses = typed<Address>('streets', register)
  const within = (from: number, to: number) =>
    addresses.flatMap(({ number, street, town }) => beginnings(`${number} ${street}, ${town}`, from, to))
  return {
    'number and 1 to 12 letters': within(4, 16),
    'up to the town': within(17, 30),
    'with the town': within(31, 60),
    'street alone, half': addresses.map(({ street }) => street.slice(0, Math.ceil(street.length / 2))),
    'street and town': addresses.map(({ street, town }) => `${street} ${town}`),
  }
}

/** A town that `typed.py` draws from the candidate database. */
interface Town {
  name: string
  division: string
  country: string
}

/** An address that `typed.py` draws from a register. */
interface Address {
  number: string
  street: string
  town: string
}

/** What `typed.py` draws from a database. */
function typed<Drawn>(kind: string, database: string): Drawn[] {
  const script = join(import.meta.dirname, 'typed.py')
  const drawn = execFileSync('python3', [script, kind, database], { encoding: 'utf8', maxBuffer: 1e8 })
  return JSON.parse(drawn) as Drawn[]
}

/** The beginnings of a text with `from` to `to` letters. */
function beginnings(name: string, from: number, to: number): string[] {
  const letters = Array.from(name)
  const counts = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return counts.filter((count) => count <= letters.length).map((count) => letters.slice(0, count).join(''))
}

/** A name with another letter in its middle. */
function mistyped(name: string): string {
  const letters = Array.from(name)
  const middle = letters.length >> 1
  letters[middle] = letters[middle] === 'x' ? 'q' : 'x'
  return letters.join('')
}

function requestsOf(queries: string[]): Request[] {
  return queries.map((query) => ({ path: `/api?q=${encodeURIComponent(query)}` }))
}

async function warm(): Promise<void> {
  const client = createClient(server.url, 8)
  const requests = requestsOf(Object.values(groups).flat())
  const step = Math.max(1, Math.floor(requests.length / WARM))
  for (let index = 0; index < requests.length; index += step) await client.send(inTurn(requests, index))
  client.close()
}

async function measure(label: string, queries: string[]): Promise<void> {
  // Spread over all of them, so that a short run does not see one alphabet's beginning only.
  const count = Math.min(queries.length, Math.round(rate * seconds))
  const chosen = Array.from(
    { length: count },
    (_, index) => queries[Math.floor((index * queries.length) / count)] ?? '',
  )
  const before = cpuTime(server.pid)
  const task = { url: server.url, requests: requestsOf(chosen), rate, seconds: count / rate }
  const load = await askOpen(task)
  const cpu = (cpuTime(server.pid) - before) / count
  const { p50, p95, p99, failed } = load
  const alone = inTheCore(chosen)
  times.push(...alone)
  const core = percentilesOf(alone)
  if (failed > 0) console.log(`${label}: ${String(failed)} answers were no 2xx`)
  rows.push([label, shown(count), ...[...Object.values(core), cpu, p50, p95, p99].map(shown)])
  for (const [name, value] of Object.entries({ ...core, CPU: cpu, p50, p95, p99 })) {
    figures.sample(`${label} ${name}`, 'ms', 'lower', value)
  }
}

/** Milliseconds of the engine alone; a busy machine adds to a time and never takes away, so the least of five counts. */
function inTheCore(queries: string[]): number[] {
  return queries.map((query) => {
    const once = () => {
      const begun = performance.now()
      complete(query, { limit: 15 })
      return performance.now() - begun
    }
    return Math.min(...Array.from({ length: 5 }, once))
  })
}

function percentilesOf(milliseconds: readonly number[]): Record<string, number> {
  const sorted = Float64Array.from(milliseconds).sort()
  return Object.fromEntries(
    [0.5, 0.95, 0.99].map((share) => [`core p${String(100 * share)}`, percentile(sorted, share)]),
  )
}
