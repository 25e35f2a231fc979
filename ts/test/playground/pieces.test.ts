/** The pieces of the page that need no browser. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { flatPolygons } from '../../src/playground/browser/antimeridian.js'
import { addressOf, guessColumns } from '../../src/playground/browser/columns.js'
import { decode, guessReading, readSheet, tableOf, writeCsv } from '../../src/playground/browser/csv.js'
import { curlOf } from '../../src/playground/browser/curl.js'
import { readLink, writeLink } from '../../src/playground/browser/link.js'
import { placed } from '../../src/playground/browser/services/parser.js'
import {
  distanceInWords,
  foundInWords,
  levelInWords,
  percent,
  sentence,
  tierInWords,
} from '../../src/wire/words.js'
import { pageOf } from '../../src/playground/page.js'
import { sourceOfTiles } from '../../src/playground/tiles.js'
import { COLUMN_NAMES } from '../../src/tables/column-names.js'
import { MATCH_LEVELS, TIERS } from '../../src/wire/geocode-words.js'
import { ROOT } from '../support/paths.js'

/** What the page makes of a text by itself. */
function guessed(text: string) {
  const sheet = readSheet(text)
  const reading = guessReading(sheet)
  return { kind: reading.kind, ...tableOf(sheet, reading) }
}

describe('tables', () => {
  test('lines are addresses as they stand, commas and all', () => {
    expect(guessed('12 Elm St, Reno, NV\r\n\r\nParis\n"1, rue ""X"""')).toEqual({
      kind: 'lines',
      header: undefined,
      rows: [['12 Elm St, Reno, NV'], ['Paris'], ['1, rue "X"']],
      addresses: ['12 Elm St, Reno, NV', 'Paris', '1, rue "X"'],
    })
  })

  test('CSV by its header: quotes, line ends in cells, the mark of UTF-8', () => {
    const table = guessed('\ufeffid,Adresse,PLZ,Ort\n1,"Am ""Markt"" 3",04109,Leipzig\n2,"a\nb",1,c')
    expect(table.header).toEqual(['id', 'Adresse', 'PLZ', 'Ort'])
    expect(table.addresses).toEqual(['Am "Markt" 3, 04109 Leipzig', 'a\nb, 1 c'])
  })

  test.each([
    ['a semicolon', 'id;street;city\n1;12, Elm St;Reno', ['12, Elm St, Reno']],
    ['a tab', 'street\tcity\n12 Elm St\tReno', ['12 Elm St, Reno']],
    ['a bar', 'street|city\n12 Elm St|Reno', ['12 Elm St, Reno']],
    ['commas in a quoted name', '"full, address";id\n1;2', ['1']],
    ['one column', 'address\n"12 Elm St, Reno"\nParis, TX', ['12 Elm St, Reno', 'Paris, TX']],
    ['a quote that is never closed', 'id,address\n1,"Reno\n2,Paris', ['Reno\n2,Paris']],
    ['rows that are too short', 'id,street,city\n1\n2,Elm St\n3,,Reno,more', ['', 'Elm St', 'Reno']],
  ])('with %s', (_what, text, addresses) => {
    expect(guessed(text).addresses).toEqual(addresses)
  })

  test('an empty text has no lines', () => {
    for (const text of ['', '\ufeff', ' \r\n\t\n']) expect(readSheet(text).lines).toEqual([])
  })

  test.each([
    [['id', 'full_address'], { address: 1 }],
    [['id', 'zip'], {}],
    [['Straße', 'Hausnummer', 'PLZ'], { street: 0, number: 1, postcode: 2 }],
    [['name', 'phone'], {}],
    [['name', 'country'], {}],
    [['address', 'city', 'number'], { address: 0, city: 1 }],
  ])('columns of %j', (header, columns) => {
    expect(guessColumns(header)).toEqual(columns)
  })

  test('the columns are those that milepost bulk reads, in the tables of many countries', () => {
    const cases = readFileSync(join(ROOT, 'crates/bulk/tests/cases/headers.txt'), 'utf8').split('\n')
    for (const line of cases.filter((text) => text !== '' && !text.startsWith('#'))) {
      const [header = '', text = '', address = ''] = line.split(' => ')
      const rows = text.split(' / ').map((row) => row.split(';'))
      const read = addressOf(rows[0] ?? [], guessColumns(header.split(';'), rows))
      expect([header, read]).toEqual([header, address === '-' ? '' : address])
    }
  })

  test('the names of columns are those of the table', () => {
    const table = readFileSync(join(ROOT, 'crates/bulk/data/columns.tsv'), 'utf8').split('\n')
    const rows = table.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('\t'))
    for (const [role, names] of Object.entries(COLUMN_NAMES)) {
      expect(names.split(';')).toEqual(rows.filter(([other]) => other === role).map(([, name]) => name))
    }
    expect(new Set(rows.map(([role]) => role))).toEqual(new Set(Object.keys(COLUMN_NAMES)))
  })

  test('a written table reads back the same', () => {
    const rows = [
      ['a,b', 'c"d'],
      ['e\nf', ''],
    ]
    expect(writeCsv([['street', 'city'], ...rows])).toBe('street,city\r\n"a,b","c""d"\r\n"e\nf",\r\n')
    expect(guessed(writeCsv([['street', 'city'], ...rows])).rows).toEqual(rows)
  })

  test('bytes that are not UTF-8 are Windows-1252', () => {
    expect(decode(new Uint8Array([0xe9]))).toEqual({ text: 'é', isKnown: false })
    expect(decode(new TextEncoder().encode('é'))).toEqual({ text: 'é', isKnown: true })
    expect(decode(new Uint8Array([0xff, 0xfe, 0xe9, 0]))).toEqual({ text: 'é', isKnown: true })
    expect(decode(new Uint8Array([0xfe, 0xff, 0, 0xe9]))).toEqual({ text: 'é', isKnown: true })
  })
})

