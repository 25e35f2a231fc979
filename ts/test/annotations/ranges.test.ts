/** What holds at every point, and that the schema says it. */
import fc from 'fast-check'
import { Check, Errors } from 'typebox/value'
import { expect, test } from 'vitest'

import { annotate } from '../../src/annotations/annotate.js'
import { AnnotationsSchema } from '../../src/annotations/schema.js'
import { anyPoint } from './points.js'

const ANGLE = /^\d{1,3}° [1-5]?\d′ [1-5]?\d\.\d{2}″ [NSEW]$/

test('every point is annotated within the ranges of its annotations', () => {
  const failed = (annotation: string, error: unknown) => {
    throw new Error(annotation, { cause: error })
  }
  fc.assert(
    fc.property(anyPoint, ([lat, lon]) => {
      const found = annotate(lat, lon, { countryCode: 'FR', failed })
      expect([...Errors(AnnotationsSchema, found)]).toEqual([])
      expect(found.DMS?.lat).toMatch(ANGLE)
      expect(found.DMS?.lng).toMatch(ANGLE)
      expect(found.MGRS === undefined).toBe(lat < -80 || lat > 84)
      if (found.MGRS !== undefined)
        expect(found.MGRS).toMatch(/^([1-9]|[1-5]\d|60)[C-HJ-NP-X][A-HJ-NP-Z][A-HJ-NP-V]\d{10}$/)
      expect(found.Maidenhead).toMatch(/^[A-R]{2}\d{2}[a-x]{2}$/)
      expect(found.geohash).toMatch(/^[0-9b-hjkmnp-z]{9}$/)
      for (const metres of [found.Mercator?.x, found.Mercator?.y])
        expect(Math.abs(metres ?? NaN)).toBeLessThan(20_037_509)
      expect(found.qibla).toBeGreaterThanOrEqual(0)
      expect(found.qibla).toBeLessThan(360)
    }),
    { seed: 21, numRuns: 2000 },
  )
})

test('the schema refuses what is none', () => {
  expect(Check(AnnotationsSchema, annotate(48.85, 2.35, { countryCode: 'FR' }))).toBe(true)
  expect(Check(AnnotationsSchema, { qibla: 360 })).toBe(false)
  expect(Check(AnnotationsSchema, { callingcode: '33' })).toBe(false)
})
