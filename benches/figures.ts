/**
 * The figures that documents quote: each has a name, and comes from a file of `benches/results`, which a bench writes with `--json`. A document
 * quotes one as `<!-- figure: NAME -->…<!-- /figure -->`; `ts/test/docs/figures.test.ts` compares, and `npm run bench:report` writes
 * them. Whole tables: `tables.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { median, type Results, shown } from './results.js'
import { tableOf } from './tables.js'

const FOLDER = join(import.meta.dirname, 'results')

/** What is read of a file of results. */
export interface Recorded extends Pick<Results, 'bench' | 'date' | 'figures'> {
  /** What ran the bench is Node.js or Python. */
  machine: Pick<Results['machine'], 'cpu' | 'cores'> & { node?: string; python?: string }
  /** How the figures got here, where not by `--json`. */
  recorded?: string
}

/** A figure that documents quote: which one of which bench, and how it is written. */
export interface Quoted {
  bench: string
  figure: string
  written: (value: number) => string
}

const aSecond = (value: number) => `${shown(Math.round(value))} a second`
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
const pages = (value: number) => `${shown(value)} pages`
const microseconds = (value: number) => `${shown(Math.round(value))} µs`
const milliseconds = (value: number) => `${shown(value)} ms`
const megabytes = (value: number) => `${shown(value)} MB`
const wholeMegabytes = (value: number) => `${String(Math.round(value))} MB`
const percent = (value: number) => `${value.toFixed(1)} %`
const rowsOf = (value: number) => `${shown(value)} rows`
const processorSeconds = (value: number) => `${shown(Math.round(value))} s`

/** Minutes of one core that the 26.06 million houses of France take at so many seconds a million. */
const minutesOfFrance = (perMillion: number) => `${shown(Math.ceil((perMillion * 26.06) / 60))} minutes`
const bytes = (value: number) => `${shown(Math.round(value))} bytes`
const wholeSeconds = (value: number) => `${value.toFixed(2)} s`
const times = (value: number) => `${value.toFixed(2)} times`

/** Core hours that a billion rows take at so many rows a second of a core. */
const BILLION_HOURS = 1e9 / 3600
const coreHours = (perSecond: number) => `${shown(Math.ceil(BILLION_HOURS / perSecond))} core hours`
const minutesOn96 = (perSecond: number) =>
  `${shown(Math.ceil((BILLION_HOURS / perSecond / 96) * 60))} minutes`
const atFiveCents = (perSecond: number) => `${((BILLION_HOURS / perSecond) * 0.05).toFixed(2)} at 0.05`

/** The median time of a parse over libpostal's, on rows of the sets of `npm run bench:peers`. */
const toLibpostal = (rows: string): Quoted => ({
  bench: 'peers',
  figure: `senzing/${rows} ratio to libpostal p50_us`,
  written: times,
})

/** The time of a POST over that of a server that does nothing, in one run of `npm run bench:http`. */
const overNothing = (what: string, surface = 'native'): Quoted => ({
  bench: 'http',
  figure: `${surface} POST /v1/${what} over nothing`,
  written: times,
})

/** The native server that polls for requests. */
const POLLED = 'native --busy-poll 50'

