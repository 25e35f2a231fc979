/** The README of the starter data says of its files and rows what their build counted. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ROOT } from '../support/paths.js'

const FOLDER = join(ROOT, 'npm/starter-data')
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8')

interface Manifest {
  places: Record<string, number>
  files: Record<string, { bytes: number }>
}
const { places, files } = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as Manifest

/** The second or third column of the row of a table. */
function cell(row: string, column: 2 | 3): string | undefined {
  const line = README.split('\n').find((each) => each.startsWith(`| ${row} |`))
  return line?.split(' | ')[column - 1]?.replace(/ \|$/, '')
}

test.each(Object.keys(files))('the size of %s', (path) => {
  expect(cell(`\`${path}\``, 3)).toBe(`${((files[path]?.bytes ?? 0) / 1e6).toFixed(1)} MB`)
})

test.each([
  ['countries', 'country'],
  ['first-level divisions', 'region'],
  ['counties', 'county'],
  ['cities, towns, communes', 'locality'],
  ['parts of cities', 'neighbourhood'],
  ['postcodes', 'postalcode'],
])('the rows of %s', (row, kind) => {
  const written = cell(row, 2)?.replaceAll(',', '') ?? ''
  // Zeros at the end are those of a rounded number.
  const unit = 10 ** (/0*$/.exec(written)?.[0].length ?? 0)
  expect(Number(written)).toBe(Math.round((places[kind] ?? 0) / unit) * unit)
})
