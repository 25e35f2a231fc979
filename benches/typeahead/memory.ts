/**
 * What does the index of names add to the memory of a server?
 *
 *   npx tsx benches/typeahead/memory.ts
 *
 * Two servers over the starter data, one with the index beside the candidate database and one without, asked every beginning of two
 * hundred towns. The index is mapped: `of the file` are the pages of it that were touched, which all processes share and the system
 * may take back.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { createClient } from '../http/requests.js'
import { memory, startServer } from '../http/server.js'
import { circumstances, finish, printTable, shown } from '../results.js'

const WOF = join(
  dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json')),
  'db/wof',
)
const INDEX = 'candidate.prefix'
const TOWNS = 200

const begun = circumstances()
const root = mkdtempSync(join(tmpdir(), 'milepost-index-memory-'))
const rows: string[][] = []
/** Resident megabytes without the index and with it. */
const resident: [without: number, with_: number] = [0, 0]
try {
  for (const [at, files] of [['candidate.db'], ['candidate.db', INDEX]].entries()) {
    const folder = join(root, String(at), 'db/wof')
    mkdirSync(folder, { recursive: true })
    for (const file of files) {
      symlinkSync(join(WOF, file), join(folder, file))
    }
    const server = await startServer({
      surface: 'typeahead',
      environment: { SERVICE_DATA_ROOT: join(folder, '../..') },
    })
    const started = memory(server.pid)
    await ask(server.url)
    const asked = memory(server.pid)
    resident[at] = asked.rss
    rows.push([
      at === 0 ? 'without the index' : 'with the index',
      ...[started.rss, asked.rss, mapped(server.pid)].map(shown),
    ])
    await server.close()
  }
} finally {
  rmSync(root, { recursive: true })
}

printTable(['server', 'started, MB', 'asked, MB', 'of the file, MB'], rows)
const added = resident[1] - resident[0]
console.log(`\nadded: ${shown(added)} MB; the file has ${shown(statSync(join(WOF, INDEX)).size / 1e6)} MB`)
finish('index memory', begun, [{ name: 'index, added', unit: 'MB', better: 'lower', samples: [added] }])

/** Types towns letter by letter. */
async function ask(url: string): Promise<void> {
  const script = join(import.meta.dirname, 'typed.py')
  const drawn = execFileSync('python3', [script, 'places', join(WOF, 'candidate.db')], { encoding: 'utf8' })
  const all = JSON.parse(drawn) as { name: string }[]
  const towns = all.filter((_, index) => index % (all.length / TOWNS) === 0)
  const client = createClient(url, 4)
  for (const { name } of towns) {
    const letters = Array.from(name)
    for (let count = 1; count <= letters.length; count += 1) {
      await client.send({ path: `/api?q=${encodeURIComponent(letters.slice(0, count).join(''))}` })
    }
  }
  client.close()
}

/** Megabytes of the index that are in memory. */
function mapped(pid: number): number {
  const maps = readFileSync(`/proc/${String(pid)}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
  const kilobytes = maps
    .filter((map) => map.split('\n')[0]?.endsWith(INDEX) === true)
    .map((map) => Number(/^Rss: +(\d+)/m.exec(map)?.[1]))
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}
