/**
 * What got slower or larger beyond noise from one run of a bench to another?
 *
 *   npm run bench:compare OLD.json NEW.json
 *
 * A figure has changed when the medians differ by more than a tenth and by more than three times the larger spread of the rounds,
 * and no round of one run lies among those of the other. With fewer than three rounds half of it must be gone or added. What
 * else the machine did is the same for all rounds of a run and no spread tells it, so a busy machine is named.
 * Ends with 1 when one got worse.
 */
import { readFileSync } from 'node:fs'

import { type Figure, median, printTable, type Results, shown, spread } from './results.js'

/** A smaller difference does not count as a change on any machine. */
const LEAST = 0.1

/** A smaller difference does not count as a change if the rounds are too few to have a spread. */
const LEAST_OF_FEW = 0.5
const ENOUGH_ROUNDS = 3

const [before, after] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Results)
if (before === undefined || after === undefined) {
  console.error('usage: npm run bench:compare OLD.json NEW.json')
  process.exit(2)
}
if (before.bench !== after.bench) {
  console.error(`these are two benches: ${before.bench} and ${after.bench}`)
  process.exit(2)
}
if (before.machine.cpu !== after.machine.cpu || before.machine.cores !== after.machine.cores) {
  console.log('The machines differ; so do the figures.\n')
}

for (const { commit, machine } of [before, after]) {
  if (machine.load_average <= machine.cores / 2) continue
  const load = machine.load_average.toFixed(1)
  console.log(
    `The machine was busy before ${commit} was measured: load average ${load} on ${String(machine.cores)} cores.`,
  )
}

const old = new Map(before.figures.map((figure) => [figure.name, figure]))
const rows = after.figures.flatMap((figure) => {
  const earlier = old.get(figure.name)
  return earlier === undefined ? [] : [judge(earlier, figure)]
})

/** A figure of both runs. */
interface Row {
  name: string
  unit: string
  was: number
  is: number
  /** As a share of what it was. */
  change: number
  /** What the change must exceed to be one. */
  noise: number
  worse: boolean
  improved: boolean
}

function judge(earlier: Figure, { name, unit, better, samples }: Figure): Row {
  const [was, is] = [median(earlier.samples), median(samples)]
  const change = was === 0 ? 0 : (is - was) / was
  const least = Math.min(earlier.samples.length, samples.length) < ENOUGH_ROUNDS ? LEAST_OF_FEW : LEAST
  const noise = Math.max(least, 3 * Math.max(spread(earlier.samples), spread(samples)))
  const apart =
    Math.min(...samples) > Math.max(...earlier.samples) || Math.max(...samples) < Math.min(...earlier.samples)
  const worse = apart && (better === 'lower' ? change > noise : change < -noise)
  const improved = apart && (better === 'lower' ? change < -noise : change > noise)
  return { name, unit, was, is, change, noise, worse, improved }
}

const percent = (share: number) => `${share > 0 ? '+' : ''}${(100 * share).toFixed(0)} %`
const worse = rows.filter((row) => row.worse)
const improved = rows.filter((row) => row.improved)
const changed = [...worse, ...improved]
console.log(`${before.bench}: ${before.commit} of ${before.date} to ${after.commit} of ${after.date}\n`)
if (changed.length > 0) {
  printTable(
    ['figure', 'unit', 'was', 'is', 'change', 'noise', ''],
    changed.map((row) => [
      row.name,
      row.unit,
      shown(row.was),
      shown(row.is),
      percent(row.change),
      `±${(100 * row.noise).toFixed(0)} %`,
      row.worse ? 'worse' : 'better',
    ]),
  )
  console.log()
}
const alone = (from: Figure[], than: Figure[]) =>
  String(from.filter(({ name }) => !than.some((figure) => figure.name === name)).length)
console.log(
  `${String(worse.length)} worse, ${String(improved.length)} better, ` +
    `${String(rows.length - changed.length)} the same within noise; ` +
    `${alone(before.figures, after.figures)} only before, ${alone(after.figures, before.figures)} only now`,
)
process.exitCode = worse.length > 0 ? 1 : 0
