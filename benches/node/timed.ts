/**
 * Milepost's side of `npm run bench:peers` and `bench:growth`: reads one JSON string a line, parses or geocodes them one after another on one
 * thread, and prints one JSON `{answers, p50_us, p95_us, cpu_us, reads, read_kb, resident_mb, load_ms}`. The answer to a geocode is
 * `[lat, lon]` or null. `reads` are calls of the system that read a file, and `read_kb` what they brought, from its cache or not.
 *
 *   npx tsx scripts/as-javascript.ts benches/node/timed.ts parse|geocode
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { createEngine } from 'milepost'

import { percentile } from '../results.js'

const isParse = process.argv[2] === 'parse'
const texts: string[] = []
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  texts.push(JSON.parse(line) as string)
}

/** What this process has read so far: calls, and bytes. */
function readSoFar() {
  const io = readFileSync('/proc/self/io', 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1])
  return { calls: of('syscr'), bytes: of('rchar') }
}

const begun = performance.now()
// To parse nothing but the parser, as the peers are nothing else.
const { parse, geocode } = createEngine({ gazetteer: !isParse })
const ask = isParse ? parse : geocode
if (ask === undefined) throw new Error('no weights or no gazetteer; run `npm run build` first')
const load_ms = performance.now() - begun
// Sets of a few rows are parsed as often, or V8 has compiled nothing yet.
const warm = isParse
  ? Array.from({ length: 200 }, (_, at) => texts[at % texts.length] ?? '')
  : texts.slice(0, 50)
for (const text of texts.length > 0 ? warm : []) ask(text)

const answers: ReturnType<typeof ask>[] = []
const times = new Float64Array(texts.length)
const readBefore = readSoFar()
const before = process.cpuUsage()
texts.forEach((text, index) => {
  const since = performance.now()
  answers.push(ask(text))
  times[index] = performance.now() - since
})
const { user, system } = process.cpuUsage(before)
const read = readSoFar()
const resident_mb = process.memoryUsage.rss() / 2 ** 20
times.sort()
console.log(
  JSON.stringify({
    answers: answers.map((answer) =>
      !('lat' in answer) ? answer : answer.lat === null ? null : [answer.lat, answer.lon],
    ),
    p50_us: 1000 * percentile(times, 0.5),
    p95_us: 1000 * percentile(times, 0.95),
    cpu_us: (user + system) / texts.length,
    reads: (read.calls - readBefore.calls) / texts.length,
    read_kb: (read.bytes - readBefore.bytes) / 1024 / texts.length,
    resident_mb,
    load_ms,
  }),
)
