/** A register in capitals: its streets and towns have one form in every answer. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine, type Engine } from '../../src/engine/engine.js'
import { build, dataRoot } from '../data/command.js'

interface Answer {
  resolution_tier: string
  candidates: { name: string }[]
  hierarchy: { name: string }[]
}

let engine: Engine

beforeAll(() => {
  const root = dataRoot()
  const table = join(root, 'houses.csv')
  const rows = [13500, 13502, 13504, 13510].map(
    (number, index) => `${String(number)},ALLISTON DR,BALDWIN,MD,21013,39.51${String(index)},-76.49`,
  )
  writeFileSync(table, ['number,street,city,region,postcode,lat,lon', ...rows, ''].join('\n'))
  mkdirSync(join(root, 'street-centroids'))
  build('points', table, '--data-root', root)
  build('streets', table, '--out', join(root, 'street-centroids/street-centroids-us-md.db'))
  engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
}, 60_000)
afterAll(() => engine.close?.())

describe('ALLISTON DR of a register', () => {
  test.each([
    ['13502 Alliston Dr, Baldwin, MD 21013', 'address_point'],
    ['13502 ALLISTON DRIVE, BALDWIN MD 21013', 'address_point'],
    ['13506 alliston dr, baldwin md 21013', 'interpolated'],
  ])('is Alliston Dr forward: %s', (text, tier) => {
    const found = JSON.parse(engine.geocode?.(text, 'auto').body ?? '{}') as Answer
    expect(found.resolution_tier).toBe(tier)
    // Components are as they were asked; what was found has the one form.
    expect(found.candidates[0]?.name).toBe('Alliston Dr')
    expect(found.hierarchy[0]?.name).toBe('Baldwin')
  })

  test('and in reverse', () => {
    const said = engine.reverse?.(39.511, -76.49, { houses: true }) ?? ''
    expect(said).toContain('Alliston Dr')
    expect(said).not.toMatch(/ALLISTON|BALDWIN/)
  })

  test('and in completion', () => {
    const said = engine.complete?.('13502 allist', { limit: 5 }) ?? ''
    expect(said).toContain('Alliston Dr')
    expect(said).not.toMatch(/ALLISTON|BALDWIN/)
  })
})
