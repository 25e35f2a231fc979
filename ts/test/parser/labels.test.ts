/** From tags to the labels of the C library. */
import { describe, expect, test } from 'vitest'

import type { ComponentTag, Parse, ParseNode } from '../../src/wire/parse.js'
import { LABELS, labelled } from '../../src/surfaces/parser/labels.js'
import { WITH_WEIGHTS } from './servers.js'

/** A node whose value is a word of `raw`. */
function node(raw: string, tag: string, value: string, children: ParseNode[] = []): ParseNode {
  const start = raw.indexOf(value)
  return { tag: tag as ComponentTag, value, start, end: start + value.length, confidence: 1, children }
}

const parts = (raw: string, ...roots: ParseNode[]) =>
  labelled({ tree: { raw, roots } }).map(({ label, value }) => `${label} ${value}`)

describe('the table', () => {
  test('has twenty entries', () => {
    expect(Object.fromEntries(LABELS)).toEqual({
      house_number: 'house_number',
      street: 'road',
      venue: 'house',
      house: 'house',
      unit: 'unit',
      level: 'level',
      po_box: 'po_box',
      postcode: 'postcode',
      locality: 'city',
      dependent_locality: 'suburb',
      neighbourhood: 'suburb',
      borough: 'city_district',
      region: 'state',
      macroregion: 'state_district',
      subregion: 'state_district',
      intersection_a: 'road',
      intersection_b: 'road',
      country: 'country',
      country_region: 'country_region',
      world_region: 'world_region',
    })
    expect(LABELS.size).toBe(20)
  })

  test('a tag without an entry goes by its own name', () => {
    const raw = 'Ann Paris CEDEX 東京都'
    expect(
      parts(
        raw,
        node(raw, 'attention', 'Ann'),
        node(raw, 'cedex', 'CEDEX'),
        node(raw, 'prefecture', '東京都'),
      ),
    ).toEqual(['attention Ann', 'cedex CEDEX', 'prefecture 東京都'])
  })
})

describe('a street', () => {
  test('is one road with its affixes, where the first of them stands', () => {
    const raw = 'N  Main   St NW 12 Reno'
    const street = node(raw, 'street', 'Main', [
      node(raw, 'house_number', '12'),
      node(raw, 'street_suffix', 'St NW'),
      node(raw, 'street_prefix', 'N'),
    ])
    expect(parts(raw, node(raw, 'locality', 'Reno', [street]))).toEqual([
      'road N Main St NW',
      'house_number 12',
      'city Reno',
    ])
  })

  test('takes the particle that its prefix contains', () => {
    const raw = 'Rue de la Paix'
    const prefix = node(raw, 'street_prefix', 'Rue', [node(raw, 'street_prefix_particle', 'de la')])
    expect(parts(raw, node(raw, 'street', 'Paix', [prefix]))).toEqual(['road Rue de la Paix'])
  })

  test('an affix without a street goes by its own name; two streets and a crossing are two roads', () => {
    expect(parts('Ave Reno', node('Ave Reno', 'street_suffix', 'Ave'))).toEqual(['street_suffix Ave'])
    const raw = 'Elm St Oak St'
    const oak = { ...node(raw, 'street_suffix', 'St'), start: 11 }
    const roads = [
      node(raw, 'street', 'Oak', [oak]),
      node(raw, 'street', 'Elm', [node(raw, 'street_suffix', 'St')]),
    ]
    expect(parts(raw, ...roads)).toEqual(['road Elm St', 'road Oak St'])
    const crossing = [node(raw, 'intersection_a', 'Elm St'), node(raw, 'intersection_b', 'Oak St')]
    expect(parts(raw, ...crossing)).toEqual(['road Elm St', 'road Oak St'])
  })
})

describe('real parses', () => {
  const parse = (text: string) =>
    labelled(JSON.parse(WITH_WEIGHTS.parse?.(text, 'formatted', false) ?? '') as Parse).map(
      ({ label, value }) => `${label} ${value}`,
    )

  test.each([
    [
      '1600 Pennsylvania Ave NW, Washington DC 20500',
      ['house_number 1600', 'road Pennsylvania Ave NW', 'city Washington', 'state DC', 'postcode 20500'],
    ],
    [
      '30 Rue de Rivoli, 75004 Paris',
      ['house_number 30', 'road Rue de Rivoli', 'postcode 75004', 'city Paris'],
    ],
    // Case stays the sender's.
    ['12 MAIN st, reno NV', ['house_number 12', 'road MAIN st', 'city reno', 'state NV']],
    ['Main St & 5th Ave, Portland, OR', ['road Main St', 'road 5th Ave', 'city Portland', 'state OR']],
  ])('%s', (text, expected) => {
    expect(parse(text)).toEqual(expected)
  })
})