/** By name. */
export const QUOTED: Readonly<Record<string, Quoted>> = {
  'first-answer-warm': { bench: 'start native', figure: 'native warm, first answer', written: seconds },
  'listens-warm': { bench: 'start native', figure: 'native warm, listens', written: seconds },
  'first-answer-cold': { bench: 'start native', figure: 'native cold, first answer', written: seconds },
  'parse-rate': { bench: 'http', figure: 'native POST /v1/parse rate', written: aSecond },
  'parse-cpu': { bench: 'http', figure: 'native POST /v1/parse CPU', written: milliseconds },
  'geocode-rate': { bench: 'http', figure: 'native POST /v1/geocode rate', written: aSecond },
  'geocode-cpu': { bench: 'http', figure: 'native POST /v1/geocode CPU', written: milliseconds },
  'growth-small': { bench: 'growth', figure: '10000 points cpu_us', written: microseconds },
  'growth-million': { bench: 'growth', figure: '1000000 points cpu_us', written: microseconds },
  'growth-ten-million': { bench: 'growth', figure: '10000000 points cpu_us', written: microseconds },
  'growth-thirty-million': { bench: 'growth', figure: '30000000 points cpu_us', written: microseconds },
  'growth-reads-small': { bench: 'growth', figure: '10000 points reads', written: pages },
  'growth-reads-thirty-million': { bench: 'growth', figure: '30000000 points reads', written: pages },
  'worker-memory': {
    bench: 'memory native',
    figure: 'native --cpus 2, worker 1, resident',
    written: megabytes,
  },
  'worker-share': { bench: 'memory native', figure: 'native --cpus 2, worker 1, share', written: megabytes },
  'worker-share-of-four': {
    bench: 'memory native',
    figure: 'native --cpus 4, worker 1, share',
    written: megabytes,
  },
  'process-memory': {
    bench: 'memory native',
    figure: 'native one process, warm, resident',
    written: megabytes,
  },
  'primary-memory': {
    bench: 'memory native',
    figure: 'native --cpus 2, primary, resident',
    written: megabytes,
  },
  'library-parse': { bench: 'library', figure: 'US parse, p50', written: microseconds },
  'library-parse-rate': { bench: 'library', figure: 'US parse, rate', written: aSecond },
  'library-geocode': { bench: 'library', figure: 'US geocode, p50', written: microseconds },
  'library-geocode-rate': { bench: 'library', figure: 'US geocode, rate', written: aSecond },
  'library-foreign': {
    bench: 'library',
    figure: 'geocode of 30 countries in turn, p50',
    written: microseconds,
  },
  'library-foreign-rate': {
    bench: 'library',
    figure: 'geocode of 30 countries in turn, rate',
    written: aSecond,
  },
  'library-dearest': {
    bench: 'library',
    figure: 'geocode of the dearest country, p50',
    written: microseconds,
  },
  'format-rate': { bench: 'http', figure: 'native POST /v1/format rate', written: aSecond },
  'expand-rate': { bench: 'http', figure: 'parser GET /expand rate', written: aSecond },
  'expand-post-rate': { bench: 'http', figure: 'parser POST /expand rate', written: aSecond },
  'nothing-rate': { bench: 'http', figure: 'baseline POST rate', written: aSecond },
  'completion-low-p95': {
    bench: 'http',
    figure: 'typeahead GET /api, 3 to 5 letters low p95',
    written: milliseconds,
  },
  'completion-middle-p95': {
    bench: 'http',
    figure: 'typeahead GET /api, 3 to 5 letters middle p95',
    written: milliseconds,
  },
  'http-parse-low': overNothing('parse low p50'),
  'http-parse-middle': overNothing('parse middle p50'),
  'http-parse-low-p99': overNothing('parse low p99'),
  'http-parse-middle-p99': overNothing('parse middle p99'),
  'http-geocode-low': overNothing('geocode low p50'),
  'http-geocode-middle': overNothing('geocode middle p50'),
  'http-geocode-low-p99': overNothing('geocode low p99'),
  'http-geocode-middle-p99': overNothing('geocode middle p99'),
  'polled-parse-low': overNothing('parse low p50', POLLED),
  'polled-parse-middle': overNothing('parse middle p50', POLLED),
  'polled-parse-low-p99': overNothing('parse low p99', POLLED),
  'polled-parse-middle-p99': overNothing('parse middle p99', POLLED),
  'polled-geocode-low': overNothing('geocode low p50', POLLED),
  'polled-geocode-middle': overNothing('geocode middle p50', POLLED),
  'polled-geocode-low-p99': overNothing('geocode low p99', POLLED),
  'polled-geocode-middle-p99': overNothing('geocode middle p99', POLLED),
  'ratio-us': toLibpostal('us'),
  'ratio-fr': toLibpostal('fr'),
  'ratio-de': toLibpostal('de'),
  'ratio-all': toLibpostal('all'),
  'ratio-short': toLibpostal('short'),
  'ratio-long': toLibpostal('long'),
  'geocode-right': { bench: 'geocode exam', figure: 'right', written: percent },
  'geocode-told': { bench: 'geocode exam', figure: 'told', written: percent },
  'geocode-silent': { bench: 'geocode exam', figure: 'silent', written: percent },
  'geocode-none': { bench: 'geocode exam', figure: 'none', written: percent },
  'parse-p50': { bench: 'peers', figure: 'senzing/us milepost p50_us', written: microseconds },
  'memory-started': {
    bench: 'memory native',
    figure: 'native one process, started, resident',
    written: wholeMegabytes,
  },
  install: { bench: 'install', figure: 'together', written: wholeMegabytes },
  'install-data': { bench: 'install', figure: '@milepost/starter-data', written: wholeMegabytes },
  'install-addon': { bench: 'install', figure: '@milepost/linux-x64-gnu', written: wholeMegabytes },
  'completion-rate': { bench: 'http', figure: 'typeahead GET /api, 3 to 5 letters rate', written: aSecond },
  'keystroke-p95': {
    bench: 'keystrokes 424,799 points',
    figure: 'all core p95',
    written: milliseconds,
  },
  'keystroke-p95-grown': {
    bench: 'keystrokes 4,247,990 points',
    figure: 'all core p95',
    written: milliseconds,
  },
  'python-start': { bench: 'python', figure: 'import to first parse', written: wholeSeconds },
  'python-parse': { bench: 'python', figure: 'parse p50', written: milliseconds },
  'python-pandas-million': {
    bench: 'python',
    figure: 'pandas, a million addresses parsed',
    written: wholeSeconds,
  },
  'python-pandas-processors': {
    bench: 'python',
    figure: 'pandas, a million addresses parsed, processors',
    written: wholeSeconds,
  },
  'python-memory': { bench: 'python memory', figure: 'parser and starter data', written: megabytes },
  'python-memory-batch': {
    bench: 'python memory',
    figure: 'an Arrow batch geocoded',
    written: megabytes,
  },
  'python-memory-pyarrow': { bench: 'python memory', figure: 'pyarrow alone', written: megabytes },
  'python-memory-beside-pandas': {
    bench: 'python memory',
    figure: 'an Arrow batch geocoded, with pandas',
    written: megabytes,
  },
  'python-memory-pandas': {
    bench: 'python memory',
    figure: 'pyarrow and pandas alone',
    written: megabytes,
  },
  'python-geocode-rate': { bench: 'python', figure: 'geocode_arrow, rows a second', written: rowsOf },
  'python-beside-bulk': { bench: 'python', figure: 'geocode_arrow beside milepost bulk', written: times },
  'data-country-million': {
    bench: 'data',
    figure: 'BAN, processor seconds a million rows',
    written: processorSeconds,
  },
  'data-country-france': {
    bench: 'data',
    figure: 'BAN, processor seconds a million rows',
    written: minutesOfFrance,
  },
  'data-country-memory': { bench: 'data', figure: 'BAN, memory', written: megabytes },
  'data-country-house': { bench: 'data', figure: 'BAN, bytes a house', written: bytes },
  'bulk-parse-one': { bench: 'bulk', figure: 'parse, 1 thread, rate', written: rowsOf },
  'bulk-parse-two': { bench: 'bulk', figure: 'parse, 2 threads, rate', written: rowsOf },
  'bulk-geocode-one': { bench: 'bulk', figure: 'geocode, 1 thread, rate', written: rowsOf },
  'bulk-geocode-two': { bench: 'bulk', figure: 'geocode, 2 threads, rate', written: rowsOf },
  'bulk-geocode-cpu': { bench: 'bulk', figure: 'geocode, 2 threads, CPU a row', written: microseconds },
  'bulk-memory': { bench: 'bulk', figure: 'geocode, 2 threads, memory', written: megabytes },
  'bulk-memory-million': { bench: 'bulk', figure: 'long table, geocode, memory', written: megabytes },
  'bulk-peers-milepost': {
    bench: 'bulk beside peers',
    figure: 'milepost, parse, 2 threads, rate',
    written: rowsOf,
  },
  'bulk-peers-milepost-cpu': {
    bench: 'bulk beside peers',
    figure: 'milepost, parse, 2 threads, CPU a row',
    written: microseconds,
  },
  'bulk-peers-usaddress': {
    bench: 'bulk beside peers',
    figure: 'usaddress, parse, 2 processes, rate',
    written: rowsOf,
  },
  'bulk-peers-usaddress-cpu': {
    bench: 'bulk beside peers',
    figure: 'usaddress, parse, 2 processes, CPU a row',
    written: microseconds,
  },
  'bulk-peers-libpostal': {
    bench: 'bulk beside peers',
    figure: 'libpostal, parse, 2 processes, rate',
    written: rowsOf,
  },
  'bulk-peers-libpostal-cpu': {
    bench: 'bulk beside peers',
    figure: 'libpostal, parse, 2 processes, CPU a row',
    written: microseconds,
  },
  'spark-memory': {
    bench: 'python memory',
    figure: 'a Python worker of Spark',
    written: megabytes,
  },
  'spark-memory-alone': {
    bench: 'python memory',
    figure: 'a Python worker of Spark alone',
    written: megabytes,
  },
  'spark-one-executor': { bench: 'spark', figure: '1 executor, rows a second', written: rowsOf },
  'spark-two-executors': { bench: 'spark', figure: '2 executors, rows a second', written: rowsOf },
  'spark-scaling': { bench: 'spark', figure: 'from one executor to two', written: times },
  'spark-killed': {
    bench: 'spark',
    figure: '2 executors, one of them killed, rows a second',
    written: rowsOf,
  },
  'spark-billion': { bench: 'spark', figure: '1 executor, rows a second', written: coreHours },
  'spark-billion-96': { bench: 'spark', figure: '1 executor, rows a second', written: minutesOn96 },
  'spark-billion-price': { bench: 'spark', figure: '1 executor, rows a second', written: atFiveCents },
}

