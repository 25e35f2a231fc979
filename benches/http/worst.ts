/**
 * How long can one hostile request hold the server, and does the time grow faster than the request?
 *
 *   npm run bench:worst -- [--rounds 3] [--queries 5000] [--seed 1] [--data-root FOLDER] [--json FILE]
 *
 * Texts of 1 KB to 2 MiB, each the worst of its kind for some step: as one address (refused beyond 1,024 characters), as rows of
 * a batch, as components to format; and, in this process, parsed whole, which is what the core would have to stand without the
 * limits. `held` is the longest that `/health`, asked every 5 ms meanwhile, had to wait: the delay of the event loop.
 *
 * Then short queries to typeahead and search, found by hill climbing (`slow-queries.ts`): the CPU time of `/api` and `/search` in this process,
 * so that a busy machine counts little. With `--data-root` with the streets and points of interest there.
 */

import type * as Search from '../../ts/src/surfaces/search/server.js'
import type * as Typeahead from '../../ts/src/surfaces/typeahead/server.js'
import { built, createEngine } from '../core.js'
import { flagsOf } from '../flags.js'
import { circumstances, Figures, finish, median, percentile, printTable, shown } from '../results.js'
import { climb } from './slow-queries.js'
import { createClient, openLoop, post, type Request } from './requests.js'
import { cpuTime, startServer } from './server.js'

const values = flagsOf({ rounds: '3', queries: '5000', seed: '1', 'data-root': undefined, json: undefined })
const SIZES = [1_000, 10_000, 100_000, 1_000_000, 2_000_000]
const TEXTS = {
  address: '350 5th Ave, New York, NY 10118 ',
  words: 'a ',
  commas: 'a,',
  digits: '9',
  'letters and digits': 'a1',
  marks: 'e\u0301\u0300\u0302',
  emoji: '👩‍👩‍👧',
  cjk: '東京',
  brackets: '[',
  abbreviations: 'St ',
}

/** A position with many places around it, which typeahead prefers. */
const AROUND = { lat: '51.05', lon: '3.72', limit: '50' }

/** Percentiles of the queries that a hill climb tries, and the columns for them and for the slowest. */
const SHARES = [0.5, 0.99, 0.999]
const CLIMBED = [...SHARES.map((share) => `p${String(100 * share)}`), 'slowest']

const begun = circumstances()
const figures = new Figures()
const dataRoot = values['data-root']
const environment = dataRoot === undefined ? {} : { SERVICE_DATA_ROOT: dataRoot }
const server = await startServer({ environment })
const client = createClient(server.url)
const probe = createClient(server.url, 8)
const engine = createEngine({ environment: { ...process.env, ...environment } })
const { parse } = engine

/** The unit again and again, in at most so many bytes. */
function filled(unit: string, bytes: number): string {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
}

/** A body of about so many bytes that is full of the text. */
const WAYS: Record<string, (text: string) => Request> = {
  'one address': (text) => post('/v1/parse', { address: text }),
  batch: (text) => post('/v1/batch', { addresses: pieces(text) }),
  format: (text) =>
    post('/v1/format', { components: { street: text, locality: text.slice(0, 1000) }, country: 'US' }),
}

/** As many rows as the text and the limits give. */
function pieces(text: string): string[] {
  return Array.from({ length: Math.min(1000, Math.ceil(text.length / 1000)) }, (_, row) =>
    text.slice(1000 * row, 1000 * (row + 1)),
  )
}

for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [kind, unit] of Object.entries(TEXTS)) {
    for (const size of SIZES) {
      const text = filled(unit, size)
      if (size <= 100_000) {
        const { computed, clock } = parsed(text)
        sample(`parse whole, ${kind}, ${String(size)}`, computed)
        sample(`parse whole, ${kind}, ${String(size)}: clock`, clock)
      }
      for (const [way, request] of Object.entries(WAYS)) {
        await send(`${way}, ${kind}, ${String(size)}`, request(text))
      }
    }
  }
}

/**
 * Milliseconds that a parse in this process computes, and those on the clock: fewer where a long text has several threads, more where
 * others compute meanwhile.
 */
