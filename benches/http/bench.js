/**
 * How many requests a second does a route answer, what does each cost, and how long does it take at a low and a middle rate?
 *
 *   npm run bench:http -- [--seconds 2] [--rounds 3] [--warm 4] [--only TEXT] [--json FILE]
 *
 * One core for the server, one for the side that asks. Rounds go over all routes before the next begins, so that a machine that
 * is busy for a while spoils a round and not a route. The first rows are a server of Node's that does nothing, asked in the same way:
 * what it takes is the machine's, the client's and Node's, and what a route takes beyond it is ours. `CPU` is what the server computes
 * for one answer, and holds on a busy machine too. Every route is asked for `--warm` seconds before it is measured: V8 compiles what a
 * server answers with for its first tens of thousands of requests, on the same core, and answers half as many meanwhile. A route whose
 * capability is not installed is named and left out.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

import { circumstances, finish, median, printTable, shown, spread } from '../results.js'
import { ADDRESSES } from './addresses.js'
import { createClient, post } from './requests.js'
import { ROUTES } from './routes.js'
import { BASELINE, cpuTime, startServer } from './server.js'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
const [SERVER_CORE, LOAD_CORE] = [0, 1]
/** Beyond this share of the closed loop's rate the open loop is left out. */
const MOST_OF_THE_RATE = 0.8
/** As many at a time while warming. */
const AT_A_TIME = 64
const LATENCIES = ['p50', 'p95', 'p99', 'p999']

const begun = circumstances()
const chosen = [
  { surface: BASELINE, name: 'GET', requests: [{ path: '/' }], low: 100, middle: 1000 },
  {
    surface: BASELINE,
    name: 'POST',
    requests: [post('/', { address: ADDRESSES[0] })],
    low: 100,
    middle: 1000,
  },
  ...ROUTES.filter(({ surface, name }) => `${surface} ${name}`.includes(values.only)),
]
const servers = new Map()
for (const surface of new Set(chosen.map((route) => route.surface))) {
  servers.set(surface, await startServer({ surface, core: SERVER_CORE }))
}
const routes = []
for (const route of chosen) {
  const status = await warm(route)
  if (status === 200) routes.push(route)
  else console.log(`left out: ${route.surface} ${route.name} answers ${status}`)
}

const figures = new Map()
for (let round = 0; round < rounds; round += 1) {
  for (const route of routes) await measure(route)
}
await Promise.all([...servers.values()].map((server) => server.close()))

/** Asks everything at least once, and for as long as was asked for; the status of the first answer that is no 200, else 200. */
async function warm({ surface, requests }) {
  const client = createClient(servers.get(surface).url)
  const until = performance.now() + 1000 * Number(values.warm)
  let [sent, status] = [0, 200]
  const line = async () => {
    while ((sent < requests.length || performance.now() < until) && status === 200) {
      const answer = await client.send(requests[sent++ % requests.length])
      if (answer.status !== 200) status = answer.status
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, line))
  client.close()
  return status
}

async function measure({ surface, name, requests, low, middle }) {
  const { url, pid } = servers.get(surface)
  const before = cpuTime(pid)
  const closed = await load({ url, requests, seconds })
  sample(`${surface} ${name} CPU`, 'ms', 'lower', (cpuTime(pid) - before) / closed.answered)
  sample(`${surface} ${name} rate`, '1/s', 'higher', closed.rate)
  let { failed } = closed
  for (const [label, rate] of Object.entries({ low, middle })) {
    // A queue that only grows has no latency to speak of.
    if (rate > MOST_OF_THE_RATE * closed.rate) continue
    // Enough requests for a tail, also where few are sent.
    const open = await load({ url, requests, rate, seconds: Math.max(seconds, 20 / rate) })
    for (const share of LATENCIES) sample(`${surface} ${name} ${label} ${share}`, 'ms', 'lower', open[share])
    failed += open.failed
  }
  if (failed > 0) console.log(`${surface} ${name}: ${failed} answers were no 2xx`)
}

function sample(name, unit, better, value) {
  const figure = figures.get(name) ?? { name, unit, better, samples: [] }
  figure.samples.push(value)
  figures.set(name, figure)
}

async function load(task) {
  const child = spawn(
    'taskset',
    ['-c', String(LOAD_CORE), process.execPath, join(import.meta.dirname, 'load.js')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  child.stdin.end(JSON.stringify(task))
  return JSON.parse(await text(child.stdout))
}

const middleOf = (name) => shown(median(figures.get(name)?.samples ?? []))
const withNoise = (name) => [middleOf(name), shown(100 * spread(figures.get(name).samples))]
printTable(
  [
    'route',
    ...['CPU ms', '± %', 'rate 1/s', '± %'],
    ...['low', 'middle'].flatMap((label) => LATENCIES.map((share) => `${label} ${share}`)),
  ],
  routes.map(({ surface, name, low, middle }) => [
    `${surface} ${name} (${low}, ${middle}/s)`,
    ...withNoise(`${surface} ${name} CPU`),
    ...withNoise(`${surface} ${name} rate`),
    ...['low', 'middle'].flatMap((label) =>
      LATENCIES.map((share) => middleOf(`${surface} ${name} ${label} ${share}`)),
    ),
  ]),
)
console.log(
  `\nmedians of ${rounds} rounds of ${seconds} s, latencies in ms from the moment a request was due; - where the rate is beyond ` +
    'what the server can answer',
)
finish('http', begun, [...figures.values()], values.json)
