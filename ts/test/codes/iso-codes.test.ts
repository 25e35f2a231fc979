/** The codes that ship are those of the packages they are made from. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { isoCodes } from '../../../scripts/tables/iso-codes.js'
import { alpha2Of, countryOfCode } from '../../src/codes/countries.js'
import { ROOT } from '../support/paths.js'

test.each(Object.entries(isoCodes()))('%s is what `scripts/tables/iso-codes.ts` writes', (name, content) => {
  const shipped = readFileSync(join(ROOT, 'ts/src/codes', name), 'utf8')
  expect(JSON.parse(shipped)).toEqual(content)
})

test('a country by its codes', () => {
  expect(countryOfCode('GB')).toMatchObject({ alpha3: 'GBR', callingCode: '44', currency: 'GBP' })
  expect(countryOfCode('UK')).toEqual(countryOfCode('GB'))
  expect([alpha2Of('GBR'), alpha2Of('GRC'), alpha2Of('XYZ')]).toEqual(['GB', 'GR', undefined])
  expect(countryOfCode('XY')).toBeUndefined()
})
