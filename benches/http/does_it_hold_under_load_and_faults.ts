/**
 * Does a server hold under full load with reloads, deaths of workers and new data, for hours? Five surfaces at a time.
 *
 *   npx tsx benches/http/does_it_hold_under_load_and_faults.ts [--minutes 120] [--cpus 2] [--connections 4] [--json FILE]
 *
 * First each surface is asked everything in quiet, with either version of a shard. Then all are asked the same at full load, while the
 * shard is replaced by rename, the native surface is reloaded, and workers are killed. An answer is wrong if it differs from the one in
 * quiet, or from that of the newest data after a reload. A request is lost if it has no answer; only a death explains that. Exits with 1
 * on a wrong answer or an unexplained loss.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

import { flagsOf } from '../flags.js'
import { circumstances, type Figure, finish, printTable, shown } from '../results.js'
import { post, type Request } from './requests.js'
import { ROUTES } from './routes.js'
import { childrenOf, memory, type RunningServer, startServer } from './server.js'

const values = flagsOf({ minutes: '120', cpus: '2', connections: '4', json: undefined })
const COMMAND = join(import.meta.dirname, '../../ts/bin/milepost.js')
/** Requests of a route that are asked. */
const MOST = 200
/** Milliseconds between two reloads, every other one with a new shard; between two deaths; between two looks at the processes. */
const [RELOAD_EVERY, DEATH_EVERY, LOOK_EVERY] = [5_000, 20_000, 10_000]
/**
 * Milliseconds after a death in which lost requests are explained; and those for a surface whose last worker died, which refuses
 * connections until the next one listens. On a busy machine a start takes longer than the time to the next death.
 */
const [EXPLAINED, STARTED] = [5_000, 60_000]
/** Milliseconds of the load before memory is compared: caches fill. */
const WARM = 60_000

/** The versions of the shard. */
type Version = 'old' | 'new'

/** What is asked where, and the answer to it in quiet. */
interface Question {
  surface: string
  request: Request
  answers: Record<Version, string>
}

const HOUSES = Array.from({ length: 50 }, (_, index) => `${String(index + 1)} Main St, Towson, MD 21204`)
const encoded = HOUSES.map(encodeURIComponent)
const TABLE = ['id,address', ...HOUSES.map((house, id) => `${String(id)},"${house}"`), ''].join('\n')
/** Routes whose answers depend on the process or the time. */
const OF_THE_PROCESS = /health|metrics|status|GET \/$/

const questions: Question[] = [
  ...ROUTES.filter(({ name, surface }) => !OF_THE_PROCESS.test(name) && !surface.includes(' ')).flatMap(
    ({ surface, requests }) => requests.slice(0, MOST).map((asked) => ({ surface, request: asked })),
  ),
  ...HOUSES.map((address) => ({ surface: 'native', request: post('/v1/geocode', { address }) })),
  {
    surface: 'native',
    request: { method: 'POST' as const, path: '/v1/bulk?fields=lat,lon,tier', body: TABLE },
  },
  ...encoded.flatMap((house) => [
    { surface: 'search', request: { path: `/search?q=${house}` } },
    { surface: 'typeahead', request: { path: `/api?q=${house}` } },
    { surface: 'pelias', request: { path: `/v1/search?text=${house}` } },
    { surface: 'pelias', request: { path: `/v1/autocomplete?text=${house}` } },
  ]),
].map((question) => ({ ...question, answers: { old: '', new: '' } }))
const surfaces = [...new Set(questions.map(({ surface }) => surface))]

/** A data root over the starter data, with a shard in two versions. */
const root = mkdtempSync(join(tmpdir(), 'milepost-soak-'))
process.once('exit', () => {
  rmSync(root, { recursive: true, force: true })
})
const shard = join(root, 'address-points/address-points-us-md.db')
mkdirSync(join(root, 'address-points'))
for (const [version, latitude] of [
  ['old', '39.4'],
  ['new', '39.45'],
] as const) {
  const rows = HOUSES.map((_, index) => `${String(index + 1)},Main St,Towson,MD,21204,${latitude},-76.6`)
  const table = join(root, 'houses.csv')
  writeFileSync(table, ['number,street,city,region,postcode,lat,lon', ...rows, ''].join('\n'))
  execFileSync(process.execPath, [COMMAND, 'build', 'points', table, '--out', join(root, `${version}.db`)], {
    stdio: 'pipe',
  })
}