test('a link is read as it was written, and an odd one asks for nothing', () => {
  for (const asked of [{ text: 'a&b=c #1 ü' }, { point: { lat: -33.5, lon: 151.25 } }]) {
    expect(readLink(writeLink(asked))).toEqual(asked)
  }
  for (const odd of ['', '#', '#q=', '#at=', '#at=1', '#at=91,0', '#at=x,y', '#at=,', '#other']) {
    expect(readLink(odd)).toBeUndefined()
  }
})

test('the command survives quotes', () => {
  expect(curlOf({ path: 'v1/geocode', body: `{"address":"L'Isle"}` }, 'http://h/p/#q=x')).toBe(
    `curl -s 'http://h/p/v1/geocode' -H 'content-type: application/json' -d '{"address":"L'\\''Isle"}'`,
  )
})

test('labels without offsets are placed in order, and what is not there is left out', () => {
  expect(
    placed('Reno, 12 Reno St', [
      { label: 'city', value: 'reno' },
      { label: 'house_number', value: '12' },
      { label: 'house', value: 'nowhere' },
      { label: 'road', value: 'Reno St' },
    ]).map(({ start, end }) => [start, end]),
  ).toEqual([
    [0, 4],
    [6, 8],
    [9, 16],
  ])
})

test('all that the page loads is 400 KB at most, compressed', () => {
  const folder = join(ROOT, 'ts/assets/playground')
  const loaded = readdirSync(folder).filter((name) => name.endsWith('.gz'))
  expect(loaded.sort()).toEqual(['icon.svg.gz', 'map.js.gz', 'page.css.gz', 'page.js.gz', 'world.json.gz'])
  const bytes = loaded.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  expect(bytes).toBeLessThanOrEqual(400_000)
})

test('words for people', () => {
  expect([
    distanceInWords(0.2),
    distanceInWords(999),
    distanceInWords(1000),
    distanceInWords(11_280),
  ]).toEqual(['1 m', '999 m', '1 km', '11 km'])
  expect([percent(1), percent(0.999), percent(0)]).toEqual(['99%', '99%', '0%'])
  expect(sentence('the street `a` is not there')).toBe('The street “a” is not there.')
  expect(levelInWords('locality', 'house')).toBe('The middle of the town, not the house')
  expect(levelInWords('house', 'house')).toBe('The house itself, from a register of addresses')
  expect(levelInWords(null)).toBeUndefined()
  expect(foundInWords('interpolated')).toBe('Between two house numbers')
  expect(foundInWords(null)).toBe('')
})

test('every level and tier has words of its own, none of them a name of the JSON', () => {
  for (const level of MATCH_LEVELS) {
    expect(levelInWords(level)).toMatch(/ /)
    expect(foundInWords(level)).toMatch(/^[A-Z][a-z, ]+$/)
  }
  for (const tier of TIERS) expect(tierInWords(tier)).not.toBe(tier)
})

test('a polygon over the antimeridian is there at both ends, and the one around a pole is closed by way of it', () => {
  const polygon = (ring: number[][]) =>
    flatPolygons({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }],
    }).features[0]?.geometry
  expect(
    polygon([
      [170, 0],
      [-170, 0],
      [-170, 5],
      [170, 0],
    ]),
  ).toEqual({
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [170, 0],
          [190, 0],
          [190, 5],
          [170, 0],
        ],
      ],
      [
        [
          [-190, 0],
          [-170, 0],
          [-170, 5],
          [-190, 0],
        ],
      ],
    ],
  })
  const pole = polygon([
    [-170, -70],
    [-60, -70],
    [60, -70],
    [170, -70],
    [-170, -70],
  ])
  expect(JSON.stringify(pole)).toContain('[190,-70],[190,-90],[-170,-90],[-170,-70]')
})

describe('tiles', () => {
  test.each([
    ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
    ['http://localhost:8082/t/{z}/{x}/{y}?k=1', 'http://localhost:8082'],
    ['https://{s}.Tiles.example/{z}/{x}/{y}.png', 'https://*.tiles.example'],
  ])('%s comes from %s, and the page may load it from there alone', (url, source) => {
    expect(sourceOfTiles(url)).toBe(source)
    const { html, contentSecurityPolicy } = pageOf({
      surface: 'native',
      title: '',
      lead: '',
      examples: [],
      links: [],
      form: ['', ''],
      tiles: { url, credit: '<b>&"' },
    })
    expect(contentSecurityPolicy).toContain(`img-src 'self' data: ${source};`)
    expect(html).toContain('data-tiles-credit="&lt;b&gt;&amp;&quot;"')
  })

  test.each([
    ['https://tiles.example/{z}/{x}.png', 'lacks {y}'],
    [`https://a.example; script-src *//{z}/{x}/{y}`, 'is not like'],
    ['ftp://a.example/{z}/{x}/{y}', 'is not like'],
    ['/{z}/{x}/{y}', 'is not like'],
  ])('%s is refused', (url, words) => {
    expect(() => sourceOfTiles(url)).toThrow(words)
  })
})
