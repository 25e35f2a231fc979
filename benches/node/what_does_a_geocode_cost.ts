/**
 * What do a parse and a geocode cost through the library, as values, on rows of the United States and of thirty other countries?
 *
 *   npm run bench:library -- [--data ../shared/data] [--rows 300] [--rounds 3] [--json FILE]
 *
 * Rows of the United States are addresses of breweries, 2,000 of them. Those of other countries are rows of the world's table of
 * postcodes, written as the country writes them, with a street and a number of which the starter data know nothing. No text is
 * asked twice in a round, and countries take turns, so that no cache holds the answers. One thread; a rate is that of a second of
 * processor time.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { createEngine } from 'milepost'

import { flagsOf } from '../flags.js'
import { circumstances, Figures, finish, median, percentile, printTable, shown } from '../results.js'

const values = flagsOf({ data: '../shared/data', rows: '300', rounds: '3', json: undefined })
const US_ROWS = 2_000
const ROWS_OF_A_COUNTRY = Number(values.rows)
/** Texts before any is timed. */
const WARM = 500

/** How an address is written: `#` is the number, `C` the postcode, `P` the place, `S` the division. */
const WRITTEN: Readonly<Record<string, string>> = {
  AT: 'Hauptstraße #, C P',
  AU: '# High St, P S C',
  BE: 'Kerkstraat #, C P',
  BG: 'ул. Иван Вазов #, C P',
  BR: 'Rua Quinze de Novembro, #, P, C',
  CA: '# Main St, P, S C',
  CH: 'Dorfstrasse #, C P',
  CZ: 'Nádražní #, C P',
  DE: 'Gartenweg #a, C P',
  DK: 'Vestergade #, C P',
  EE: 'Pikk #, C P',
  ES: 'Calle Mayor #, C P',
  FI: 'Koulutie #, C P',
  FR: '# rue de la République, C P',
  GB: '# Church Lane, P, C',
  HR: 'Vukovarska #, C P',
  HU: 'C P, Kossuth utca #.',
  IT: 'Via Roma #, C P',
  LT: 'Vilniaus g. #, C P',
  LV: 'Rīgas iela #, P, C',
  NL: 'Schoolstraat #, C P',
  NO: 'Kirkeveien #, C P',
  PL: 'ul. Szkolna #, C P',
  PT: 'Rua Direita #, C P',
  RO: 'Strada Mihai Eminescu #, C P',
  RU: 'ул. Ленина #, P, C',
  SE: 'Storgatan #, C P',
  SI: 'Šolska ulica #, C P',
  SK: 'Hlavná #, C P',
  TR: 'Atatürk Cad. No: #, C P',
}

function lines(file: string): string[] {
  return gunzipSync(readFileSync(join(values.data, file)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
}

/** So many of a list, spread over all of it. */
function spread<T>(list: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, index) => index % every === 0).slice(0, count)
}

function americanRows(): string[] {
  const [head = '', ...rows] = lines('us/breweries.tsv.gz')
  const at = head.split('\t').indexOf('full_address')
  return spread(
    rows.map((row) => row.split('\t')[at] ?? ''),
    US_ROWS,
  )
}

/** Rows of other countries by country. */
function foreignRows(): Map<string, string[]> {
  const found = new Map<string, string[][]>()
  for (const line of lines('world/postcodes.csv.gz').slice(1)) {
    const row = line.split(',')
    const country = row[0] ?? ''
    // Rows with quotes are few.
    if (!(country in WRITTEN) || line.includes('"')) continue
    const rows = found.get(country) ?? []
    found.set(country, rows)
    rows.push(row)
  }
  const text = ([country = '', code = '', place = '', division = '']: string[], index: number) =>
    (WRITTEN[country] ?? '').replace(
      /[#CPS](?![a-zà-ž])/g,
      (part) => ({ '#': String(1 + (index % 90)), C: code, P: place, S: division })[part] ?? part,
    )
  return new Map(
    [...found].sort().map(([country, rows]) => [country, spread(rows, ROWS_OF_A_COUNTRY).map(text)]),
  )
}

const begun = circumstances()
const { parse, geocode } = createEngine()
if (parse === undefined || geocode === undefined)
  throw new Error('no weights or no data; run `npm run build` first')
const american = americanRows()
const foreign = foreignRows()
const figures = new Figures()

/** The sorted microseconds of each text, and the texts of a second of processor time. */
function timed(
  texts: readonly string[],
  ask: (text: string) => unknown,
): { sorted: Float64Array; rate: number } {
  const sorted = new Float64Array(texts.length)
  const before = process.cpuUsage()
  texts.forEach((text, index) => {
    const since = performance.now()
    ask(text)
    sorted[index] = 1000 * (performance.now() - since)
  })
  const { user, system } = process.cpuUsage(before)
  return { sorted: sorted.sort(), rate: (1e6 * texts.length) / (user + system) }
}

function record(name: string, { sorted, rate }: { sorted: Float64Array; rate: number }): void {
  figures.sample(`${name}, p50`, 'µs', 'lower', percentile(sorted, 0.5))
  figures.sample(`${name}, p95`, 'µs', 'lower', percentile(sorted, 0.95))
  figures.sample(`${name}, rate`, '1/s', 'higher', rate)
}

/** Texts in turn of each list. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
}

const everywhere = inTurns([...foreign.values()])
for (const text of [...american.slice(0, WARM), ...everywhere.slice(0, WARM)]) {
  parse(text)
  geocode(text)
}
for (let round = 0; round < Number(values.rounds); round += 1) {
  record('US parse', timed(american, parse))
  record('US geocode', timed(american, geocode))
  record('geocode of 30 countries in turn', timed(everywhere, geocode))
  for (const [country, texts] of foreign) record(`${country} geocode`, timed(texts, geocode))
}

const names = [
  'US parse',
  'US geocode',
  'geocode of 30 countries in turn',
  ...[...foreign.keys()].map((country) => `${country} geocode`),
]
const middle = (name: string, what: string) => median(figures.samples(`${name}, ${what}`))
printTable(
  ['', 'p50 µs', 'p95 µs', 'a second of a core'],
  names.map((name) => [name, ...['p50', 'p95', 'rate'].map((what) => shown(middle(name, what)))]),
)
const slowest = Math.max(...[...foreign.keys()].map((country) => middle(`${country} geocode`, 'p50')))
figures.sample('geocode of the slowest country, p50', 'µs', 'lower', slowest)
finish('library', begun, figures.all(), values.json)
