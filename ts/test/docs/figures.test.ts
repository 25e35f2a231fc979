/** The documents quote the figures of `benches/results` as they are; `UPDATE_DOCS=1` writes them. */
import { readFileSync, writeFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { documents } from '../../../benches/documents.js'
import { quote, QUOTED, recorded, withFigures } from '../../../benches/figures.js'
import { TABLES } from '../../../benches/tables.js'

const results = recorded()

test.each(documents())('%s quotes what was measured', (path) => {
  const text = readFileSync(path, 'utf8')
  const written = withFigures(text, results)
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(path, written)
  else expect(text).toBe(written)
})

test('every named figure was measured and is quoted', () => {
  const texts = documents().map((path) => readFileSync(path, 'utf8'))
  for (const name of Object.keys(QUOTED)) {
    expect(quote(name, results)).toMatch(/^[\d.,]+ /)
    expect(texts.some((text) => text.includes(`<!-- figure: ${name} -->`))).toBe(true)
  }
})

test('every table of figures is in a document', () => {
  const texts = documents().map((path) => readFileSync(path, 'utf8'))
  for (const name of Object.keys(TABLES))
    expect(texts.some((text) => text.includes(`<!-- table: ${name} -->`))).toBe(true)
})

describe('a quote', () => {
  test('is replaced by what was measured', () => {
    const written = withFigures('in <!-- figure: first-answer-warm -->9 s<!-- /figure --> or so', results)
    expect(written).toBe(
      `in <!-- figure: first-answer-warm -->${quote('first-answer-warm', results)}<!-- /figure --> or so`,
    )
  })

  test('of a table is replaced likewise, and one that there is not is refused', () => {
    const written = withFigures('<!-- table: parse-in-short -->\n\n| old |\n\n<!-- /table -->', results)
    expect(written).toMatch(/\n\| United States \| [\d,]+ \| [\d.]+ \/ [\d.]+ \|/)
    expect(written).not.toContain('old')
    expect(() => withFigures('<!-- table: made-up -->\n\n<!-- /table -->', results)).toThrow(
      'no table made-up',
    )
  })

  test('of a figure that nobody measured is refused', () => {
    expect(() => withFigures('<!-- figure: guessed -->1<!-- /figure -->', results)).toThrow(
      'names no figure guessed',
    )
  })
})
