/**
 * Writes ts/src/format/abbreviations.ts from the tables of crates/text/data, so that parser, lookups and canonical keys
 * expand alike. `--check` only says whether the file is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'ts/src/format/abbreviations.ts')

/** Rows of a table: the first field, and the variants, which tabs or spaces part. */
function rows(name, separator) {
  const text = readFileSync(join(root, 'crates/text/data', name), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([canonical, ...variants]) => [
      canonical,
      variants.flatMap((field) => field.split(separator)).filter(Boolean),
    ])
}

/** Variant to canonical form. A canonical form is never a variant of another, or expanding twice would differ. */
function expansions(...tables) {
  const all = tables.flat()
  const canonicals = new Set(all.map(([canonical]) => canonical))
  const entries = all.flatMap(([canonical, variants]) =>
    variants.filter((variant) => !canonicals.has(variant)).map((variant) => [variant, canonical]),
  )
  return Object.fromEntries(entries.reverse().sort(([a], [b]) => (a < b ? -1 : 1)))
}

const states = rows('us_states.tsv', '\t').map(([code, [name, ...others]]) => [name, [code, ...others]])
const tables = {
  'EN_STREETS, street types of the United States': expansions(rows('us_street_types.tsv', ' ')),
  'EN_DIRECTIONALS, directionals of the United States': expansions(rows('us_directionals.tsv', ' ')),
  'EN_UNITS, secondary unit designators of the United States': expansions(rows('us_units.tsv', ' ')),
  'FR_STREETS, street types of France': expansions(rows('fr_street_types.tsv', ' ')),
  'FR_UNITS, unit designators of France': expansions(rows('fr_units.tsv', ' ')),
  'US_STATES, names of the United States': expansions(states),
  'COUNTRIES, ISO 3166-1 alpha-2 codes': expansions(rows('countries.tsv', '\t')),
}

const written = [
  '/** Abbreviations and what they stand for. Written by scripts/build-abbreviations.js; not to be edited. */',
  ...Object.entries(tables).map(([title, table]) => {
    const [name, what] = title.split(', ')
    const lines = Object.entries(table).map(
      ([variant, canonical]) => `  [${JSON.stringify(variant)}, ${JSON.stringify(canonical)}],`,
    )
    return `\n/** Variant to full form: ${what}. */\n// prettier-ignore\nexport const ${name}: ReadonlyMap<string, string> = new Map([\n${lines.join('\n')}\n])`
  }),
  '',
].join('\n')

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== written) {
    console.error(
      'ts/src/format/abbreviations.ts is not that of crates/text/data; run `node scripts/build-abbreviations.js`',
    )
    process.exitCode = 1
  }
} else {
  writeFileSync(target, written)
}
