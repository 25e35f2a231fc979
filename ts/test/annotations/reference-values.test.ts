/** Values known from elsewhere, and the documented presence and absence. */
import { describe, expect, test } from 'vitest'

import { annotate } from '../../src/annotations/annotate.js'

const LONDON = [51.5074, -0.1278] as const
const WHITE_HOUSE = [38.8977, -77.0365] as const

test('the White House', () => {
  const { DMS, Maidenhead, geohash } = annotate(...WHITE_HOUSE)
  expect(DMS).toEqual({ lat: '38° 53′ 51.72″ N', lng: '77° 2′ 11.40″ W' })
  expect(Maidenhead).toBe('FM18lv')
  expect(geohash?.slice(0, 3)).toBe('dqc')
})

test('the Washington Monument', () => {
  expect(annotate(38.889491, -77.035234).MGRS).toBe('18SUJ2348306482')
})

test('London', () => {
  const { geohash, Maidenhead, MGRS, Mercator, qibla } = annotate(...LONDON)
  expect({ geohash, Maidenhead, MGRS }).toEqual({
    geohash: 'gcpvj0duq',
    Maidenhead: 'IO91wm',
    MGRS: '30UXC9931610163',
  })
  expect(Mercator).toEqual({ x: -14226.6309, y: 6711542.4756 })
  expect(qibla).toBe(118.98722)
})

test('a published answer', () => {
  const { MGRS, geohash, qibla } = annotate(51.500525578898, -0.109400835283853)
  expect({ MGRS, geohash }).toEqual({ MGRS: '30UYC0062309449', geohash: 'gcpuvx2k6' })
  expect(qibla).toBeCloseTo(119.0011, 4)
})

test('the exceptions of the grid in Norway and Svalbard', () => {
  const zone = (lat: number, lon: number) => annotate(lat, lon).MGRS?.slice(0, 3)
  expect(zone(60.39, 5.32), 'Bergen').toBe('32V')
  expect(zone(60.39, 2.9), 'the sea west of it').toBe('31V')
  expect(zone(78.22, 15.65), 'Longyearbyen').toBe('33X')
  expect(zone(78.22, 8.9)).toBe('31X')
  expect(zone(78.22, 24)).toBe('35X')
  expect(zone(80, 40)).toBe('37X')
})

describe('MGRS ends', () => {
  test.each([
    [84, true],
    [84.0001, false],
    [-80, true],
    [-80.0001, false],
    [90, false],
  ])('at %d degrees', (lat, there) => {
    expect('MGRS' in annotate(lat, 10)).toBe(there)
  })
})

test('seconds carry into minutes and degrees', () => {
  expect(annotate(59.9999999, -9.9999999).DMS).toEqual({ lat: '60° 0′ 0.00″ N', lng: '10° 0′ 0.00″ W' })
  expect(annotate(0, 0).DMS).toEqual({ lat: '0° 0′ 0.00″ N', lng: '0° 0′ 0.00″ E' })
})

test('a corner of four cells belongs to the one north-east of it', () => {
  expect(annotate(0, 0).geohash).toBe('s00000000')
  expect(annotate(0, 0).Maidenhead).toBe('JJ00aa')
})

describe('the sun', () => {
  const at = (lat: number, lon: number, time: string) => annotate(lat, lon, { now: new Date(time) }).sun

  test('neither rises nor sets in polar day and polar night', () => {
    expect(at(69.65, 18.96, '2026-06-21T12:00:00Z')).toEqual({})
    expect(at(69.65, 18.96, '2026-12-21T12:00:00Z')).toEqual({})
    expect(at(-77.85, 166.67, '2026-12-21T12:00:00Z')).toEqual({})
  })

  test('its day is that of the place, on both sides of the date line', () => {
    // Late in the evening of the 20th in Greenwich it is the morning of the 21st in Fiji.
    const now = '2026-03-20T21:00:00Z'
    const fiji = at(-17.7, 178.1, now)
    expect(fiji?.rise?.apparent).toBeGreaterThan(Date.parse('2026-03-20T12:00:00Z') / 1000)
    expect(fiji?.set?.apparent).toBeGreaterThan(Date.parse('2026-03-21T00:00:00Z') / 1000)
    // And still the morning of the 20th in Samoa.
    const samoa = at(-14.3, -170.7, now)
    expect(samoa?.rise?.apparent).toBeLessThan(Date.parse('2026-03-20T18:00:00Z') / 1000)
  })
})

