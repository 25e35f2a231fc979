/** The table of publishers of docs/data.md is what the registry says. `UPDATE_DOCS=1` writes it. */
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

/** Each country of a source with its codes, and its licence if that differs from the others'. */
function areasOf(source: Source): string {
  const countries = [...new Set(source.areas.map(({ code }) => countryOf(code)))]
  return countries
    .map((country) => {
      const licence = source.areas.find(({ code }) => countryOf(code) === country)?.licence
      return `${nameOf(source, country)} ${codes(source, country)}${licence === undefined ? '' : ` (${licence})`}`
    })
    .join(', ')
}

function countryOf(code: string): string {
  return code.startsWith('world') ? code : (code.split('-')[0] ?? code)
}

function table(): string {
  // Points of interest, places and OpenStreetMap cover every country; the page describes them below the table.
  const sources = SOURCES.filter(({ gives }) => !['poi', 'divisions', 'osm'].includes(gives))
  const rows = sources.map(
    (source) =>
      `| ${source.publisher} (\`${source.id}\`) | ${areasOf(source)} | ${givesOf(source)} | ${source.licence} |`,
  )
  return `${['| publisher | areas | gives | licence |', '|---|---|---|---|', ...rows].join('\n')}\n`
}

test('the table of publishers is that of the registry', () => {
  const page = readFileSync(PAGE, 'utf8')
  const begin = BEGIN.exec(page)
  const from = (begin?.index ?? 0) + (begin?.[0].length ?? 0)
  const to = page.indexOf(END)
  expect(from).toBeLessThan(to + 1)
  const written = `\n${table()}\n`
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PAGE, page.slice(0, from) + written + page.slice(to))
  else expect(page.slice(from, to)).toBe(written)
})
