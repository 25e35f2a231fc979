/** The canonical key: its vectors, and what holds for any components. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { LANGUAGES } from '../src/format/abbreviations.js'
import { CANONICAL_KEY_VERSION, canonicalKey } from '../src/format/canonical-key.js'
import type { Components } from '../src/format/components.js'
import { words } from '../src/format/words.js'

interface Group {
  country: string
  shows: string
  key: string
  components: Components[]
}

const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/canonical-key.vectors.json'), 'utf8'),
) as Group[]

describe('the vectors of version 1', () => {
  test('are those of the version of the code', () => {
    expect(CANONICAL_KEY_VERSION).toBe(1)
    expect(new Set(VECTORS.map(({ key }) => key)).size).toBe(VECTORS.length)
  })

  test.each(VECTORS)('$country $shows', ({ country, key, components }) => {
    expect(components.map((spelling) => canonicalKey(spelling, country))).toEqual(components.map(() => key))
  })
})

describe('different addresses have different keys', () => {
  const us = (components: Components) => canonicalKey(components, 'US')
  const fr = (components: Components) => canonicalKey(components, 'FR')
  test.each([
    [us({ street: 'St Louis' }), us({ street: 'Louis St' })],
    [us({ street: 'N Main St' }), us({ street: 'Main St N' })],
    [us({ street: 'E St' }), us({ street: 'East Ave' })],
    [us({ house_number: '12-14' }), us({ house_number: '1214' })],
    [us({ house_number: '262 1/2' }), us({ house_number: '26212' })],
    [us({ house_number: '12A' }), us({ house_number: '12B' })],
    [us({ unit: 'Apt 1' }), us({ unit: 'Ste 1' })],
    [us({ postcode: '05081' }), us({ postcode: '05081-9750' })],
    [
      us({ street: 'Main St', locality: 'Paris', region: 'TX' }),
      us({ street: 'Main St', locality: 'Paris', region: 'KY' }),
    ],
    [us({ po_box: 'PO Box 42' }), us({ po_box: 'PO Box 4 2' })],
    [fr({ house_number: '12' }), fr({ house_number: '12 bis' })],
    [fr({ street: 'Rue de la Paix' }), fr({ street: 'Avenue de la Paix' })],
    [fr({ postcode: '75001', locality: 'Paris 1er' }), fr({ postcode: '75002', locality: 'Paris 2e' })],
    [us({ locality: '東京' }), us({ locality: '大阪' })],
    [us({ locality: 'が' }), us({ locality: 'か' })],
    [us({ locality: 'Майский' }), us({ locality: 'Маиский' })],
  ])('%s is not %s', (a, b) => {
    expect(a).not.toBe(b)
  })
})

const FIELDS = [
  'po_box',
  'house_number',
  'street_prefix',
  'street',
  'street_suffix',
  'intersection_a',
  'unit',
  'dependent_locality',
  'locality',
  'region',
  'postcode',
  'country',
]

const COUNTRIES = [
  ...new Map([...LANGUAGES].map(([country, languages]) => [languages.join(), country])).values(),
  'us',
  'JP',
  '',
]

const WORDS =
  `N S NW no North St St. Ste Saint Ave Bd Boul Rue rue r Str. Hauptstr Pl Pza ul. Hwy Highway Route 12 5 1/2 ½ Fifth Twenty
 second D B bis 12bis 4-B Apt apt4b # Bât. C Box PO P.O. BP BP30 apartado Gal Dr Mt Ft nd NV Nevada QC USA Paris 8e arrondissement
 CEDEX İ ß ﬁ が 각 й é 東京 القاهرة ١٢ o'Neil d’Eau`
    .split(/\s+/)
    .filter((word) => word !== '')

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))

describe('any components', () => {
  test('the key of a field of a key is that field', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FIELDS),
        text,
        fc.constantFrom(...COUNTRIES),
        (field, value, country) => {
          const once = canonicalKey({ [field]: value }, country)
          expect(canonicalKey({ [field]: once }, country)).toBe(once)
        },
      ),
      { seed: 3, numRuns: 2000 },
    )
  })

  test('case, signs, white space and accents make no difference', () => {
    const plain = fc
      .array(fc.constantFrom(...WORDS.filter((one) => /^[a-zA-Z\d]+$/.test(one))), {
        minLength: 1,
        maxLength: 5,
      })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(
        fc.constantFrom(...FIELDS),
        plain,
        fc.constantFrom(...COUNTRIES),
        (field, value, country) => {
          const key = canonicalKey({ [field]: value }, country)
          const accented = value.replace(/e/g, 'é').replace(/a/g, 'à')
          for (const spelling of [
            value.toUpperCase(),
            value.toLowerCase(),
            ` ${value.replace(/ /g, ' ,  ')}; `,
            accented,
          ]) {
            expect(canonicalKey({ [field]: spelling }, country)).toBe(key)
          }
        },
      ),
      { seed: 4, numRuns: 1000 },
    )
  })

  test('how a street was split makes no difference', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 5 }),
        fc.nat(5),
        fc.nat(5),
        fc.constantFrom(...COUNTRIES),
        (parts, a, b, country) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)]
          const split = {
            street_prefix: parts.slice(0, from).join(' '),
            street: parts.slice(from, to).join(' '),
            street_suffix: parts.slice(to).join(' '),
          }
          expect(canonicalKey(split, country)).toBe(canonicalKey({ street: parts.join(' ') }, country))
        },
      ),
      { seed: 5, numRuns: 500 },
    )
  })

  test('there is neither upper case nor a sign in a key', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...FIELDS), text),
        fc.constantFrom(...COUNTRIES),
        (components, country) => {
          const key = canonicalKey(components, country)
          expect(key).toBe(key.toLowerCase().normalize('NFC'))
          expect(key).toMatch(/^[\p{L}\p{N}\p{M} |]*$/u)
          expect(key).not.toMatch(/^\||\|$|\|\|| {2}| \||\| /)
        },
      ),
      { seed: 6, numRuns: 500 },
    )
  })
})

test('plain letters are folded as they are beside others', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(words(`${text} é`)).toEqual([...words(text), 'e'])
    }),
    { numRuns: 500, seed: 21 },
  )
})
