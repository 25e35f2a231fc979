/**
 * How often is the key of components parsed back from the formatted text the key of the components? Prints shares by country and
 * table, of addresses that came split (`split`) and of addresses that were parsed first (`parsed`).
 *
 *   npx tsx benches/node/does_the_key_survive_a_parse.ts --data ../shared/data [--rows 2000] [--errors N]
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'

import { canonicalKey, type Components, format, parse } from 'milepost'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    rows: { type: 'string', default: '2000' },
    errors: { type: 'string', default: '0' },
  },
})

/** A row of a table by its columns. */
type Row = Record<string, string>

/** Components by tag, those that a row has. */
type Parts = Record<string, string | undefined>

const texts = (...parts: (string | undefined)[]) =>
  parts.filter((part) => part !== undefined && part !== '').join(' ')

/** Tables with the components of a row. */
const TABLES: [country: string, table: string, partsOf: (row: Row) => Parts][] = [
  ['us', 'us/oa_excerpts.tsv.gz', usRow],
  [
    'us',
    'us/rrad.tsv.gz',
    (row) => ({ ...usRow(row), ...numberAndStreet(row['address1'] ?? ''), unit: row['address2'] }),
  ],
  ['us', 'us/breweries.tsv.gz', usRow],
  ['us', 'us/stores.tsv.gz', usRow],
  ['us', 'us/committees.tsv.gz', usRow],
  ['us', 'us/baltimore_points.tsv.gz', (row) => ({ ...usRow(row), ...split(row) })],
  ['fr', 'fr/address_points_nantes.tsv.gz', frRow],
  ['fr', 'fr/address_points_lyon.tsv.gz', frRow],
  ['fr', 'fr/food_premises.tsv.gz', frRow],
  ['fr', 'fr/lodgings.tsv.gz', frRow],
]

function usRow(row: Row): Parts {
  return {
    house_number: row['house_number'] ?? row['number'],
    street: row['street'],
    unit: row['unit'],
    po_box: row['po_box'],
    locality: row['city'],
    region: row['state'],
    postcode: row['zip'],
  }
}

function numberAndStreet(line: string): Parts {
  const [, house_number, street] = /^(\d\S*) (.*)$/.exec(line) ?? []
  return { house_number, street }
}

function split(row: Row): Parts {
  return {
    house_number: texts(row['number'], row['suffix']),
    street: texts(
      row['premod'],
      row['predir'],
      row['pretype'],
      row['name'],
      row['type'],
      row['postdir'],
      row['postmod'],
    ),
  }
}

function frRow(row: Row): Parts {
  return {
    house_number: texts(row['house_number'] ?? row['number'], row['suffix']),
    street: row['street'],
    locality: row['city'],
    postcode: row['postcode'],
  }
}

/** Every n-th row that is an ordinary address: number and street or a box, a city, a postcode. */
async function* addresses(
  path: string,
  partsOf: (row: Row) => Parts,
  most: number,
): AsyncGenerator<Components> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) })
  let columns: string[] | undefined
  let seen = 0
  let taken = 0
  for await (const line of lines) {
    const fields = line.split('\t')
    if (columns === undefined) {
      columns = fields
      continue
    }
    seen += 1
    if (seen % 7 !== 0) continue
    const parts = partsOf(Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? ''])))
    const given = Object.entries(parts).filter((part): part is [string, string] => (part[1] ?? '') !== '')
    const has = new Set(given.map(([tag]) => tag))
    const isPlaced = has.has('po_box') || (has.has('house_number') && has.has('street'))
    if (!isPlaced || !has.has('locality') || !has.has('postcode')) continue
    yield Object.fromEntries(given)
    taken += 1
    if (taken === most) return
  }
}

/** The components of a parse, one value a tag. */
function componentsOf(text: string): Components {
  const components = new Map<string, string>()
  for (const { tag, value } of parse(text, { inputMode: 'formatted' }).components) {
    if (!components.has(tag)) components.set(tag, value)
  }
  return Object.fromEntries(components)
}

async function survives(components: Components, country: string) {
  const { formatted, canonicalKey: key } = await format(components, country, { separator: ', ' })
  const again = componentsOf(formatted)
  return { key, formatted, again: canonicalKey(again, country), components: again }
}

console.log('country  table                            rows    split   parsed')
const totals = new Map<string, { rows: number; split: number; parsed: number }>()
for (const [country, table, partsOf] of TABLES) {
  let rows = 0
  const equal = { split: 0, parsed: 0 }
  let shown = 0
  for await (const components of addresses(join(values.data, table), partsOf, Number(values.rows))) {
    const first = await survives(components, country)
    const second = await survives(first.components, country)
    rows += 1
    equal.split += Number(first.key === first.again)
    equal.parsed += Number(second.key === second.again)
    if (first.key !== first.again && shown < Number(values.errors)) {
      shown += 1
      console.log(`  ${first.formatted}\n    ${first.key}\n    ${first.again}`)
    }
  }
  print(country, table, rows, equal)
  const total = totals.get(country) ?? { rows: 0, split: 0, parsed: 0 }
  totals.set(country, {
    rows: total.rows + rows,
    split: total.split + equal.split,
    parsed: total.parsed + equal.parsed,
  })
}
for (const [country, total] of totals) print(country, 'all', total.rows, total)

function print(country: string, table: string, rows: number, equal: { split: number; parsed: number }): void {
  const share = (count: number) => `${((100 * count) / rows).toFixed(1)} %`.padStart(8)
  console.log(
    `${country.padEnd(8)} ${table.padEnd(30)} ${String(rows).padStart(6)} ${share(equal.split)} ${share(equal.parsed)}`,
  )
}
