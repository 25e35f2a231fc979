/**
 * One side of `npm run bench:peers`: reads one JSON string a line, geocodes them one after another on one thread, and prints one
 * JSON `{answers, p50_us, p95_us, cpu_us, reads, read_kb, resident_mb}` with `[lat, lon]` or null a text; `reads` are calls of the system that
 * read a file, and `read_kb` what they brought, from its cache or not.
 *
 *   SERVICE_DATA_ROOT=ROOT npx tsx scripts/plain.ts benches/node/timed_geocodes.ts
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { createEngine, type GeocodeResult } from 'milepost'

import { percentile } from '../results.js'

/** Geocodes before any is timed. */
const WARM = 50

const texts: string[] = []
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  texts.push(JSON.parse(line) as string)
}

const { geocode } = createEngine()
if (geocode === undefined) throw new Error('no gazetteer; run `npm run build` first')
for (const text of texts.slice(0, WARM)) geocode(text)

/** What this process has read so far: calls, and bytes. */
function readSoFar() {
  const io = readFileSync('/proc/self/io', 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1])
  return { calls: of('syscr'), bytes: of('rchar') }
}

const bodies: GeocodeResult[] = []
const times = new Float64Array(texts.length)
const readBefore = readSoFar()
const before = process.cpuUsage()
texts.forEach((text, index) => {
  const since = performance.now()
  bodies.push(geocode(text))
  times[index] = performance.now() - since
})
const { user, system } = process.cpuUsage(before)
const read = readSoFar()
const resident_mb = process.memoryUsage.rss() / 2 ** 20
times.sort()
console.log(
  JSON.stringify({
    answers: bodies.map(({ lat, lon }) => (lat === null ? null : [lat, lon])),
    p50_us: 1000 * percentile(times, 0.5),
    p95_us: 1000 * percentile(times, 0.95),
    cpu_us: (user + system) / texts.length,
    reads: (read.calls - readBefore.calls) / texts.length,
    read_kb: (read.bytes - readBefore.bytes) / 1024 / texts.length,
    resident_mb,
  }),
)
