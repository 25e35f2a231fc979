/**
 * How many requests a second does a route answer, what does each cost, and how long does it take at a low and a middle rate?
 *
 *   npm run bench:http -- [--seconds 2] [--rounds 3] [--warm 4] [--only TEXT,TEXT] [--json FILE]
 *
 * One core for the server, one for the side that asks. Rounds go over all routes before the next begins, so that a machine that
 * is busy for a while spoils a round and not a route. The first rows are a server of Node's that does nothing, asked in the same way:
 * what it takes is the machine's, the client's and Node's, and what a route takes beyond it is ours. `CPU` is what the server computes
 * for one answer, and holds on a busy machine too. Every route is asked for `--warm` seconds before it is measured: V8 compiles what a
 * server answers with for its first tens of thousands of requests, on the same core, and answers half as many meanwhile. A route whose
 * capability is not installed is named and left out.
 */

import { flagsOf } from '../flags.js'
import { circumstances, Figures, finish, median, printTable, shown, spread } from '../results.js'
import { ADDRESSES } from './addresses.js'
import { askClosed, askOpen, SERVER_CORE } from './client-process.js'
import { createClient, inTurn, post } from './requests.js'
import { type Route, ROUTES } from './routes.js'
import { BASELINE, cpuTime, type RunningServer, startServer } from './server.js'

const values = flagsOf({ seconds: '2', rounds: '3', warm: '4', only: '', json: undefined })
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
/** Beyond this share of the closed loop's rate the open loop is left out. */
const MOST_OF_THE_RATE = 0.8
/** As many at a time while warming. */
const AT_A_TIME = 64
const LATENCIES = ['p50', 'p95', 'p99', 'p999'] as const

const begun = circumstances()
const chosen: Route[] = [
  { surface: BASELINE, name: 'GET', requests: [{ path: '/' }], low: 100, middle: 1000 },
  {
    surface: BASELINE,
    name: 'POST',
    requests: [post('/', { address: ADDRESSES[0] })],
    low: 100,
    middle: 1000,
  },
  ...ROUTES.filter(({ surface, name }) =>
    values.only.split(',').some((text) => `${surface} ${name}`.includes(text)),
  ),
]
const servers = new Map<string, RunningServer>()
for (const surface of new Set(chosen.map((route) => route.surface))) {
  servers.set(surface, await startServer({ surface, core: SERVER_CORE }))
}
const routes: Route[] = []
for (const route of chosen) {
  const status = await warm(route)
  if (status === 200) routes.push(route)
  else console.log(`left out: ${route.surface} ${route.name} answers ${String(status)}`)
}

const figures = new Figures()
for (let round = 0; round < rounds; round += 1) {
  for (const route of routes) await measure(route)
}
await Promise.all([...servers.values()].map((server) => server.close()))

function serverOf(surface: string): RunningServer {
  const server = servers.get(surface)
  if (server === undefined) throw new Error(`no server of the surface ${surface} was started`)
  return server
}

/** Asks everything at least once, and for as long as was asked for; the status of the first answer other than 200, else 200. */
async function warm({ surface, requests }: Route): Promise<number> {
  const client = createClient(serverOf(surface).url)
  const until = performance.now() + 1000 * Number(values.warm)
  let [sent, status] = [0, 200]
  const line = async () => {
    while ((sent < requests.length || performance.now() < until) && status === 200) {
      const answer = await client.send(inTurn(requests, sent++))
      if (answer.status !== 200) status = answer.status
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, line))
  client.close()
  return status
}

async function measure({ surface, name, requests, low, middle }: Route): Promise<void> {
  const { url, pid } = serverOf(surface)
  const before = cpuTime(pid)
  const closed = await askClosed({ url, requests, seconds })
  figures.sample(`${surface} ${name} CPU`, 'ms', 'lower', (cpuTime(pid) - before) / closed.answered)
  figures.sample(`${surface} ${name} rate`, '1/s', 'higher', closed.rate)
  let { failed } = closed
  for (const [label, rate] of Object.entries({ low, middle })) {
    // A queue that only grows has no latency to speak of.
    if (rate > MOST_OF_THE_RATE * closed.rate) continue
    // Enough requests for a tail, also where few are sent.
    const open = await askOpen({ url, requests, rate, seconds: Math.max(seconds, 20 / rate) })
    for (const share of LATENCIES)
      figures.sample(`${surface} ${name} ${label} ${share}`, 'ms', 'lower', open[share])
    failed += open.failed
  }
  if (failed > 0) console.log(`${surface} ${name}: ${String(failed)} answers were no 2xx`)
}

const middleOf = (name: string) => shown(median(figures.samples(name)))
const withNoise = (name: string) => [middleOf(name), shown(100 * spread(figures.samples(name)))]
printTable(
  [
    'route',
    ...['CPU ms', '± %', 'rate 1/s', '± %'],
    ...['low', 'middle'].flatMap((label) => LATENCIES.map((share) => `${label} ${share}`)),
  ],
  routes.map(({ surface, name, low, middle }) => [
    `${surface} ${name} (${String(low)}, ${String(middle)}/s)`,
    ...withNoise(`${surface} ${name} CPU`),
    ...withNoise(`${surface} ${name} rate`),
    ...['low', 'middle'].flatMap((label) =>
      LATENCIES.map((share) => middleOf(`${surface} ${name} ${label} ${share}`)),
    ),
  ]),
)

/** What a route takes over the server that does nothing, round by round, so that a slow hour of the machine is in both. */
function over({ surface, name, requests }: Route, at: string): number[] {
  const nothing = `${BASELINE} ${requests[0]?.method ?? 'GET'} ${at}`
  const samples = figures.samples(`${surface} ${name} ${at}`)
  return samples.map((sample, round) => sample / (figures.samples(nothing)[round] ?? NaN))
}

const BARS = ['low p50', 'low p99', 'middle p50', 'middle p99']
const compared = routes.filter(
  ({ surface, low, middle }) => surface !== BASELINE && low === 100 && middle === 1000,
)
for (const route of compared) {
  for (const at of BARS)
    for (const ratio of over(route, at))
      figures.sample(`${route.surface} ${route.name} ${at} over nothing`, '', 'lower', ratio)
}
console.log()
printTable(
  ['times the server that does nothing', ...BARS.flatMap((at) => [at, '± %'])],
  compared.map((route) => [
    `${route.surface} ${route.name}`,
    ...BARS.flatMap((at) => withNoise(`${route.surface} ${route.name} ${at} over nothing`)),
  ]),
)
console.log(
  `\nmedians of ${String(rounds)} rounds of ${String(seconds)} s, latencies in ms from the moment a request was due; - where the rate is beyond ` +
    'what the server can answer',
)
finish('http', begun, figures.all(), values.json)