function parsed(text: string): { computed: number; clock: number } {
  if (parse === undefined) throw new Error('no weights; run `npm run build` first')
  const before = process.cpuUsage()
  const begun = performance.now()
  parse(text, 'auto', false)
  const clock = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  return { computed: (user + system) / 1000, clock }
}

async function send(name: string, request: Request): Promise<void> {
  const answered = new AbortController()
  const waits = longestWait(answered.signal)
  const before = cpuTime(server.pid)
  const { ms } = await client.send(request)
  const computed = cpuTime(server.pid) - before
  answered.abort()
  sample(`${name}: answer`, ms)
  sample(`${name}: CPU`, computed)
  sample(`${name}: held`, await waits)
}

/** Milliseconds that `/health` had to wait at most until `until` was aborted. */
async function longestWait(until: AbortSignal): Promise<number> {
  let most = 0
  while (!until.aborted) {
    const { latencies } = await openLoop(probe, [{ path: '/health' }], 200, 0.02)
    most = Math.max(most, latencies.at(-1) ?? 0)
  }
  return most
}

function sample(name: string, value: number): void {
  figures.sample(name, 'ms', 'lower', value)
}

client.close()
probe.close()
await server.close()

const { createTypeaheadServer } = await built<typeof Typeahead>('./surfaces/typeahead/server.js')
const { createSearchServer } = await built<typeof Search>('./surfaces/search/server.js')

/** Climbs on a surface; its row of the table: how many queries, percentiles of their CPU time, the slowest and its text. */
async function climbed(path: string, create: typeof createTypeaheadServer | typeof createSearchServer) {
  const app = await create({ engine, logLevel: 'silent' })
  const tried = await climb(Number(values.queries), Number(values.seed), async (text) => {
    const before = process.cpuUsage()
    await app.inject({ method: 'GET', url: path, query: { q: text, ...AROUND } })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  await app.close()
  const times = Float64Array.from(tried.map(({ ms }) => ms)).sort()
  const found = [...SHARES.map((share) => percentile(times, share)), times.at(-1) ?? NaN]
  found.forEach((ms, index) => {
    sample(`${path}, hill climbing: ${CLIMBED[index] ?? ''}`, ms)
  })
  return [path, shown(tried.length), ...found.map(shown), `\`${JSON.stringify(tried[0]?.text)}\``]
}

/** The worst kind of text for each way and size. */
function worst(way: string, size: number, suffix: string): string {
  const [slowest] = Object.keys(TEXTS)
    .map((kind) => ({ kind, samples: figures.samples(`${way}, ${kind}, ${String(size)}${suffix}`) }))
    .filter(({ samples }) => samples.length > 0)
    .map(({ kind, samples }) => ({ kind, value: median(samples) }))
    .sort((one, other) => other.value - one.value)
  return slowest === undefined ? '-' : `${shown(slowest.value)} (${slowest.kind})`
}

const label = (size: number) =>
  size < 1_000_000 ? `${String(size / 1000)} KB` : `${String(size / 1_000_000)} MB`
printTable(
  ['way', 'size', 'answer ms', 'CPU ms', 'held ms'],
  Object.keys(WAYS).flatMap((way) =>
    SIZES.map((size) => [
      way,
      label(size),
      ...[': answer', ': CPU', ': held'].map((what) => worst(way, size, what)),
    ]),
  ),
)
console.log()
printTable(
  ['parsed whole, ms', ...SIZES.slice(0, 3).flatMap((size) => [`${label(size)} CPU`, 'clock'])],
  Object.keys(TEXTS).map((kind) => [
    kind,
    ...SIZES.slice(0, 3).flatMap((size) =>
      ['', ': clock'].map((what) =>
        shown(median(figures.samples(`parse whole, ${kind}, ${String(size)}${what}`))),
      ),
    ),
  ]),
)
console.log('\nmedians; the worst kind of text in brackets\n')
printTable(
  ['hill climbing, CPU ms', 'queries', ...CLIMBED, 'its text'],
  [await climbed('/api', createTypeaheadServer), await climbed('/search', createSearchServer)],
)
finish('worst', begun, figures.all(), values.json)
