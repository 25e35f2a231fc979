/**
 * What do the processes of a server keep, and does it grow?
 *
 *   npm run bench:memory -- [--requests 100000] [--surface native|typeahead] [--json FILE]
 *
 * Resident memory counts pages that several processes share in each of them; the proportional share (PSS) counts them once. A
 * worker is warm after 2,000 requests; those after it are what growth is measured over.
 */
import { parseArgs } from 'node:util'

import { circumstances, finish, printTable, shown } from '../results.js'
import { ADDRESSES, PREFIXES } from './addresses.js'
import { createClient, post } from './requests.js'
import { childrenOf, memory, startServer } from './server.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    surface: { type: 'string', default: 'native' },
    json: { type: 'string' },
  },
})
const { surface } = values
const REQUESTS = {
  native: ADDRESSES.flatMap((address) => [post('/v1/parse', { address }), post('/v1/geocode', { address })]),
  typeahead: PREFIXES.map((text) => ({ path: `/api?limit=5&q=${encodeURIComponent(text)}` })),
}
const WARM = 2_000
/** Requests on their way at a time. */
const AT_A_TIME = 32

const begun = circumstances()
const figures = []
const rows = []

/** Sends so many requests. */
async function ask(url, count) {
  const client = createClient(url, AT_A_TIME)
  const requests = REQUESTS[surface]
  let next = 0
  const line = async () => {
    while (next < count) await client.send(requests[next++ % requests.length])
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, line))
  client.close()
}

function record(name, pid) {
  const { rss, pss, descriptors } = memory(pid)
  rows.push([name, shown(rss), shown(pss), String(descriptors)])
  figures.push(
    { name: `${surface} ${name}, resident`, unit: 'MB', better: 'lower', samples: [rss] },
    { name: `${surface} ${name}, share`, unit: 'MB', better: 'lower', samples: [pss] },
    { name: `${surface} ${name}, descriptors`, unit: '', better: 'lower', samples: [descriptors] },
  )
}

const single = await startServer({ surface })
record('one process, started', single.pid)
await ask(single.url, WARM)
record('one process, warm', single.pid)
await ask(single.url, Number(values.requests))
record(`one process, after ${Number(values.requests).toLocaleString('en-US')} more`, single.pid)
await single.close()

for (const cpus of [2, 4]) {
  const several = await startServer({ surface, flags: ['--cpus', String(cpus)] })
  await ask(several.url, WARM * cpus)
  record(`--cpus ${cpus}, primary`, several.pid)
  childrenOf(several.pid).forEach((pid, index) => record(`--cpus ${cpus}, worker ${index + 1}`, pid))
  await several.close()
}

printTable(['process', 'resident MB', 'proportional MB', 'descriptors'], rows)
finish(`memory ${surface}`, begun, figures, values.json)
