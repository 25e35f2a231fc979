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

import { createEngine } from '../../ts/dist/engine/engine.js'

import { circumstances, finish, median, printTable, shown } from '../results.js'
import { createClient, openLoop, post } from './requests.js'
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
const figures = new Map()
const server = await startServer()
const client = createClient(server.url)
const probe = createClient(server.url, 8)
const engine = createEngine()

/** The unit again and again, in at most so many bytes. */
function filled(unit, bytes) {
  return unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
}

/** A body of about so many bytes that is full of the text. */
const WAYS = {
  'one address': (text) => post('/v1/parse', { address: text }),
  batch: (text) => post('/v1/batch', { addresses: pieces(text) }),
  format: (text) =>
    post('/v1/format', { components: { street: text, locality: text.slice(0, 1000) }, country: 'US' }),
}

/** As many rows as the text and the limits give. */
function pieces(text) {
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
        sample(`parse whole, ${kind}, ${size}`, 'ms', computed)
        sample(`parse whole, ${kind}, ${size}: clock`, 'ms', clock)
      }
      for (const [way, request] of Object.entries(WAYS)) await send(`${way}, ${kind}, ${size}`, request(text))
    }
  }
}

/**
 * Milliseconds that a parse in this process computes, and those on the clock: fewer where a long text has several threads, more where
 * others compute meanwhile.
 */
function parsed(text) {
  const before = process.cpuUsage()
  const begun = performance.now()
  engine.parse(text, 'auto', false)
  const clock = performance.now() - begun
  const { user, system } = process.cpuUsage(before)
  return { computed: (user + system) / 1000, clock }
}

async function send(name, request) {
  let over = false
  const waits = (async () => {
    let most = 0
    while (!over)
      most = Math.max(most, (await openLoop(probe, [{ path: '/health' }], 200, 0.02)).latencies.at(-1))
    return most
  })()
  const before = cpuTime(server.pid)
  const { ms } = await client.send(request)
  const computed = cpuTime(server.pid) - before
  over = true
  sample(`${name}: answer`, 'ms', ms)
  sample(`${name}: CPU`, 'ms', computed)
  sample(`${name}: held`, 'ms', await waits)
}

function sample(name, unit, value) {
  const figure = figures.get(name) ?? { name, unit, better: 'lower', samples: [] }
  figure.samples.push(value)
  figures.set(name, figure)
}

client.close()
probe.close()
await server.close()

/** The worst kind of text for each way and size. */
function worst(way, size, suffix) {
  const of = Object.keys(TEXTS).map((kind) => [kind, figures.get(`${way}, ${kind}, ${size}${suffix}`)])
  const known = of
    .filter(([, figure]) => figure !== undefined)
    .map(([kind, { samples }]) => [kind, median(samples)])
  return known.sort(([, one], [, other]) => other - one)[0]
}

const label = (size) => (size < 1_000_000 ? `${size / 1000} KB` : `${size / 1_000_000} MB`)
const cell = (found) => (found === undefined ? '-' : `${shown(found[1])} (${found[0]})`)
printTable(
  ['way', 'size', 'answer ms', 'CPU ms', 'held ms'],
  Object.keys(WAYS).flatMap((way) =>
    SIZES.map((size) => [
      way,
      label(size),
      ...[': answer', ': CPU', ': held'].map((what) => cell(worst(way, size, what))),
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
        shown(median(figures.get(`parse whole, ${kind}, ${size}${what}`).samples)),
      ),
    ),
  ]),
)
console.log('\nmedians; the worst kind of text in brackets')
finish('worst', begun, [...figures.values()], values.json)
