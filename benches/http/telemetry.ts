/**
 * What does `--otel` cost?
 *
 *   npm run bench:telemetry -- [--seconds 4] [--rounds 5] [--warm 4] [--json FILE]
 *
 * Two servers on one core, one with the flag and one without, are asked in turn from the other core; a receiver on this machine takes what
 * the first sends. `CPU` is what the server computes for one answer, its sending included. The rate is that of a closed loop. Every request
 * is a span: `OTEL_TRACES_SAMPLER` of the environment holds here too.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { flagsOf } from '../flags.js'
import { circumstances, Figures, finish, median, printTable, shown, spread } from '../results.js'
import { ADDRESSES } from './addresses.js'
import { askClosed, SERVER_CORE } from './client-process.js'
import { post } from './requests.js'
import { cpuTime, memory, startServer } from './server.js'

const values = flagsOf({ seconds: '4', rounds: '5', warm: '4', json: undefined })
const REQUESTS = ADDRESSES.map((address) => post('/v1/parse', { address }))

const begun = circumstances()
let sent = 0
const receiver = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => (sent += chunk.length))
  request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const endpoint = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`

const flags = ['--cpus', '1']
const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
const servers = {
  'without --otel': await startServer({ core: SERVER_CORE, flags }),
  'with --otel': await startServer({ core: SERVER_CORE, flags: [...flags, '--otel'], environment }),
}
const figures = new Figures()
const ask = (url: string, seconds: number) => askClosed({ url, requests: REQUESTS, seconds })
for (const { url } of Object.values(servers)) await ask(url, Number(values.warm))
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [name, { url, pid }] of Object.entries(servers)) {
    const before = cpuTime(pid)
    const { answered, rate } = await ask(url, Number(values.seconds))
    figures.sample(`${name} CPU`, 'ms', 'lower', (cpuTime(pid) - before) / answered)
    figures.sample(`${name} rate`, '1/s', 'higher', rate)
  }
}
for (const [name, { pid }] of Object.entries(servers))
  figures.sample(`${name} memory`, 'MB', 'lower', memory(pid).rss)
await Promise.all(Object.values(servers).map((server) => server.close()))
receiver.closeAllConnections()
receiver.close()

const of = (name: string) => figures.samples(name)
printTable(
  ['/v1/parse', 'CPU ms', '± %', 'rate 1/s', '± %', 'memory MB'],
  Object.keys(servers).map((name) => [
    name,
    ...['CPU', 'rate'].flatMap((what) => [
      shown(median(of(`${name} ${what}`))),
      shown(100 * spread(of(`${name} ${what}`))),
    ]),
    shown(median(of(`${name} memory`))),
  ]),
)
console.log(`\nmedians of ${values.rounds} rounds of ${values.seconds} s; ${shown(sent / 1e6)} MB received`)
finish('telemetry', begun, figures.all(), values.json)
