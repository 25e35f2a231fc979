/**
 * Figures of benches: what they are, as a table for people and as JSON for `npm run bench:compare`.
 *
 * A figure is reported as the median of its samples; the spread of the rounds says how far it can be believed.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, release, totalmem } from 'node:os'

/** A figure with one sample a round. */
export interface Figure {
  name: string
  unit: string
  better: 'lower' | 'higher'
  samples: number[]
}

/** Where and of what figures were taken. */
export interface Circumstances {
  /** ISO 8601. */
  date: string
  commit: string
  /** Whether tracked files differed from the commit. */
  changed: boolean
  machine: {
    cpu: string
    cores: number
    memory_gb: number
    system: string
    node: string
    load_average: number
  }
}

/** What a bench writes with `--json`. */
export interface Results extends Circumstances {
  bench: string
  figures: Figure[]
}

/** Figures of one bench by name, in the order in which their first samples came. */
export class Figures {
  readonly #figures = new Map<string, Figure>()

  /** Adds the sample of a round. */
  sample(name: string, unit: string, better: Figure['better'], value: number): void {
    const figure = this.#figures.get(name) ?? { name, unit, better, samples: [] }
    figure.samples.push(value)
    this.#figures.set(name, figure)
  }

  /** The samples of a figure; none where it was not taken. */
  samples(name: string): number[] {
    return this.#figures.get(name)?.samples ?? []
  }

  all(): Figure[] {
    return [...this.#figures.values()]
  }
}

/** The value below which a share of sorted numbers lies. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? NaN
}

/** The middle of numbers in no order. */
export function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  const [below = NaN, above = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (below + above) / 2
}

/** How far rounds lie apart, as a share of their median: the median distance from it, scaled to a standard deviation. */
export function spread(samples: readonly number[]): number {
  const middle = median(samples)
  if (middle === 0) return 0
  return (1.4826 * median(samples.map((sample) => Math.abs(sample - middle)))) / Math.abs(middle)
}

/** Where and of what the figures were taken. The load average tells how alone the bench was. */
export function circumstances(): Circumstances {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no') !== '',
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 2 ** 30),
      system: `${process.platform} ${release()} ${arch()}`,
      node: process.version,
      load_average: loadAverage(),
    },
  }
}

/** Processes that wanted to compute, on average over the last minute. */
function loadAverage(): number {
  return loadavg()[0] ?? NaN
}

/** Rows of cells as a Markdown table; the first column is text. */
export function tableOf(headers: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = headers.map((_, index) => (index === 0 ? '---' : '--:'))
  return [line(headers), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}

/** Prints the table. */
export function printTable(headers: string[], rows: string[][]): void {
  console.log(tableOf(headers, rows))
}

/** Three significant digits at most, and no more than a reader needs. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

/** Ends a bench: one line about the circumstances, and the JSON when a file was named. */
export function finish(bench: string, begun: Circumstances, figures: Figure[], file?: string): void {
  const { machine, commit, changed, date } = begun
  const loads = `load average ${machine.load_average.toFixed(1)} before, ${loadAverage().toFixed(1)} after`
  console.log(`\n${machine.cpu}, ${String(machine.cores)} cores, Node ${machine.node}, ${loads}`)
  console.log(`commit ${commit}${changed ? ' with changes' : ''}, ${date}`)
  if (file !== undefined) writeFileSync(file, written({ bench, ...begun, figures }))
}

/** Results as JSON with a figure a line, so that a difference between two runs reads line by line. */
function written({ figures, ...about }: Results): string {
  const head = JSON.stringify(about, null, 2).replace(/\n}$/, '')
  return `${head},\n  "figures": [\n${figures.map((figure) => `    ${JSON.stringify(figure)}`).join(',\n')}\n  ]\n}\n`
}
