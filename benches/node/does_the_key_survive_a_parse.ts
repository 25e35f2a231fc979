/**
 * How often is the key of components parsed back from the formatted text the key of the components? Prints shares by country and
 * table, of addresses that came split (`split`) and of addresses that were parsed first (`parsed`).
 *
 *   npx tsx benches/node/does_the_key_survive_a_parse.ts --data ../shared/data [--rows 2000] [--errors N]
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

import { canonicalKey, type Components, format, parse } from 'milepost'

import { flagsOf } from '../flags.js'

const values = flagsOf({ data: '../shared/data', rows: '2000', errors: '0' })

/** The tables of each country, below the folder of the data. */
const TABLES = {
  us: ['oa_excerpts', 'rrad', 'breweries', 'stores', 'committees', 'baltimore_points'],
  fr: ['address_points_nantes', 'address_points_lyon', 'food_premises', 'lodgings'],
}

/** Tags, and the columns whose values make one: of each name those that a table has. */
const COLUMNS = {
  house_number: ['house_number', 'number', 'suffix'],
  street: ['street', 'premod', 'predir', 'pretype', 'name', 'type', 'postdir', 'postmod'],
  unit: ['unit', 'address2'],
  po_box: ['po_box'],
  locality: ['city'],
  region: ['state'],
  postcode: ['zip', 'postcode'],
}

/** The components of a row, those that it has. */
function partsOf(row: Readonly<Record<string, string>>): Components {
  const [, number, street] = /^(\d\S*) (.*)$/.exec(row['address1'] ?? '') ?? []
  const cells = number === undefined || street === undefined ? row : { ...row, number, street }
  const values = Object.entries(COLUMNS).map(([tag, columns]): [string, string] => [
    tag,
    columns.flatMap((column) => cells[column] || []).join(' '),
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** Every n-th row that is an ordinary address: number and street or a box, a city, a postcode. */
async function* addresses(path: string, most: number): AsyncGenerator<Components> {
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
    const isPlaced = 'po_box' in parts || ('house_number' in parts && 'street' in parts)
    if (!isPlaced || !('locality' in parts) || !('postcode' in parts)) continue
    yield parts
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
for (const [country, tables] of Object.entries(TABLES)) {
  const total = { rows: 0, split: 0, parsed: 0 }
  for (const name of tables) {
    const table = `${country}/${name}.tsv.gz`
    const found = { rows: 0, split: 0, parsed: 0 }
    let shown = 0
    for await (const components of addresses(join(values.data, table), Number(values.rows))) {
      const first = await survives(components, country)
      const second = await survives(first.components, country)
      found.rows += 1
      found.split += Number(first.key === first.again)
      found.parsed += Number(second.key === second.again)
      if (first.key !== first.again && shown < Number(values.errors)) {
        shown += 1
        console.log(`  ${first.formatted}\n    ${first.key}\n    ${first.again}`)
      }
    }
    print(country, table, found)
    for (const key of ['rows', 'split', 'parsed'] as const) total[key] += found[key]
  }
  print(country, 'all', total)
}

function print(
  country: string,
  table: string,
  { rows, split, parsed }: Record<'rows' | 'split' | 'parsed', number>,
): void {
  const share = (count: number) => `${((100 * count) / rows).toFixed(1)} %`.padStart(8)
  console.log(
    `${country.padEnd(8)} ${table.padEnd(30)} ${String(rows).padStart(6)} ${share(split)} ${share(parsed)}`,
  )
}
