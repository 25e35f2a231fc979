/** The table of countries of docs/data.md is what the registry says. `UPDATE_DOCS=1` writes it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { givesOf } from '../../src/data/listing.js'
import { SOURCES } from '../../src/data/sources/index.js'
import type { Area, Source } from '../../src/data/sources/source.js'
import { ROOT } from '../support/paths.js'

const PAGE = join(ROOT, 'docs/data.md')
const BEGIN = /<!-- countries: .*-->\n/
const END = '<!-- end of countries -->'

/** Areas of a source that are no part of another of it. */
function wide({ areas }: Source): Area[] {
  return areas.filter(
    ({ code }) => !areas.some((other) => other.code !== code && code.startsWith(`${other.code}-`)),
  )
}

/** Codes of a source as they are written in a cell. */
function codes(source: Source, country: string): string {
  const own = source.areas.filter(({ code }) => code === country || code.startsWith(`${country}-`))
  const [first, ...rest] = wide({ ...source, areas: own })
  const narrow = own.filter((area) => area !== first && !rest.includes(area))
  const shown = [first, ...rest.slice(0, 1), ...narrow.slice(0, 1)].flatMap((area) =>
    area ? [`\`${area.code}\``] : [],
  )
  return own.length > shown.length ? `${shown.join(', ')} … (${String(own.length)})` : shown.join(', ')
}

function nameOf(source: Source, country: string): string {
  const area =
    source.areas.find(({ code }) => code === country) ??
    source.areas.find(({ code }) => code.startsWith(country))
  return area?.name.split(',')[0] ?? country
}

function table(): string {
  const lines = ['| country | codes | publisher | gives | rows | licence |', '|---|---|---|---|--:|---|']
  const countries = new Map<string, string>()
  // Points of interest, places and OpenStreetMap are of every country, and told below the table.
  const sources = SOURCES.filter(({ gives }) => !['poi', 'divisions', 'osm'].includes(gives))
  for (const source of sources) {
    for (const { code } of source.areas) {
      const country = code.startsWith('world') ? code : (code.split('-')[0] ?? code)
      if (!countries.has(country)) countries.set(country, nameOf(source, country))
    }
  }
  for (const [country, name] of [...countries].sort((a, b) => a[1].localeCompare(b[1], 'en'))) {
    for (const source of sources) {
      const own = source.areas.find(({ code }) => code === country || code.startsWith(`${country}-`))
      if (own === undefined) continue
      const rows = source.areas.find(({ code }) => code === country)?.rows
      const millions = rows === undefined ? '' : `${(rows / 1e6).toFixed(rows < 1e6 ? 2 : 1)} M`
      const publisher = `${source.publisher} (\`${source.id}\`)`
      const licence = own.licence ?? source.licence
      lines.push(
        `| ${name} | ${codes(source, country)} | ${publisher} | ${givesOf(source)} | ${millions} | ${licence} |`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

test('the table of countries is that of the registry', () => {
  const page = readFileSync(PAGE, 'utf8')
  const begin = BEGIN.exec(page)
  const from = (begin?.index ?? 0) + (begin?.[0].length ?? 0)
  const to = page.indexOf(END)
  expect(from).toBeLessThan(to + 1)
  const written = `\n${table()}\n`
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PAGE, page.slice(0, from) + written + page.slice(to))
  else expect(page.slice(from, to)).toBe(written)
})
