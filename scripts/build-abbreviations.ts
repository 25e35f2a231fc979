/**
 * Writes ts/src/format/abbreviations.ts from the tables of crates/text/data, so that parser, lookups and canonical keys
 * expand alike. `--check` only says whether the file is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'ts/src/format/abbreviations.ts')

/** A row of a table: the full form and its variants. */
type Row = [canonical: string, variants: string[]]

/** What is written: variant to full form. */
type Table = Record<string, string>

/** Rows of a table: the first field, and the variants, which tabs or spaces part. */
function rows(name: string, separator: string): Row[] {
  const text = readFileSync(join(root, 'crates/text/data', name), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([canonical = '', ...variants]) => [
      canonical,
      variants.flatMap((field) => field.split(separator)).filter(Boolean),
    ])
}

/** Variant to canonical form. A canonical form is never a variant of another, or expanding twice would differ. */
function expansions(...tables: Row[][]): Table {
  const all = tables.flat()
  const canonicals = new Set(all.map(([canonical]) => canonical))
  const entries = all.flatMap(([canonical, variants]) =>
    variants
      .filter((variant) => !canonicals.has(variant))
      .map((variant): [string, string] => [variant, canonical]),
  )
  return Object.fromEntries(entries.reverse().sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Rows of a table that has a table for each value of its first field. */
function rowsBy(name: string, separator: string): Record<string, Row[]> {
  const by: Record<string, Row[]> = {}
  for (const [key, [canonical = '', ...variants]] of rows(name, '\t')) {
    const table = (by[key] ??= [])
    table.push([canonical, variants.flatMap((field) => field.split(separator)).filter(Boolean)])
  }
  return by
}

/** Tables by key, each turned into spellings. */
function mapped(by: Record<string, Row[]>, spell: (table: Row[]) => Table): Record<string, Table> {
  return Object.fromEntries(Object.entries(by).map(([key, table]) => [key, spell(table)]))
}

/** The form words are compared in: titles are written with their accents in the table. */
function folded(table: Row[]): Row[] {
  return table.map(([canonical, variants]) => [
    canonical.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    variants,
  ])
}

/** Expansions and the full forms themselves: every spelling of the words of a table. */
function spellings(...tables: Row[][]): Table {
  const full = tables.flat().map(([canonical]): [string, string] => [canonical, canonical])
  return { ...Object.fromEntries(full), ...expansions(...tables) }
}

/** Street types without the abbreviations that titles have too: `Ste Anne` is no `sente`. */
function withoutTitles(types: Row[]): Row[] {
  const titles = new Set(rowsBy('titles.tsv', ' ')['fr']?.flatMap(([, variants]) => variants))
  return types.map(([full, variants]) => [full, variants.filter((variant) => !titles.has(variant))])
}

const states = rows('us_states.tsv', '\t').map(([code, [name = '', ...others]]): Row => [
  name,
  [code, ...others],
])
const numbered = new Set(['highway', 'route', 'road', 'county', 'interstate'])
// `no` and `so` are words.
const directionals = rows('us_directionals.tsv', ' ').map(([full, variants]): Row => [
  full,
  variants.filter((variant) => variant !== full.slice(0, 2)),
])

/** Name, what it holds, and the table, or tables by a key. */
const tables: [name: string, what: string, table: Table][] = [
  ['DIRECTIONALS', 'Every spelling of a directional to its full form', spellings(directionals)],
  [
    'NUMBERED_ROADS',
    'Variant to full form: roads with a number behind them, of the United States',
    expansions(rows('us_numbered_roads.tsv', ' ').filter(([full]) => numbered.has(full))),
  ],
  [
    'COUNTRIES',
    'Name to ISO 3166-1 alpha-2 code',
    expansions(rows('countries.tsv', '\t'), rows('country_names.tsv', '\t')),
  ],
  ['PO_BOXES', 'Every spelling of a post office box to its full form', spellings(rows('po_boxes.tsv', '\t'))],
]
const tablesBy: [name: string, what: string, by: Record<string, Table>][] = [
  [
    'STREET_TYPES',
    'By language: every spelling of a street type to its full form',
    {
      en: spellings(rows('us_street_types.tsv', ' ')),
      fr: spellings(withoutTitles(rows('fr_street_types.tsv', ' '))),
      ...mapped(rowsBy('street_types_other.tsv', ' '), spellings),
    },
  ],
  [
    'UNITS',
    'By language: every spelling of a unit designator to its full form',
    { en: spellings(rows('us_units.tsv', ' ')), fr: spellings(rows('fr_units.tsv', ' ')) },
  ],
  [
    'TITLES',
    'By language: variant to full form, titles and first words of names',
    mapped(rowsBy('titles.tsv', ' '), (table) => expansions(folded(table))),
  ],
  [
    'REGIONS',
    'By country: variant to full form, first-level divisions',
    { ...mapped(rowsBy('regions.tsv', '\t'), expansions), us: expansions(states) },
  ],
]
const languages = Object.fromEntries(rows('country_languages.tsv', ' '))

const quoted = JSON.stringify
const entriesOf = (table: Record<string, string | string[]>) =>
  Object.entries(table).map(([variant, canonical]) => `  [${quoted(variant)}, ${quoted(canonical)}],\n`)
const mapOf = (table: Record<string, string | string[]>) => `new Map([\n${entriesOf(table).join('')}])`
const written =
  [
    '/** Abbreviations and what they stand for. Written by scripts/build-abbreviations.ts; not to be edited. */',
    'type Table = ReadonlyMap<string, string>',
    ...tables.map(
      ([name, what, table]) =>
        `/** ${what}. */\n// prettier-ignore\nexport const ${name}: Table = ${mapOf(table)}`,
    ),
    ...tablesBy.map(([name, what, by]) => {
      const maps = Object.entries(by).map(([key, table]) => `[${quoted(key)}, ${mapOf(table)}],\n`)
      return `/** ${what}. */\n// prettier-ignore\nexport const ${name}: ReadonlyMap<string, Table> = new Map([\n${maps.join('')}])`
    }),
    `/** Country to the languages of its streets, the commonest first. */\n// prettier-ignore\nexport const LANGUAGES: ReadonlyMap<string, readonly string[]> = ${mapOf(languages)}`,
  ].join('\n\n') + '\n'

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== written) {
    console.error(
      'ts/src/format/abbreviations.ts is not that of crates/text/data; run `npx tsx scripts/build-abbreviations.ts`',
    )
    process.exitCode = 1
  }
} else {
  writeFileSync(target, written)
}
