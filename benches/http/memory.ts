/**
 * What do the processes of a server keep, and does it grow?
 *
 *   npm run bench:memory -- [--requests 100000] [--different] [--surface native|typeahead] [--json FILE]
 *
 * Resident memory counts pages that several processes share in each of them; the proportional share (PSS) counts them once. A
 * worker is warm after 2,000 requests; those after it are what growth is measured over. With `--different` no request comes twice.
 */
import { setTimeout } from 'node:timers/promises'

import { flagsOf } from '../flags.js'
import { circumstances, type Figure, finish, printTable, shown } from '../results.js'
import { ADDRESSES, PREFIXES } from './addresses.js'
import { createClient, inTurn, post, type Request } from './requests.js'
import { childrenOf, memory, startServer } from './server.js'

const values = flagsOf({ requests: '100000', surface: 'native', different: false, json: undefined })
const { surface } = values
const REQUESTS: Record<string, Request[]> = {
  native: ADDRESSES.flatMap((address) => [post('/v1/parse', { address }), post('/v1/geocode', { address })]),
  typeahead: PREFIXES.map((text) => ({ path: `/api?limit=5&q=${encodeURIComponent(text)}` })),
}
const WARM = 2_000
/** Requests on their way at a time. */
const AT_A_TIME = 32

const requests = REQUESTS[surface]
if (requests === undefined)
  throw new Error(`--surface is ${Object.keys(REQUESTS).join(' or ')}, not ${surface}`)
const begun = circumstances()
const figures: Figure[] = []
const rows: string[][] = []

/** The requests in turn; with `--different` each has a number of its own in front of the text. */
function requestOf(requests: readonly Request[], index: number): Request {
  const request = inTurn(requests, index)
  if (!values.different) return request
  const [path, number] = [request.path.replace('q=', `q=${String(index)}%20`), String(index)]
  return { ...request, path, ...(request.body && { body: request.body.replace(':"', `:"${number} `) }) }
}

/** Sends so many requests. */
async function ask(url: string, requests: Request[], count: number): Promise<void> {
  const client = createClient(url, AT_A_TIME)
  let next = 0
  const line = async () => {
    while (next < count) await client.send(requestOf(requests, next++))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, line))
  client.close()
}

/** Milliseconds that a server has to close the connections its client closed. */
const PATIENCE = 2_000

/** Waits until no descriptor is closed any more. */
async function settled(pid: number): Promise<void> {
  for (let waited = 0; waited < PATIENCE; waited += 100) {
    const before = memory(pid).descriptors
    await setTimeout(100)
    if (memory(pid).descriptors >= before) return
  }
}

async function record(name: string, pid: number): Promise<void> {
  await settled(pid)
  const { rss, pss, descriptors } = memory(pid)
  rows.push([name, shown(rss), shown(pss), String(descriptors)])
  figures.push(
    { name: `${surface} ${name}, resident`, unit: 'MB', better: 'lower', samples: [rss] },
    { name: `${surface} ${name}, share`, unit: 'MB', better: 'lower', samples: [pss] },
    { name: `${surface} ${name}, descriptors`, unit: '', better: 'lower', samples: [descriptors] },
  )
}

const single = await startServer({ surface })
await record('one process, started', single.pid)
await ask(single.url, requests, WARM)
await record('one process, warm', single.pid)
await ask(single.url, requests, Number(values.requests))
await record(`one process, after ${Number(values.requests).toLocaleString('en-US')} more`, single.pid)
await single.close()

for (const cpus of [2, 4]) {
  const several = await startServer({ surface, flags: ['--cpus', String(cpus)] })
  await ask(several.url, requests, WARM * cpus)
  await record(`--cpus ${String(cpus)}, primary`, several.pid)
  for (const [index, pid] of childrenOf(several.pid).entries())
    await record(`--cpus ${String(cpus)}, worker ${String(index + 1)}`, pid)
  await several.close()
}

printTable(['process', 'resident MB', 'proportional MB', 'descriptors'], rows)
finish(`memory ${surface}`, begun, figures, values.json)
