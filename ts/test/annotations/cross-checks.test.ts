/** Each annotation against a second implementation. */
import { WGS84ToMaidenhead } from '@hamset/maidenhead-locator'
import * as astronomy from 'astronomy-engine'
import { countries, type TCountryCode } from 'countries-list'
import countryCodes from 'country-codes-list'
import fc from 'fast-check'
import Dms from 'geodesy/dms.js'
import LatLonSpherical from 'geodesy/latlon-spherical.js'
import { LatLon } from 'geodesy/mgrs.js'
import ngeohash from 'ngeohash'
import proj4 from 'proj4'
import { describe, expect, test } from 'vitest'

import { annotate } from '../../src/annotations/annotate.js'
import { somewhere } from './points.js'

// Its types are written for bundlers.
const locator = WGS84ToMaidenhead as (point: [number, number]) => string

const points = (check: (lat: number, lon: number) => void, seed: number, numRuns = 500) => {
  fc.assert(
    fc.property(somewhere, ([lat, lon]) => {
      check(lat, lon)
    }),
    { seed, numRuns },
  )
}

test('DMS beside geodesy', () => {
  Dms.separator = ' '
  // It pads: `077° 02′ 01.40″ W`.
  const unpadded = (text: string) => text.replaceAll(/(?<![.\d])0+(?=\d)/g, '')
  points((lat, lon) => {
    const { lat: north, lng: east } = annotate(lat, lon).DMS ?? {}
    // Nearer to zero than a hundredth of a second the hemisphere is a matter of taste.
    fc.pre(Math.abs(lat) > 1e-5 && Math.abs(lon) > 1e-5 && Math.abs(lon) < 179.9999)
    expect(north).toBe(unpadded(Dms.toLat(lat, 'dms', 2)))
    expect(east).toBe(unpadded(Dms.toLon(lon, 'dms', 2)))
  }, 11)
})

test('MGRS beside geodesy, which projects by another series', () => {
  points((lat, lon) => {
    fc.pre(lat > -79.99 && lat < 83.99 && Math.abs(lon) < 180)
    const other = new LatLon(lat, lon).toUtm().toMgrs()
    const [, square, easting, northing] =
      /^(\d+[A-Z]{3})(\d{5})(\d{5})$/.exec(annotate(lat, lon).MGRS ?? '') ?? []
    // The two may fall on either side of a metre, and a square ends where a metre does.
    fc.pre([other.easting, other.northing].every((metres) => metres >= 1 && metres < 99_999))
    expect(square).toBe(`${String(other.zone)}${other.band}${other.e100k}${other.n100k}`)
    expect(Math.abs(Number(easting) - Math.floor(other.easting))).toBeLessThanOrEqual(1)
    expect(Math.abs(Number(northing) - Math.floor(other.northing))).toBeLessThanOrEqual(1)
  }, 12)
})

test('Maidenhead beside @hamset/maidenhead-locator', () => {
  points((lat, lon) => {
    fc.pre(lat < 90 && lon < 180)
    expect(annotate(lat, lon).Maidenhead?.toUpperCase()).toBe(locator([lat, lon]).slice(0, 6).toUpperCase())
  }, 13)
})

test('Mercator beside proj4', () => {
  points((lat, lon) => {
    fc.pre(Math.abs(lat) < 85.05)
    const [x, y] = proj4('EPSG:4326', 'EPSG:3857', [lon, lat])
    const found = annotate(lat, lon).Mercator
    expect(found?.x).toBeCloseTo(x, 3)
    expect(found?.y).toBeCloseTo(y, 3)
  }, 14)
})

test('geohash beside ngeohash', () => {
  points((lat, lon) => {
    const found = annotate(lat, lon).geohash ?? ''
    const [south, west, north, east] = ngeohash.decode_bbox(found)
    expect(south <= lat && lat <= north && west <= lon && lon <= east).toBe(true)
    // On a border the two choose different cells.
    if (south < lat && west < lon) expect(found).toBe(ngeohash.encode(lat, lon, 9))
  }, 15)
})

test('qibla beside geodesy', () => {
  const kaaba = new LatLonSpherical(21.4225, 39.8262)
  points((lat, lon) => {
    const difference = Math.abs(
      (annotate(lat, lon).qibla ?? NaN) - new LatLonSpherical(lat, lon).initialBearingTo(kaaba),
    )
    expect(Math.min(difference, 360 - difference)).toBeLessThan(1e-5)
  }, 16)
})

test('the sun beside astronomy-engine', () => {
  const moments = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(somewhere, moments, ([lat, lon], moment) => {
      // Nearer to the poles the sun grazes the horizon, and seconds of arc become minutes of time.
      fc.pre(Math.abs(lat) < 65)
      const now = new Date(moment)
      const { rise, set } = annotate(lat, lon, { now }).sun ?? {}
      const observer = new astronomy.Observer(lat, lon, 0)
      for (const [event, direction] of [
        [rise, 1],
        [set, -1],
      ] as const) {
        if (event === undefined) continue
        const near = new Date(event.apparent * 1000 - 3_600_000)
        const other = astronomy.SearchRiseSet(astronomy.Body.Sun, observer, direction, near, 0.2)
        expect(Math.abs((other?.date.getTime() ?? NaN) / 1000 - event.apparent)).toBeLessThan(30)
        // Of the solar day that holds the moment: rise and set are at most a day from it.
        expect(Math.abs(event.apparent - moment / 1000)).toBeLessThan(86_400)
      }
      // There is a night every day, but for white nights north of 65.7°.
      expect(rise !== undefined && set !== undefined && rise.apparent < set.apparent).toBe(true)
    }),
    { seed: 17, numRuns: 300 },
  )
})

describe('countries', () => {
  const all = countryCodes.all().filter(({ countryCode }) => countryCode !== 'AQ')
  const of = (countryCode: string) => annotate(0, 0, { countryCode })

  test('every country of the second list has all three', () => {
    for (const code of Object.keys(countries)) {
      // Ascension and Tristan da Cunha have reserved codes only.
      if (code === 'AQ' || code === 'AC' || code === 'TA') continue
      expect(Object.keys(of(code)), code).toEqual(expect.arrayContaining(['callingcode', 'currency', 'flag']))
    }
  })

  test('flags are the regional indicator symbols of the code', () => {
    for (const { countryCode } of all) {
      const symbols = [0, 1].map((at) => 0x1f1e6 + countryCode.charCodeAt(at) - 'A'.charCodeAt(0))
      expect(of(countryCode).flag).toBe(String.fromCodePoint(...symbols))
    }
  })

  test('currencies beside countries-list and the runtime', () => {
    const known = new Set(Intl.supportedValuesOf('currency'))
    for (const { countryCode } of all) {
      const { iso_code = '' } = of(countryCode).currency ?? {}
      expect(countries[countryCode as TCountryCode].currency, countryCode).toContain(iso_code)
      expect(known, countryCode).toContain(iso_code)
    }
  })

  test('calling codes beside countries-list, which writes the area code behind them', () => {
    // Uninhabited territories: the lists take different neighbours' codes, and the Vatican answers to Italy's.
    const doubtful = new Set(['HM', 'TF', 'VA'])
    for (const { countryCode } of all) {
      if (doubtful.has(countryCode)) continue
      const { phone } = countries[countryCode as TCountryCode]
      expect(
        phone.some((code) => String(code).startsWith(String(of(countryCode).callingcode))),
        countryCode,
      ).toBe(true)
    }
  })
})
