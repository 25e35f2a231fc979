/** Places that answered wrongly once, over the starter data as they come. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine, type Engine } from '../../src/engine/engine.js'
import type { SearchResult } from '../../src/wire/found.js'
import type { GeocodeResult } from '../../src/wire/geocode.js'

let engine: Engine

beforeAll(() => {
  engine = createEngine({ environment: { XDG_DATA_HOME: '/nowhere' } })
})
afterAll(() => engine.close?.())

describe('a division lies at its main town, and not in the middle of its islands', () => {
  test.each([
    ['2-8-1 Nishi-Shinjuku, Shinjuku-ku, Tokyo', 35.69, 139.69],
    ['2-8-1 Nishi-Shinjuku, Shinjuku-ku, Tokyo 163-8001', 35.69, 139.69],
    ['2-8-1 Nishi-Shinjuku, Tokyo, Japan', 35.69, 139.69],
    ['1-1 Marunouchi, Chiyoda-ku, Tokyo', 35.68, 139.76],
  ])('%s', (text, lat, lon) => {
    const found = JSON.parse(engine.geocode?.(text, 'auto').body ?? '{}') as { lat: number; lon: number }
    // Ten kilometres; the sea side of the box of Tokyo is sixty away.
    expect(Math.abs(found.lat - lat)).toBeLessThan(0.1)
    expect(Math.abs(found.lon - lon)).toBeLessThan(0.1)
  })
})

test('the commune whose INSEE code is the id of a village in Yemen is in France', () => {
  const said = engine.reverse?.(46.55564, 4.086) ?? ''
  expect(said).toContain('France')
  expect(said).not.toContain('Yemen')
})

describe('an answer says what the place is', () => {
  test.each([
    ['Eiffel Tower', 'landmark'],
    ['Heathrow Airport', 'airport'],
    ['Lake Tahoe', 'natural_feature'],
    ['Mallorca', 'island'],
    ['Silicon Valley', 'informal_region'],
    ['Landkreis Emsland', 'county'],
  ])('%s: %s', (text, level) => {
    const found = JSON.parse(engine.geocode?.(text, 'auto').body ?? '{}') as GeocodeResult
    const tag = level === 'county' ? 'subregion' : level
    expect([found.match_level, found.hierarchy[0]?.tag, found.candidates[0]?.tag]).toEqual([level, tag, tag])
    expect(engine.locate?.(text, 'auto')).toEqual(found)
  })

  test('an island has no made-up population', () => {
    const [found] = JSON.parse(engine.search?.('Mallorca') ?? '[]') as SearchResult[]
    expect(found?.place).toMatchObject({ name: 'Mallorca', placetype: 'island', population: 0 })
  })
})