/** Every file of results, by its bench. */
export function recorded(): Map<string, Recorded> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  const results = files.map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Recorded)
  return new Map(results.map((one) => [one.bench, one]))
}

/**
 * A figure as documents write it.
 * @throws where the name, its bench or its figure is not known
 */
export function quote(name: string, results: Map<string, Recorded>): string {
  const quoted = QUOTED[name]
  if (quoted === undefined) throw new Error(`benches/figures.ts names no figure ${name}`)
  const figure = results.get(quoted.bench)?.figures.find((one) => one.name === quoted.figure)
  if (figure === undefined) {
    throw new Error(`benches/results has no figure "${quoted.figure}" of the bench ${quoted.bench}`)
  }
  return quoted.written(median(figure.samples))
}

/** The table of all quoted figures, with where and when each was taken. */
export function table(results: Map<string, Recorded>): string {
  const rows = Object.entries(QUOTED).map(([name, { bench, figure }]) => {
    const { date, machine } = results.get(bench) ?? { date: '', machine: { cpu: '', cores: 0 } }
    const language = machine.python === undefined ? `Node ${machine.node ?? ''}` : `Python ${machine.python}`
    const where = `${machine.cpu}, ${String(machine.cores)} cores, ${language}`
    return `| ${name} | ${quote(name, results)} | ${bench}: ${figure} | ${date.slice(0, 10)} | ${where} |`
  })
  return ['| name | value | bench and figure | date | machine |', '|---|--:|---|---|---|', ...rows].join('\n')
}

/** A document with its quotes and its tables as the results have them. */
export function withFigures(document: string, results: Map<string, Recorded>): string {
  return document
    .replace(
      /(<!-- figure: ([\w-]+) -->).*?(<!-- \/figure -->)/g,
      (_, open: string, name: string, close: string) => `${open}${quote(name, results)}${close}`,
    )
    .replace(
      /(<!-- table: ([\w-]+) -->\n).*?(\n<!-- \/table -->)/gs,
      (_, open: string, name: string, close: string) => `${open}\n${tableOf(name, results)}\n${close}`,
    )
    .replace(
      /(<!-- figures -->\n).*?(\n<!-- \/figures -->)/gs,
      (_, open: string, close: string) => `${open}\n${table(results)}\n${close}`,
    )
}
