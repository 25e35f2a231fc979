/**
 * How many geocodes does one core answer with everything attached: weights, gazetteer, administrative database, address points of ten
 * states and of French cities, address ranges?
 *
 *     python3 tasks/quality/geocode.py --data DATA --keep FOLDER
 *     npx tsx scripts/plain.ts benches/node/how_many_geocodes_with_everything.ts FOLDER [ADDRESSES]
 *
 * The first command leaves its databases and rows in FOLDER. Addresses are rows of it in a fixed order that mixes states and
 * countries; each is asked once for warming up and once for the figure. Beside the time on the clock stands the processor time,
 * which other work on the machine does not lengthen.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { createEngine } from '../core.js'

const folder = resolve(process.argv[2] ?? '')
const wanted = Number(process.argv[3] ?? 5_000)
const starter = join(
  dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json')),
  'db',
)

/** Addresses of a table, as many as wanted, spread over all of it. */
function addresses(name: string, count: number): string[] {
  const [, ...rows] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
  const every = Math.max(1, Math.floor(rows.length / count))
  return rows
    .filter((_, index) => index % every === 0)
    .slice(0, count)
    .map((row) => {
      const [number = '', street = '', locality = '', region = '', postcode = ''] = row.split('\t')
      const town = region === '' ? `${postcode} ${locality}` : `${locality}, ${region} ${postcode}`
      return `${number} ${street}, ${town}`
    })
}

const root = mkdtempSync(join(tmpdir(), 'milepost-everything-'))
try {
  symlinkSync(starter, join(root, 'db'))
  symlinkSync(join(folder, 'points/address-points'), join(root, 'address-points'))
  mkdirSync(join(root, 'interpolation'))
  const ranges = 'interpolation-us-md.db'
  symlinkSync(join(folder, 'ranges/interpolation', ranges), join(root, 'interpolation', ranges))

  const { parse, geocode } = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
  if (geocode === undefined || parse === undefined) throw new Error('run `npm run build` first')
  const american = addresses('us.tsv', wanted / 2)
  const french = addresses('fr.tsv', wanted / 2)
  const texts = american.flatMap((text, index) => [text, french[index] ?? text])

  const tiers = new Map<string, number>()
  for (const text of texts) {
    const { tier } = geocode(text, 'auto')
    tiers.set(tier, (tiers.get(tier) ?? 0) + 1)
  }
  const measure = (ask: (text: string) => void) => {
    const cpu = process.cpuUsage()
    const begin = performance.now()
    for (const text of texts) ask(text)
    const clock = (performance.now() - begin) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return { clock: texts.length / clock, core: (texts.length * 1e6) / (user + system) }
  }
  const parses = measure((text) => parse(text, 'auto', false))
  const geocodes = measure((text) => geocode(text, 'auto'))
  const line = (name: string, { clock, core }: { clock: number; core: number }) => {
    console.log(
      `${name.padEnd(10)}${core.toFixed(0).padStart(8)}/s of processor time${clock.toFixed(0).padStart(9)}/s on the clock`,
    )
  }
  const counts = [...tiers].map(([tier, count]) => `${tier} ${String(count)}`)
  console.log(`${String(texts.length)} addresses: ${counts.join(', ')}`)
  line('parse', parses)
  line('geocode', geocodes)
  console.log(`resident  ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`)
} finally {
  rmSync(root, { recursive: true, force: true })
}
