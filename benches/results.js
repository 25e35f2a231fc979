/**
 * Figures of benches: what they are, as a table for people and as JSON for `npm run bench:compare`.
 *
 * A figure is `{name, unit, better, samples}`: one sample a round, `better` being `lower` or `higher`. What is told of it is
 * the median; the spread of the rounds says how far it can be believed.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, totalmem } from 'node:os'

/** The value below which a share of sorted numbers lies. */
export function percentile(sorted, share) {
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]
}

/** The middle of numbers in no order. */
export function median(numbers) {
  if (numbers.length === 0) return NaN
  const sorted = Float64Array.from(numbers).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** How far rounds lie apart, as a share of their median: the median distance from it, scaled to a standard deviation. */
export function spread(samples) {
  const middle = median(samples)
  if (middle === 0) return 0
  return (1.4826 * median(samples.map((sample) => Math.abs(sample - middle)))) / Math.abs(middle)
}

/** Where and of what the figures were taken. The load average tells how alone the bench was. */
export function circumstances() {
  const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no') !== '',
    machine: {
      cpu: cpus()[0].model,
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      system: `${process.platform} ${release()} ${arch()}`,
      node: process.version,
      load_average: loadavg()[0],
    },
  }
}

/** Prints rows of cells as a Markdown table; the first column is text. */
export function printTable(headers, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  console.log(line(headers))
  console.log(line(headers.map((_, index) => (index === 0 ? '---' : '--:'))))
  rows.forEach((cells) => console.log(line(cells)))
}

/** Three significant digits at most, and no more than a reader needs. */
export function shown(value) {
  if (value === undefined || !Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

/** Ends a bench: one line about the circumstances, and the JSON when a file was named. */
export function finish(bench, begun, figures, file) {
  const { machine, commit, changed, date } = begun
  const loads = `load average ${machine.load_average.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after`
  console.log(`\n${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${loads}`)
  console.log(`commit ${commit}${changed ? ' with changes' : ''}, ${date}`)
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ bench, ...begun, figures }, null, 2)}\n`)
}
