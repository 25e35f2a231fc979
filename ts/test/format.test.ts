/** Formatting and the canonical key. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { canonicalKey } from '../src/format/canonical-key.js'
import type { Components } from '../src/format/components.js'
import { formatAddress } from '../src/format/format.js'

type Row = [country: string, components: Components, lines: string[]]

const ROWS: Row[] = [
  [
    'US',
    {
      house_number: '350',
      street: '5th',
      street_suffix: 'Ave',
      locality: 'New York',
      region: 'NY',
      postcode: '10118',
    },
    ['350 5th Ave', 'New York, NY 10118'],
  ],
  [
    'US',
    {
      house_number: '1600',
      street: 'Pennsylvania',
      street_suffix: 'Ave NW',
      unit: 'Apt 4B',
      locality: 'Washington',
      region: 'DC',
      postcode: '20500',
    },
    ['1600 Pennsylvania Ave NW Apt 4B', 'Washington, DC 20500'],
  ],
  [
    'US',
    { intersection_a: 'Main St', intersection_b: '5th Ave', locality: 'Portland', region: 'OR' },
    ['Main St & 5th Ave', 'Portland, OR'],
  ],
  [
    'US',
    { po_box: 'PO Box 42', locality: 'Reno', region: 'NV', postcode: '89501' },
    ['PO Box 42', 'Reno, NV 89501'],
  ],
  [
    'FR',
    {
      house_number: '10',
      street_prefix: 'Rue',
      street: 'de la République',
      postcode: '75008',
      locality: 'Paris',
    },
    ['10 Rue de la République', '75008 Paris'],
  ],
  [
    'FR',
    { po_box: 'BP 30', postcode: '75008', cedex: 'CEDEX 08', locality: 'Paris' },
    ['BP 30', '75008 CEDEX 08 Paris'],
  ],
  // A part of a place has another field in each country's template, or none.
  [
    'GB',
    {
      house_number: '2',
      street: 'High',
      street_suffix: 'Street',
      dependent_locality: 'Plaistow',
      locality: 'Bromley',
      postcode: 'BR1 4AA',
    },
    ['2 High Street', 'Plaistow', 'Bromley', 'BR1 4AA'],
  ],
  [
    'NZ',
    {
      house_number: '12',
      street: 'Queen Street',
      dependent_locality: 'Ponsonby',
      locality: 'Auckland',
      postcode: '1011',
    },
    ['12 Queen Street', 'Ponsonby', 'Auckland 1011'],
  ],
  [
    'FR',
    {
      house_number: '1',
      street: 'Rue Haute',
      dependent_locality: 'Le Bourg',
      postcode: '38660',
      locality: 'Le Touvet',
    },
    ['1 Rue Haute', 'Le Bourg', '38660 Le Touvet'],
  ],
  [
    'ES',
    {
      street: 'Calle Mayor',
      house_number: '3',
      dependent_locality: 'El Barrio',
      postcode: '28013',
      locality: 'Madrid',
    },
    ['Calle Mayor, 3', 'El Barrio', '28013 Madrid'],
  ],
  ['XX', { locality: 'Nowhere' }, ['Nowhere']],
]

describe('format', () => {
  test.each(ROWS)('%s %o', async (country, components, lines) => {
    expect((await formatAddress(components, country)).split('\n')).toEqual(lines)
  })

  test('options', async () => {
    const components = { house_number: '350', street: 'Fifth Avenue', locality: 'New York', region: 'NY' }
    expect(await formatAddress(components, 'US', { separator: ', ' })).toBe('350 Fifth Avenue, New York, NY')
    expect(await formatAddress(components, 'US', { abbreviate: true })).toContain('350 Fifth Ave\n')
    expect(await formatAddress(components, 'US', { appendCountry: true })).toMatch(
      /\nUnited States of America$/,
    )
  })

  test('nothing is nothing, and of several values the first counts', async () => {
    expect(await formatAddress({}, 'US')).toBe('')
    expect(await formatAddress({ street: ' ', locality: [] }, 'US')).toBe('')
    expect(await formatAddress({ locality: ['Reno', 'Sparks'] }, 'US')).toBe('Reno')
  })
})

describe('the canonical key', () => {
  const key = (components: Components, country = 'US') => canonicalKey(components, country)

  test('holds the fields in order, expanded', () => {
    const components = {
      house_number: '123',
      street: 'Main',
      street_suffix: 'St',
      locality: 'Portland',
      region: 'OR',
      postcode: '97201',
      country: 'US',
    }
    expect(key(components)).toBe('123|main|street|portland|oregon|97201|us')
    expect(key({ venue: 'The Wing', attention: 'c/o X', locality: 'Reno' })).toBe('reno')
    expect(key({ venue: 'The Wing' })).toBe('')
  })

  test('is one for spellings of one address', () => {
    const same = (country: string, ...spellings: Components[]) => {
      expect(new Set(spellings.map((spelling) => key(spelling, country))).size).toBe(1)
    }
    same('US', { street: 'N Main St.' }, { street: 'north main street' }, { street: 'N. MAIN  ST' })
    same('US', { unit: 'Apt. 4-B' }, { unit: 'apartment 4 b' })
    same(
      'FR',
      { street_prefix: 'Bd', street: "de l'Hôpital" },
      { street_prefix: 'boulevard', street: 'de l’hopital' },
    )
    same('FR', { house_number: '12 bis' }, { house_number: '12BIS' })
    same('GB', { postcode: 'SW1A 2AA' }, { postcode: 'sw1a2aa' })
    same('US', { country: 'United States' }, { country: 'U.S.A.' }, { country: 'us' })
    same('DE', { street: 'Hauptstraße' }, { street: 'HAUPTSTRASSE' })
  })

  test('differs for different addresses', () => {
    const keys = [
      { street: 'St Louis' },
      { street: 'Louis St' },
      { locality: '東京' },
      { locality: '大阪' },
      { locality: 'Москва' },
    ].map((components) => key(components))
    expect(new Set(keys).size).toBe(keys.length)
    expect(key({ street: 'St Louis' })).toBe('st louis')
    expect(key({ locality: '서울' })).toBe('서울')
  })

  test('of its own fields is itself', () => {
    const fields = [
      'house_number',
      'street_prefix',
      'street',
      'street_suffix',
      'unit',
      'locality',
      'region',
      'postcode',
      'country',
      'po_box',
    ]
    const word = fc.oneof(
      fc.constantFrom(
        'N',
        'St',
        'Ave',
        'Bd',
        'NW',
        'Apt',
        'NV',
        'USA',
        'Saint',
        'no',
        'ch',
        'No',
        'İ',
        'ß',
        'ﬁ',
        'が',
        '각',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        text,
        fc.constantFrom('US', 'FR', 'DE', ''),
        (field, value, country) => {
          const once = key({ [field]: value }, country)
          expect(key({ [field]: once }, country)).toBe(once)
        },
      ),
      { seed: 3, numRuns: 3000 },
    )
  })

  test('reads the abbreviations of the core', () => {
    execFileSync(process.execPath, [
      join(import.meta.dirname, '../../scripts/build-abbreviations.js'),
      '--check',
    ])
  })
})