/** Replaces the shard by rename. */
function put(version: Version): void {
  copyFileSync(join(root, `${version}.db`), `${shard}.next`)
  renameSync(`${shard}.next`, shard)
}

function start(surface: string, cpus: string): Promise<RunningServer> {
  const flags = ['--cpus', cpus, ...(surface === 'native' ? ['--bulk'] : [])]
  return startServer({ surface, flags, environment: { SERVICE_DATA_ROOT: root } })
}

/** Status and body of an answer, without what depends on the day. */
function ask(url: string, { method = 'GET', path, body }: Request, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined
        ? {}
        : { 'content-type': path.startsWith('/v1/bulk') ? 'text/csv' : 'application/json' }
    const sent = request(url + path, { method, agent, headers }, (response) => {
      text(response).then((answer) => {
        const lasting = answer.replace(/"timestamp":\d+|"sun":\{.*?\}\}/g, '')
        resolve(`${String(response.statusCode)} ${lasting}`)
      }, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

console.log(`${String(questions.length)} questions to ${surfaces.join(', ')}`)
for (const version of ['old', 'new'] as const) {
  put(version)
  for (const surface of surfaces) {
    const server = await start(surface, '1')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const question of questions.filter((one) => one.surface === surface))
      question.answers[version] = await ask(server.url, question.request, agent)
    agent.destroy()
    await server.close()
  }
}
const versioned = questions.filter(({ answers }) => answers.old !== answers.new).length
console.log(`in quiet ${String(versioned)} answers depend on the version of the shard`)
if (versioned === 0) throw new Error('no answer depends on the shard: its replacement would not be seen')

put('old')
const servers = new Map<string, RunningServer>()
for (const surface of surfaces) servers.set(surface, await start(surface, values.cpus))
const begun = circumstances()
const since = performance.now()
const until = since + Number(values.minutes) * 60_000
const isOver = () => performance.now() >= until

const counts = {
  answered: 0,
  wrong: 0,
  explained: 0,
  unexplained: 0,
  reloads: 0,
  refused: 0,
  swaps: 0,
  deaths: 0,
}
/** What the native surface must answer from; undefined while a reload is under way. */
let served: Version | undefined = 'old'
/** Goes up with each change of `served`, so that an answer of the time of a change is recognised. */
let changes = 0
/** By surface: when a worker was killed, and when the last request was sent that has an answer. */
const [deaths, lastAnswers] = [new Map<string, number>(), new Map<string, number>()]

/** Whether a surface has answered a request that was sent since one of its workers was killed. */
function isBack(surface: string): boolean {
  return (lastAnswers.get(surface) ?? -Infinity) > (deaths.get(surface) ?? -Infinity)
}

/** Whether a death explains that a request sent at that time was lost. */
function isExplained(surface: string, sent: number): boolean {
  const death = deaths.get(surface) ?? -Infinity
  return death > sent - EXPLAINED || (!isBack(surface) && death > sent - STARTED)
}

const shownWrong = new Set<string>()

function judge(
  { surface, request: asked, answers }: Question,
  answer: string,
  expected: Version | undefined,
): void {
  counts.answered += 1
  // The other surfaces have no reload: what they serve depends on when a worker was replaced.
  const right = surface === 'native' && expected !== undefined ? [answers[expected]] : Object.values(answers)
  if (right.includes(answer)) return
  counts.wrong += 1
  if (shownWrong.size >= 5 || shownWrong.has(asked.path)) return
  shownWrong.add(asked.path)
  console.log(
    `wrong: ${surface} ${asked.path} ${asked.body?.slice(0, 100) ?? ''}\n  ${answer.slice(0, 300)}\n  not ${right[0]?.slice(0, 300) ?? ''}`,
  )
}

async function load(surface: string, { url }: RunningServer, lane: number, lanes: number): Promise<void> {
  const own = questions.filter((one) => one.surface === surface)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let index = lane; !isOver(); index += lanes) {
    const question = own[index % own.length]
    if (question === undefined) return
    const [expected, change] = [served, changes]
    const sent = performance.now()
    try {
      const answer = await ask(url, question.request, agent)
      lastAnswers.set(surface, Math.max(sent, lastAnswers.get(surface) ?? 0))
      judge(question, answer, change === changes ? expected : undefined)
    } catch (error) {
      const explained = isExplained(surface, sent)
      counts[explained ? 'explained' : 'unexplained'] += 1
      if (!explained && counts.unexplained <= 20)
        console.log(`lost: ${surface} ${question.request.path}: ${String(error)}`)
    }
  }
  agent.destroy()
}

async function reload({ url }: RunningServer): Promise<void> {
  const agent = new Agent()
  let version: Version = 'old'
  for (let turn = 0; !isOver(); turn += 1) {
    await setTimeout(RELOAD_EVERY)
    changes += 1
    served = undefined
    if (turn % 2 === 0) {
      version = version === 'old' ? 'new' : 'old'
      put(version)
      counts.swaps += 1
    }
    counts.reloads += 1
    const sent = performance.now()
    const answer = await ask(url, { method: 'POST', path: '/v1/reload' }, agent).catch(String)
    changes += 1
    if (answer.startsWith('200')) served = version
    else {
      // A death takes the answer with it. The next reload says again what is served.
      counts.refused += 1
      if (isExplained('native', sent)) continue
      counts.unexplained += 1
      console.log(`reload: ${answer}`)
    }
  }
}

async function kill(): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    await setTimeout(DEATH_EVERY / surfaces.length)
    const [surface, server] = inTurnOf([...servers], turn)
    const workers = childrenOf(server.pid)
    const victim = workers[turn % workers.length]
    if (victim === undefined || !isBack(surface)) continue
    deaths.set(surface, performance.now())
    counts.deaths += 1
    process.kill(victim, 'SIGKILL')
  }
}

