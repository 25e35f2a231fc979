/** The languages that a caller asks for. */
import { expect, test } from 'vitest'

import { countryNameIn, languagesIn } from '../../src/surfaces/address-parts/languages.js'

test.each([
  ['fr', ['fr']],
  ['pt_BR', ['pt-BR']],
  ['de;q=0.5, fr-CA , it;q=0.8', ['fr-CA', 'it', 'de']],
  ['en,de', ['en', 'de']],
  ['de;q=0,en;q=0.1', ['en']],
  ['zh-Hant-TW', ['zh-Hant-TW']],
  ['*', undefined],
  ['', undefined],
  ['x1,%', undefined],
  [undefined, undefined],
])('%s', (text, languages) => {
  expect(languagesIn(text)).toEqual(languages)
})

test('a country has its name in the first language, else in English', () => {
  expect(countryNameIn('DE', ['fr', 'en'])).toBe('Allemagne')
  expect(countryNameIn('DE', undefined)).toBe('Germany')
  expect(countryNameIn('DE', ['tlh'])).toBe('Germany')
  expect(countryNameIn('D', undefined)).toBeUndefined()
})
