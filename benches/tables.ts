/**
 * The tables of measured figures in documents: which rows each has, and of which figures of `benches/results`. A document has one as
 * `<!-- table: NAME -->…<!-- /table -->`; `ts/test/docs/figures.test.ts` compares, and `npm run bench:report` writes them.
 */
import type { Recorded } from './figures.js'
import { median, shown } from './results.js'

/** A row: what it is called, and the set it is measured on. */
type Row = readonly [name: string, set: string]

interface Table {
  /** Header of the first column. */
  of: string
  rows: readonly Row[]
  /** Parsers, a column each. */
  parsers: readonly Parser[]
  /** Whether the calibration error of Milepost is a column. */
  calibration?: boolean
}

type Parser = 'milepost' | 'libpostal' | 'usaddress'

const NAMES: Readonly<Record<Parser, string>> = {
  milepost: 'Milepost',
  libpostal: 'libpostal',
  usaddress: 'usaddress',
}

/** A set under its own name. */
const sets = (...names: string[]): Row[] => names.map((name) => [name, name])

const BENCH = 'quality'

/** By name. F1 and exact rows, in per cent, from `npm run bench:quality -- --peers --results benches/results/quality.json`. */
export const TABLES: Readonly<Record<string, Table>> = {
  'parse-in-short': {
    of: 'texts',
    rows: [
      ['United States', 'senzing/us'],
      ['France', 'senzing/fr'],
      ['88 countries', 'senzing/all'],
      ['88 countries, with typing errors, other case, lost commas', 'senzing/all+dirty'],
      ['88 countries, parts in another order', 'senzing/all+reordered'],
    ],
    parsers: ['milepost', 'libpostal', 'usaddress'],
  },
  'parse-by-form': {
    of: 'texts',
    rows: [
      ['a postcode in front: `37203 Lea Ave, Tennessee`', 'exam/postcode_first'],
      ['glued codes: `Nashville, TN37203`', 'exam/glued_region_postcode'],
      ['a town and its country, in any language', 'exam/place_country'],
      ['a town and its state, county or province', 'exam/place_region'],
      ['a town in one script, its region in another', 'exam/other_script_place'],
      ['notes in brackets, names in quotes', 'exam/aside_in_brackets'],
      ['`Ship to:`, `Street: ..., City: ...`', 'exam/lead_in'],
      ['venues named after places', 'exam/venue_with_place_name'],
      ['French organisations, boxes, CEDEX', 'exam/organisation_cedex'],
      ['post boxes of all countries', 'exam/box_forms'],
      ['floors and doors in words', 'exam/floor_words'],
      ['`s/n`, `bb`, numbers in words', 'exam/number_words_none'],
      ['two names of one place: `Calp/Calpe`', 'exam/slash_names'],
      ['articles after the name: `Mans (Le)`', 'exam/inverted_article'],
      ['official names of towns: `Weiden i.d. OPf.`', 'exam/town_qualifier'],
      ['envelopes, line by line', 'exam/line_breaks'],
      ['hamlets, routes and boxes, kilometres', 'exam/rural'],
      ["whole addresses in sixteen countries' scripts", 'exam/scripts_full'],
      ['one part alone', 'exam/bare_parts'],
      ['search boxes: `pizza near Duluth MN`', 'exam/queries'],
      ['all', 'exam/all'],
    ],
    parsers: ['milepost'],
  },
  'parse-by-country': {
    of: 'country',
    rows: [
      ['88 countries', 'senzing/all'],
      ['United States', 'senzing/us'],
      ['France', 'senzing/fr'],
      ['Germany', 'senzing/de'],
      ['Netherlands', 'senzing/nl'],
      ['Poland', 'senzing/pl'],
      ['Russia', 'senzing/ru'],
      ['Canada', 'senzing/ca'],
      ['Italy', 'senzing/it'],
      ['Norway', 'senzing/no'],
      ['Denmark', 'senzing/dk'],
      ['Great Britain', 'senzing/gb'],
      ['Austria', 'senzing/at'],
      ['Taiwan', 'senzing/tw'],
      ['Switzerland', 'senzing/ch'],
      ['Belgium', 'senzing/be'],
    ],
    parsers: ['milepost', 'libpostal'],
    calibration: true,
  },
  'parse-by-set': {
    of: 'set',
    rows: sets(
      'senzing/us',
      'senzing/us+dirty',
      'senzing/us+reordered',
      'senzing/us+prefix',
      'senzing/us+city',
      'senzing/us+street',
      'senzing/all',
      'senzing/all+case',
      'senzing/all+commas',
      'senzing/all+accents',
      'senzing/all+typos',
      'senzing/all+dirty',
      'senzing/all+reordered',
      'senzing/all+prefix',
      'usaddress',
      'usaddress/classes',
      'exam/all',
      'exam/all/classes',
    ),
    parsers: ['milepost', 'libpostal', 'usaddress'],
    calibration: true,
  },
}

/**
 * A table as Markdown.
 * @throws where the table, or the rows of one of its sets, is not known
 */
export function tableOf(name: string, results: Map<string, Recorded>): string {
  const table = TABLES[name]
  if (table === undefined) throw new Error(`benches/tables.ts has no table ${name}`)
  const { of, rows, parsers, calibration = false } = table
  const figures = new Map(results.get(BENCH)?.figures.map((figure) => [figure.name, median(figure.samples)]))
  const share = (set: string, parser: Parser) => {
    const [f1, exact] = [figures.get(`${set} ${parser} f1`), figures.get(`${set} ${parser} exact`)]
    return f1 === undefined || exact === undefined ? '-' : `${f1.toFixed(1)} / ${exact.toFixed(1)}`
  }
  const lines = rows.map(([title, set]) => {
    const count = figures.get(`${set} milepost rows`)
    if (count === undefined) throw new Error(`benches/results has no set ${set} of the bench ${BENCH}`)
    const error = calibration ? [(figures.get(`${set} milepost ece`) ?? Number.NaN).toFixed(3)] : []
    return [title, shown(count), ...parsers.map((parser) => share(set, parser)), ...error]
  })
  const head = [
    of,
    'rows',
    ...parsers.map((parser) => NAMES[parser]),
    ...(calibration ? ['calibration error'] : []),
  ]
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'))
  return [
    `| ${head.join(' | ')} |`,
    `|${rule.join('|')}|`,
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}
