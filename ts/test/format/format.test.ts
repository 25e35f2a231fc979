/** Formatting. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { describe, expect, test } from 'vitest'

import type { Components } from '../../src/format/components.js'
import { formatAddress, type FormatOptions } from '../../src/format/format.js'

function formatted(components: Components, country: string, options?: FormatOptions): string {
  return formatAddress(components, country, options).formatted
}

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
  // A box beside a street, and who it is for, have lines of their own.
  [
    'US',
    {
      attention: 'c/o Ann',
      venue: 'Acme',
      house_number: '10',
      street: 'Main St',
      po_box: 'PO Box 42',
      locality: 'Reno',
      region: 'Nevada',
      postcode: '89501',
    },
    ['c/o Ann', 'Acme', '10 Main St', 'PO Box 42', 'Reno, NV 89501'],
  ],
  // A part whose name is within the locality's.
  ['US', { dependent_locality: 'York', locality: 'New York', region: 'NY' }, ['York', 'New York, NY']],
  // The template has no venue.
  ['HU', { venue: 'Kert', locality: 'Pest' }, ['Kert', 'Pest']],
  // Territories are addressed as their country is, without its name unless it is asked for.
  [
    'RE',
    { house_number: '1', street: 'Rue X', postcode: '97400', locality: 'Saint-Denis' },
    ['1 Rue X', '97400 Saint-Denis'],
  ],
  [
    'PR',
    { house_number: '1', street: 'Calle X', locality: 'San Juan', postcode: '00901' },
    ['1 Calle X', 'San Juan, PR 00901'],
  ],
  // The tags of Japan, in either script.
  [
    'JP',
    {
      prefecture: '東京都',
      municipality: '千代田区',
      district: '千代田',
      block: '1',
      sub_block: '2',
      building_number: '3',
      building_name: '江戸ビル',
      postcode: '100-0001',
    },
    ['100-0001', '東京都', '千代田区', '千代田', '1-2-3', '江戸ビル'],
  ],
  [
    'JP',
    {
      prefecture: 'Tokyo',
      municipality: 'Chiyoda',
      district: 'Marunouchi',
      block: '1',
      sub_block: '2',
      postcode: '100-0005',
    },
    ['1-2', 'Marunouchi', 'Chiyoda, Tokyo 100-0005'],
  ],
]

/** Countries of the template set. */
function countries(): string[] {
  const file = createRequire(import.meta.url).resolve(
    '@fragaria/address-formatter/src/templates/templates.json',
  )
  const codes = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)
  // Antarctica and Pitcairn have no streets.
  return codes.filter((code) => /^[A-Z]{2}$/.test(code) && code !== 'AQ' && code !== 'PN')
}

describe('format', () => {
  test.each(ROWS)('%s %o', (country, components, lines) => {
    expect(formatted(components, country).split('\n')).toEqual(lines)
  })

  test('options', () => {
    const components = { house_number: '350', street: 'Fifth Avenue', locality: 'New York', region: 'NY' }
    expect(formatted(components, 'US', { separator: ', ' })).toBe('350 Fifth Avenue, New York, NY')
    expect(formatted(components, 'US', { abbreviate: true })).toContain('350 Fifth Ave\n')
    expect(formatted(components, 'US', { appendCountry: true })).toMatch(/\nUnited States of America$/)
  })

  test.each(countries())('%s shows every part that its template has', (country) => {
    const components = {
      house_number: '77',
      street: 'Streetname',
      dependent_locality: 'Partname',
      locality: 'Cityname',
      venue: 'Venuename',
      po_box: 'Boxname 9',
      attention: 'Someone',
    }
    const lines = formatted(components, country).split('\n')
    for (const value of Object.values(components)) expect(lines.join('\n')).toContain(value)
    expect(lines.every((line) => line.trim() !== '' && !line.includes('undefined'))).toBe(true)
    expect(lines.join('\n')).not.toMatch(/[{}]|,,|, ,/)
    const withCountry = formatted(components, country, { appendCountry: true, separator: ', ' })
    expect(withCountry.split(', ').length).toBeGreaterThan(lines.length)
    expect(withCountry).not.toContain('\n')
  })

  test('nothing is nothing, and of several values the first counts', () => {
    expect(formatted({}, 'US')).toBe('')
    expect(formatted({ street: ' ', locality: [] }, 'US')).toBe('')
    expect(formatted({ locality: ['Reno', 'Sparks'] }, 'US')).toBe('Reno')
  })
})
