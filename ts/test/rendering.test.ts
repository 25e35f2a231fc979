/** Our renderer answers what the library of the templates answers, which is the oracle here. */
import { createRequire } from 'node:module'

import addressFormatter from '@fragaria/address-formatter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { render } from '../src/format/rendering.js'
import { tidied } from '../src/format/tidy.js'

const require = createRequire(import.meta.url)
const tables = '@fragaria/address-formatter/src/templates'
const CODES = Object.entries(require(`${tables}/templates.json`) as Record<string, unknown>)
  .filter(([, template]) => typeof template === 'object')
  .map(([code]) => code)
type Coded = Record<string, { key: string; name: string | Record<string, string> }[]>
const NAMED = [require(`${tables}/state-codes.json`), require(`${tables}/county-codes.json`)] as Coded[]

/** The library's own lines. */
function expected(fields: Record<string, string>, countryCode: string, abbreviate = false): string[] {
  const options = { countryCode, abbreviate, cleanupPostcode: false, output: 'array' as const }
  return addressFormatter.format({ ...fields }, options).filter((line) => line !== '')
}

/** What addresses are made of, and what templates, rules and tidying could trip over. */
const PART = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('Main Street', 'Rue de la Paix', 'New York', 'new york', 'Berlin', 'London'),
    },
    fc.constantFrom(
      '12',
      '1234',
      '75008',
      '12345678',
      'SW1A 2AA',
      '1234AB',
      'D6W1234',
      '1000-205',
      'N',
      'NY',
    ),
    fc.constantFrom(
      'Washington, D.C.',
      'Paris 15e Arrondissement',
      'Town of Reno',
      'County of Kent',
      'Sint Maarten',
    ),
    fc.constantFrom(
      'a, a, b',
      'a,b',
      ', x',
      'x ,',
      '- x',
      'x || y',
      '||',
      '}',
      'a  b',
      'a\tb',
      'https://a.b',
      ' x ',
    ),
    fc.stringMatching(/^[A-Za-zÀ-ÿ ,|}-]{1,12}$/),
  )
  // The library leaves out what is named like a member every object has.
  .filter((text) => !(text in {}))

const FIELDS = ['attention', 'house', 'house_number', 'road', 'suburb', 'quarter', 'place', 'city']
const FIELDS_BELOW = ['county', 'state', 'postcode', 'country']

const ADDRESS = fc
  .uniqueArray(fc.constantFrom(...FIELDS, ...FIELDS_BELOW), { maxLength: 9 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), PART))))
  .map((entries) => Object.fromEntries(entries))

/** Values that no rule of tidying touches; some are said twice. */
const PLAIN = fc.constantFrom(
  'Main Street',
  'New York',
  'Reno',
  '12',
  '75008',
  'NV',
  'Kent',
  'x-y',
  "O'Hara",
  'a\u00a0b',
)

describe('rendering', () => {
  test('as the library renders when the same fields come again with other values', () => {
    const names = fc.subarray([...FIELDS, ...FIELDS_BELOW], { minLength: 1 })
    const valuesOf = (fields: string[]) => fc.tuple(...fields.map(() => PLAIN))
    fc.assert(
      fc.property(
        fc.constantFrom(...CODES),
        names.chain((fields) =>
          fc.tuple(fc.constant(fields), fc.array(valuesOf(fields), { minLength: 3, maxLength: 4 })),
        ),
        (countryCode, [fields, rounds]) => {
          for (const values of rounds) {
            const address = Object.fromEntries(fields.map((field, index) => [field, values[index] ?? '']))
            expect(render(address, { countryCode })).toEqual(expected(address, countryCode))
          }
        },
      ),
      { numRuns: 500, seed: 11 },
    )
  })

  test('as the library renders, whatever the fields and the country', () => {
    fc.assert(
      fc.property(
        ADDRESS,
        fc.constantFrom(...CODES, 'UK', 'XX', 'ZZZ'),
        fc.boolean(),
        (fields, code, short) => {
          expect(render(fields, { countryCode: code, abbreviate: short })).toEqual(
            expected(fields, code, short),
          )
        },
      ),
      { numRuns: 1_500, seed: 20 },
    )
  })

  test.each(CODES)('%s as the library renders whole addresses', (code) => {
    const whole = {
      attention: 'Someone',
      house: 'Venue',
      house_number: '77',
      road: 'Streetname',
      suburb: 'Part',
      city: 'Cityname',
      county: 'Countyname',
      state: 'Statename',
      postcode: '12345',
      country: 'Countryname',
    }
    const fields = Object.keys(whole) as (keyof typeof whole)[]
    const without = (left: string) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left))
    for (const address of [whole, ...fields.map(without), { city: 'Cityname' }, { road: 'Streetname' }]) {
      expect(render(address, { countryCode: code })).toEqual(expected(address, code))
    }
  })

  test('states and counties get the codes of the library', () => {
    NAMED.forEach((table, kind) => {
      for (const [code, entries] of Object.entries(table)) {
        for (const name of entries.flatMap((entry) => namesOf(entry.name))) {
          const fields = { road: 'Road', city: 'City', [kind === 0 ? 'state' : 'county']: name }
          expect(render(fields, { countryCode: code })).toEqual(expected(fields, code))
        }
      }
    })
  })

  test('with the name of the country', () => {
    for (const code of CODES.filter((one) => one.length === 2)) {
      const options = { countryCode: code, appendCountry: true }
      const oracle = addressFormatter.format({ house: 'x' }, { ...options, output: 'array' })
      expect(render({ house: 'x' }, options)).toEqual(oracle)
    }
  })

  test('names that every object has are names like others', () => {
    expect(render({ road: 'constructor', city: '__proto__' }, { countryCode: 'US' })).toEqual([
      'constructor',
      '__proto__',
    ])
  })
})

function namesOf(name: string | Record<string, string>): string[] {
  return typeof name === 'string' ? [name, name.toUpperCase()] : Object.values(name)
}

test('a line stands once, and so does a part of a line, but for New York', () => {
  expect(tidied('Berlin\n Berlin \n, 10115 ,, Berlin, Berlin,')).toBe('Berlin\n10115, Berlin')
  expect(tidied('New York\nNew York, NY')).toBe('New York\nNew York, NY')
})
