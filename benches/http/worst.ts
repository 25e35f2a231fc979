/**
 * How long can one hostile request hold the server, and does the time grow faster than the request?
 *
 *   npm run bench:worst -- [--rounds 3] [--json FILE]
 *
 * Texts of 1 KB to 2 MiB, each the worst of its kind for some step: as one address (refused beyond 1,024 characters), as rows of
 * a batch, as components to format; and, in this process, parsed whole, which is what the core would have to stand without the
 * limits. `held` is the longest that `/health`, asked every 5 ms meanwhile, had to wait: the delay of the event loop.
 */
import { parseArgs } from 'node:util'

import { createEngine } from '../core.js'
import { circumstances, Figures, finish, median, printTable, shown } from '../results.js'
import { createClient, openLoop, post, type Request } from './requests.js'
import { cpuTime, startServer } from './server.js'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, json: { type: 'string' } },
})
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

const begun = circumstances()
const figures = new Figures()
const server = await startServer()
const client = createClient(server.url)
const probe = createClient(server.url, 8)
const { parse } = createEngine()

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
console.log('\nmedians; the worst kind of text in brackets')
finish('worst', begun, figures.all(), values.json)
