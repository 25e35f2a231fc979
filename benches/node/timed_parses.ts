/**
 * One side of `npm run bench:peers`: reads one JSON string a line, parses them one after another on one thread, and prints one JSON
 * `{answers, cpu_us, p50_us, resident_mb, load_ms}`: what one parse computes, the median on the clock, memory of the whole process.
 */
import { createInterface } from 'node:readline'

import { createEngine, type Parse } from 'milepost'

import { percentile } from '../results.js'

/** Parses before any is timed. */
const WARM = 200

const texts: string[] = []
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  texts.push(JSON.parse(line) as string)
}

const begun = performance.now()
// Nothing but the parser, as the peers are nothing else.
const { parse } = createEngine({ gazetteer: false })
if (parse === undefined) throw new Error('no weights; run `npm run build` first')
const load_ms = performance.now() - begun
// Sets of a few rows are parsed as often, or V8 has compiled nothing yet.
for (let warm = 0; warm < WARM && texts.length > 0; warm += 1) parse(texts[warm % texts.length] ?? '')

const bodies: Parse[] = []
const times = new Float64Array(texts.length)
const before = process.cpuUsage()
texts.forEach((text, index) => {
  const since = performance.now()
  bodies.push(parse(text))
  times[index] = performance.now() - since
})
const { user, system } = process.cpuUsage(before)
const resident_mb = process.memoryUsage.rss() / 2 ** 20
console.log(
  JSON.stringify({
    answers: bodies,
    cpu_us: (user + system) / texts.length,
    p50_us: 1000 * percentile(times.sort(), 0.5),
    resident_mb,
    load_ms,
  }),
)