function inTurnOf<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('the list is empty')
  return one
}

interface Look {
  minute: number
  surface: string
  primary: { pss: number; descriptors: number }
  worker: { pss: number; descriptors: number }
}
const looks: Look[] = []

/** Memory and descriptors of each primary, and of its largest worker. */
async function look(): Promise<void> {
  while (!isOver()) {
    await setTimeout(LOOK_EVERY)
    for (const [surface, { pid }] of servers) {
      const workers = childrenOf(pid).flatMap((child) => {
        try {
          return [memory(child)]
        } catch {
          // It has just ended.
          return []
        }
      })
      const most = (figure: 'pss' | 'descriptors') => Math.max(0, ...workers.map((one) => one[figure]))
      const worker = { pss: most('pss'), descriptors: most('descriptors') }
      looks.push({ minute: (performance.now() - since) / 60_000, surface, primary: memory(pid), worker })
    }
    const { answered, wrong, explained, unexplained, deaths: died, reloads, swaps } = counts
    console.log(
      `${((performance.now() - since) / 60_000).toFixed(1)} min: ${String(answered)} answered, ${String(wrong)} wrong, ${String(explained)} lost at deaths, ${String(unexplained)} lost otherwise, ${String(died)} deaths, ${String(reloads)} reloads, ${String(swaps)} swaps`,
    )
  }
}

const native = servers.get('native')
if (native === undefined) throw new Error('the native surface is not asked')
const lanes = Number(values.connections)
await Promise.all([
  ...[...servers].flatMap(([surface, server]) =>
    Array.from({ length: lanes }, (_, lane) => load(surface, server, lane, lanes)),
  ),
  reload(native),
  kill(),
  look(),
])
await Promise.all([...servers.values()].map((server) => server.close()))

const figures: Figure[] = []
const rows = surfaces.flatMap((surface) =>
  (['primary', 'worker'] as const).map((role) => {
    const own = looks.filter(
      (one) => one.surface === surface && one.minute * 60_000 >= Math.min(WARM, (until - since) / 4),
    )
    const quarter = Math.max(1, Math.floor(own.length / 4))
    const mean = (some: Look[], figure: 'pss' | 'descriptors') =>
      some.reduce((sum, one) => sum + one[role][figure], 0) / some.length
    const [first, last] = [own.slice(0, quarter), own.slice(-quarter)]
    for (const [figure, unit] of [
      ['pss', 'MB'],
      ['descriptors', ''],
    ] as const) {
      const samples = own.map((one) => one[role][figure])
      figures.push({ name: `${surface} ${role}, ${figure}`, unit, better: 'lower', samples })
    }
    const most = Math.max(...own.map((one) => one[role].pss))
    const pss = [mean(first, 'pss'), mean(last, 'pss'), most].map(shown)
    return [surface, role, ...pss, shown(mean(first, 'descriptors')), shown(mean(last, 'descriptors'))]
  }),
)
printTable(
  [
    'surface',
    'process',
    'MB, first quarter',
    'last quarter',
    'most',
    'descriptors, first quarter',
    'last quarter',
  ],
  rows,
)
console.log(JSON.stringify(counts))
finish('soak', begun, figures, values.json)
if (counts.wrong + counts.unexplained > 0) process.exitCode = 1