describe('the country', () => {
  const of = (countryCode?: string) => {
    const { flag, currency, callingcode } = annotate(...LONDON, { countryCode })
    return { flag, currency, callingcode }
  }

  test('gives flag, currency and calling code', () => {
    expect(of('GB')).toEqual({
      flag: '🇬🇧',
      currency: { iso_code: 'GBP', name: 'Pound sterling', symbol: '£' },
      callingcode: 44,
    })
    expect(of('us')).toEqual({
      flag: '🇺🇸',
      currency: { iso_code: 'USD', name: 'United States dollar', symbol: '$' },
      callingcode: 1,
    })
  })

  test('that is not known gives none of them', () => {
    const keys = Object.keys(annotate(...LONDON))
    expect(keys).toEqual(['DMS', 'MGRS', 'Maidenhead', 'Mercator', 'geohash', 'qibla', 'sun'])
    for (const code of ['ZZ', '', 'Narnia', 'ß'])
      expect(Object.keys(annotate(...LONDON, { countryCode: code }))).toEqual(keys)
  })

  test('without a currency leaves it undefined', () => {
    expect(of('AQ').currency).toBeUndefined()
    expect(of('AQ').flag).toBe('🇦🇶')
  })
})

describe('lookups', () => {
  const looked = {
    timezone: 'Asia/Kathmandu',
    un_locode: 'NP KTM',
    nuts: { nuts1: 'FR1', nuts2: 'FR10' },
  }

  test('become annotations', () => {
    const { timezone, UN_LOCODE, NUTS } = annotate(27.7, 85.3, { lookups: () => looked })
    expect(timezone).toEqual({ name: 'Asia/Kathmandu', offset_sec: 20_700, offset_string: '+0545' })
    expect(UN_LOCODE).toBe('NP KTM')
    expect(NUTS).toEqual({ NUTS1: { code: 'FR1' }, NUTS2: { code: 'FR10' } })
  })

  test('are asked with the country and the name', () => {
    const asked: unknown[] = []
    const lookups = (...question: unknown[]) => (asked.push(question), {})
    annotate(1, 2, { countryCode: 'FR', placeName: 'Paris', lookups })
    expect(asked).toEqual([[1, 2, 'FR', 'Paris']])
  })

  test('the offset is that of the time asked for', () => {
    const offset = (name: string, time: string) =>
      annotate(0, 0, { now: new Date(time), lookups: () => ({ timezone: name }) }).timezone?.offset_sec
    expect(offset('Europe/Paris', '2026-01-01T00:00:00Z')).toBe(3600)
    expect(offset('Europe/Paris', '2026-07-01T00:00:00Z')).toBe(7200)
    expect(offset('America/St_Johns', '2026-01-01T00:00:00Z')).toBe(-12_600)
    expect(offset('Etc/UTC', '2026-01-01T00:00:00Z')).toBe(0)
  })
})

describe('an annotation that fails', () => {
  const collectFailures = () => {
    const failures: [string, unknown][] = []
    return {
      failures,
      failed: (annotation: string, error: unknown) => void failures.push([annotation, error]),
    }
  }

  test('is left out, reported, and leaves the others', () => {
    const { failures, failed } = collectFailures()
    const found = annotate(...LONDON, {
      failed,
      lookups: () => ({ timezone: 'Mars/Olympus', un_locode: 'GB LON' }),
    })
    expect(failures.map(([annotation]) => annotation)).toEqual(['timezone'])
    expect(found.timezone).toBeUndefined()
    expect(found.UN_LOCODE).toBe('GB LON')
    expect(found.geohash).toBe('gcpvj0duq')
  })

  test('because of its database says which', () => {
    const { failures, failed } = collectFailures()
    const looked = { timezone: 'Europe/London', failed: { nuts: 'nuts.db is malformed' } }
    expect(annotate(...LONDON, { failed, lookups: () => looked }).timezone?.name).toBe('Europe/London')
    expect(failures).toEqual([['NUTS', new Error('nuts.db is malformed')]])
  })

  test('with all lookups leaves what needs none', () => {
    const { failures, failed } = collectFailures()
    const lookups = () => {
      throw new Error('the core panicked')
    }
    expect(Object.keys(annotate(...LONDON, { failed, lookups }))).toHaveLength(7)
    expect(failures.map(([annotation]) => annotation)).toEqual(['NUTS', 'UN_LOCODE', 'timezone'])
  })

  test('needs no listener', () => {
    expect(annotate(...LONDON, { lookups: () => ({ timezone: 'Mars/Olympus' }) }).geohash).toBe('gcpvj0duq')
  })
})
