/** The core renders what the library of the templates renders, which is the oracle here; its tables are those of the library. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import addressFormatter from '@fragaria/address-formatter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { templateTables } from '../../../scripts/tables/templates.js'
import { ROOT } from '../support/paths.js'

/** Compiling the example takes most of it. */
const MINUTES = 60_000

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

interface Case {
  fields: Record<string, string>
  code: string
  abbreviate?: boolean
  appendCountry?: boolean
}

/** What the core makes of fields, by `crates/format/examples/render.rs`. */
function rendered(cases: readonly Case[]): string[][] {
  const flags = ['run', '--quiet', '--package', 'milepost-format', '--example', 'render']
  const printed = execFileSync('cargo', flags, {
    cwd: ROOT,
    input: cases.map((one) => `${JSON.stringify(one)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string[])
}

function expectAlike(cases: readonly Case[]): void {
  const lines = rendered(cases)
  expect(lines).toHaveLength(cases.length)
  cases.forEach((one, index) => {
    expect(lines[index], JSON.stringify(one)).toEqual(expected(one.fields, one.code, one.abbreviate))
  })
}

describe('rendering', { timeout: 10 * MINUTES }, () => {
  test('as the library renders, for any fields and country', () => {
    const anyCase = fc.record({
      fields: ADDRESS,
      code: fc.constantFrom(...CODES, 'UK', 'XX', 'ZZZ'),
      abbreviate: fc.boolean(),
    })
    expectAlike(fc.sample(anyCase, { numRuns: 1_000, seed: 20 }))
  })

  test('as the library renders values that no rule touches, some of them said twice', () => {
    const fields = fc
      .subarray([...FIELDS, ...FIELDS_BELOW], { minLength: 1 })
      .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), PLAIN))))
      .map((entries) => Object.fromEntries(entries))
    const anyCase = fc.record({ fields, code: fc.constantFrom(...CODES) })
    expectAlike(fc.sample(anyCase, { numRuns: 2_000, seed: 11 }))
  })

  test('every template as the library renders whole addresses', () => {
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
    const without = (left: string) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => name !== left))
    const addresses = [
      whole,
      ...Object.keys(whole).map(without),
      { city: 'Cityname' },
      { road: 'Streetname' },
    ]
    expectAlike(CODES.flatMap((code) => addresses.map((fields) => ({ fields, code }))))
  })

  test('states and counties get the codes of the library', () => {
    const cases = NAMED.flatMap((table, kind) =>
      Object.entries(table).flatMap(([code, entries]) =>
        entries
          .flatMap((entry) => namesOf(entry.name))
          .map((name) => ({
            fields: { road: 'Road', city: 'City', [kind === 0 ? 'state' : 'county']: name },
            code,
          })),
      ),
    )
    expectAlike(cases)
  })

  test('with the name of the country', () => {
    const codes = CODES.filter((one) => one.length === 2)
    const lines = rendered(codes.map((code) => ({ fields: { house: 'x' }, code, appendCountry: true })))
    codes.forEach((countryCode, index) => {
      const options = { countryCode, appendCountry: true, output: 'array' as const }
      expect(lines[index], countryCode).toEqual(addressFormatter.format({ house: 'x' }, options))
    })
  })

  test('names that every object has are names like others', () => {
    const fields = JSON.parse('{"road":"constructor","city":"__proto__"}') as Record<string, string>
    expect(rendered([{ fields, code: 'US' }])).toEqual([['constructor', '__proto__']])
  })
})

function namesOf(name: string | Record<string, string>): string[] {
  return typeof name === 'string' ? [name, name.toUpperCase()] : Object.values(name)
}

test.each([...templateTables()])('%s is what scripts/tables/write-templates.ts writes', (name, text) => {
  expect(readFileSync(join(ROOT, 'crates/format/data', name), 'utf8')).toBe(text)
})
