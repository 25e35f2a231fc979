/**
 * How long from launch to the first answer?
 *
 *   npm run bench:start -- [--rounds 7] [--surface native|typeahead] [--installed FOLDER] [--json FILE]
 *
 * Warm: the files were read a moment ago. Cold: the program, its packages, weights and data were dropped from the kernel's cache
 * before (`evict.py`; needs no special right, and Node itself stays warm). With FOLDER, where the packages of `scripts/release/pack.ts` are
 * installed, it is `npx milepost serve` there that is launched, npx included.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { flagsOf } from '../flags.js'
import { circumstances, Figures, finish, median, printTable, shown, spread } from '../results.js'
import { createClient, post, type Request } from './requests.js'
import { cpuTime, descendantsOf, startServer } from './server.js'

const values = flagsOf({ rounds: '7', surface: 'native', installed: undefined, json: undefined })
const { surface, installed } = values
const root = join(import.meta.dirname, '../..')
const FILES =
  installed === undefined
    ? ['ts/dist', 'npm', 'node_modules'].map((folder) => join(root, folder))
    : [join(installed, 'node_modules')]
const FIRST: Record<string, Request> = {
  native: post('/v1/geocode', { address: '350 5th Ave, New York, NY 10118' }),
  typeahead: { path: '/api?q=new%20yo' },
}

const first = FIRST[surface]
if (first === undefined) throw new Error(`--surface is ${Object.keys(FIRST).join(' or ')}, not ${surface}`)
const begun = circumstances()
const figures = new Figures()
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const cache of ['cold', 'warm']) {
    if (cache === 'cold') execFileSync('python3', [join(import.meta.dirname, 'evict.py'), ...FILES])
    await launch(cache, first)
  }
}

async function launch(cache: string, first: Request): Promise<void> {
  const launched = performance.now()
  const server = await startServer({ surface, installed })
  const listens = performance.now() - launched
  const client = createClient(server.url)
  await client.send(first)
  sample(`${surface} ${cache}, listens`, listens)
  sample(`${surface} ${cache}, first answer`, performance.now() - launched)
  sample(
    `${surface} ${cache}, CPU until then`,
    [server.pid, ...descendantsOf(server.pid)].reduce((sum, pid) => sum + cpuTime(pid), 0),
  )
  client.close()
  await server.close()
}

function sample(name: string, value: number): void {
  figures.sample(name, 'ms', 'lower', value)
}

printTable(
  ['from launch', 'median ms', 'least', 'most', '± %'],
  figures
    .all()
    .map(({ name, samples }) => [
      name,
      shown(median(samples)),
      shown(Math.min(...samples)),
      shown(Math.max(...samples)),
      shown(100 * spread(samples)),
    ]),
)
finish(`start ${surface}`, begun, figures.all(), values.json)
