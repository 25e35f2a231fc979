/** On every surface a name and an address hold only what was found; unmatched parts are separate. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine, type Engine } from '../../src/engine/engine.js'
import { distinctAnswers } from '../../src/surfaces/address-parts/distinct.js'
import { partsOfSearch } from '../../src/surfaces/address-parts/parts.js'
import { isFallback, unmatchedOf } from '../../src/surfaces/address-parts/unmatched.js'
import type { SearchResult } from '../../src/wire/found.js'
import { housesRoot } from '../support/houses-root.js'
import { startPelias } from '../pelias/servers.js'
import { startSearch, startWith } from '../search/servers.js'
import { EVERYTHING, type Running } from '../support/servers.js'

interface Item {
  lat: string
  lon: string
  display_name: string
  place_id: number
  type: string
  address: Record<string, string>
  unmatched?: Record<string, string>
}

type Features = { properties: Record<string, unknown>; geometry: { coordinates: number[] } }[]

let servers: Record<'milepost' | 'nominatim' | 'pelias' | 'houses', Running>
let engine: Engine

beforeAll(async () => {
  engine = createEngine(EVERYTHING)
  servers = {
    milepost: await startWith(engine),
    nominatim: await startWith(engine, { profile: 'nominatim' }),
    pelias: await startPelias(engine),
    houses: await startSearch(housesRoot(), { profile: 'nominatim' }),
  }
}, 60_000)

afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()))
})

const ask = async <T>(server: keyof typeof servers, path: string) =>
  (await (await fetch(`${servers[server].url}${path}`)).json()) as T

const search = (server: keyof typeof servers, q: string, more = '') =>
  ask<Item[]>(server, `/search?q=${encodeURIComponent(q)}&addressdetails=1&format=jsonv2${more}`)

const pelias = async (text: string, more = '') =>
  (await ask<{ features: Features }>('pelias', `/v1/search?text=${encodeURIComponent(text)}${more}`)).features

const NOWHERE = '99999 Nowhere Street, Reno NV'

describe('a town that answers for a house', () => {
  test.each(['milepost', 'nominatim'] as const)('search, profile %s', async (server) => {
    const [town] = await search(server, NOWHERE)
    expect(town).toMatchObject({ type: 'city', display_name: 'Reno, Nevada, United States of America' })
    expect(Object.keys(town?.address ?? {})).toEqual([
      'city',
      'county',
      'state',
      'ISO3166-2-lvl4',
      'country',
      'country_code',
    ])
    expect(town?.unmatched).toEqual({ house_number: '99999', road: 'Nowhere Street' })
    expect((await search(server, 'Reno NV'))[0]).not.toHaveProperty('unmatched')
  })

  test.each(['xml', 'geojson', 'geocodejson'])('format %s', async (format) => {
    const answer = await fetch(
      `${servers.nominatim.url}/search?q=${encodeURIComponent(NOWHERE)}&addressdetails=1&format=${format}`,
    )
    const text = await answer.text()
    const name = format === 'xml' ? /display_name="([^"]+)"/ : /"(?:display_name|label)":"([^"]+)"/
    expect(name.exec(text)?.[1]).toBe('Reno, Nevada, United States of America')
    expect(text.match(/"(?:house_number|housenumber)":"[^"]*"|<house_number>/g) ?? []).toEqual(
      { xml: [], geojson: ['"house_number":"99999"'], geocodejson: ['"housenumber":"99999"'] }[format],
    )
  })

  test('Pelias: a fallback whose confidence is the probability', async () => {
    const [town] = await pelias(NOWHERE)
    expect(town?.properties).toMatchObject({
      layer: 'locality',
      name: 'Reno',
      label: 'Reno, NV, USA',
      match_type: 'fallback',
      accuracy: 'centroid',
      unmatched: { housenumber: '99999', street: 'Nowhere Street' },
    })
    expect(town?.properties).not.toHaveProperty('housenumber')
    expect(town?.properties).not.toHaveProperty('street')
    const [answer] = JSON.parse(engine.search?.(NOWHERE) ?? '[]') as SearchResult[]
    expect(town?.properties['confidence']).toBe(answer?.confidence)
    const [known] = await pelias('Reno, NV')
    expect(known?.properties).toMatchObject({ match_type: 'exact' })
    expect(known?.properties).not.toHaveProperty('unmatched')
  })

  test('a postcode that answers is part of the address, a unit is not', async () => {
    const [place] = await search('nominatim', '350 5th Ave Apt 4B, New York, NY 10118')
    expect(place?.address).toMatchObject({ city: 'New York City', state: 'New York', postcode: '10118' })
    expect(place?.unmatched).toEqual({ house_number: '350', road: '5th Ave', unit: 'Apt 4B' })
  })

  test('a house that is known is whole, without the unit', async () => {
    const [house] = await search('houses', '4717 Carroll Manor Rd Apt 9, Baldwin, MD 21013')
    expect(house).toMatchObject({
      type: 'house',
      address: { house_number: '4717', road: 'Carroll Manor Rd', postcode: '21013' },
      unmatched: { unit: 'Apt 9' },
    })
    const [street] = await search('houses', '5 Carroll Manor Rd, Baldwin, MD 21013')
    expect(street?.address).not.toHaveProperty('house_number')
    expect(street?.unmatched).toEqual({ house_number: '5' })
  })
})

describe('a list', () => {
  test.each(['springfield', 'Paris TX 75460', 'Paris', 'New York', '1 Main St, Springfield', '89501'])(
    'of %s has distinct items, each consistent in itself',
    async (q) => {
      const items = await search('nominatim', q, '&limit=10')
      expect(items.length).toBeGreaterThan(0)
      const unique = (values: unknown[]) => {
        expect(new Set(values).size).toBe(values.length)
      }
      unique(items.map(({ place_id }) => place_id))
      unique(items.map(({ lat, lon, display_name }) => `${lat} ${lon} ${display_name}`))
      for (const { display_name, address } of items) {
        expect(display_name).toContain(address['country'])
      }
      const features = await pelias(q)
      unique(features.map(({ properties }) => properties['gid']))
      const confidences = features.map(({ properties }) => Number(properties['confidence']))
      expect(confidences.every((confidence) => confidence >= 0 && confidence <= 1)).toBe(true)
      expect(confidences.slice(1).every((confidence) => confidence <= (confidences[0] ?? 0))).toBe(true)
    },
  )

  test('of a town with its postcode has no town of another country under that postcode', async () => {
    const items = await search('nominatim', 'Paris TX 75460', '&limit=5')
    expect(items.map(({ address }) => address['country_code'])).toEqual(items.map(() => 'us'))
    const features = await pelias('Paris TX 75460')
    expect(features.map(({ properties }) => properties['region_a'])).toEqual(features.map(() => 'TX'))
  })
})

const TOWN = {
  id: 7,
  place_id: 'mp:7',
  name: 'Town',
  placetype: 'locality',
  country_code: 'US',
  lat: 1,
  lon: 2,
  bbox: [0, 0, 3, 3] as [number, number, number, number],
  population: 9,
}

/** An answer of the engine, made from what matters to a rule. */
function answer(fields: Partial<SearchResult>): SearchResult {
  return {
    lat: 1,
    lon: 2,
    bbox: TOWN.bbox,
    resolution_tier: 'admin',
    uncertainty_m: null,
    house_number: null,
    street: null,
    postcode: null,
    place: TOWN,
    places: [TOWN],
    match_level: 'locality',
    accuracy_m: 5000,
    confidence: 0.9,
    found: { house_number: null, street: null, postcode: null },
    components: {},
    ...fields,
  }
}

const STREET = { house_number: null, street: 'Main Street', postcode: null }

describe('unmatched parts', () => {
  test.each<[string, Partial<SearchResult>, object | undefined, boolean]>([
    ['nothing', { components: { locality: 'Town' } }, undefined, false],
    [
      'number and street',
      {
        house_number: '5',
        street: 'Main St',
        components: { house_number: '5', street: 'Main', locality: 'Town' },
      },
      { house_number: '5', street: 'Main St' },
      true,
    ],
    [
      'the number of a known street',
      {
        house_number: '5',
        street: 'Main St',
        found: STREET,
        components: { house_number: '5', street: 'Main' },
      },
      { house_number: '5' },
      true,
    ],
    [
      'no part of a known street',
      { street: 'Main St', found: STREET, components: { street: 'Main' } },
      undefined,
      false,
    ],
    [
      'another postcode',
      { components: { postcode: '01234', locality: 'Town' } },
      { postcode: '01234' },
      true,
    ],
    [
      'no postcode in another spelling',
      { found: { ...STREET, postcode: 'SW1A2AA' }, components: { postcode: 'SW1A 2AA', street: 'x' } },
      undefined,
      false,
    ],
    [
      'a box, which is not a place',
      { components: { po_box: 'PO Box 4', locality: 'Town' } },
      { po_box: 'PO Box 4' },
      false,
    ],
    ['a venue', { components: { venue: 'Tall House', locality: 'Town' } }, { venue: 'Tall House' }, true],
    ['no venue that is the place', { components: { venue: 'TOWN' } }, undefined, false],
    ['a country that the chain lacks', { components: { country: 'Peru' } }, { country: 'Peru' }, true],
    [
      'both streets of a crossing',
      { components: { intersection_a: 'A St', intersection_b: 'B St', locality: 'Town' } },
      { intersection_a: 'A St', intersection_b: 'B St' },
      true,
    ],
  ])('is %s', (_name, fields, unmatched, fallback) => {
    const given = answer(fields)
    expect(unmatchedOf(given)).toEqual(unmatched)
    expect(partsOfSearch(given).unmatched).toEqual(unmatched)
    expect(isFallback(given, unmatched)).toBe(fallback)
  })
})

test('answers of one place, or of one name at one point, are one', () => {
  const [first, second] = [answer({}), answer({ confidence: null })]
  const elsewhere = answer({ lat: 5, lon: 6, place: { ...TOWN, id: 8 } })
  const street = answer({ match_level: 'street', found: STREET })
  expect(distinctAnswers([first, second, elsewhere, street, street])).toEqual([first, elsewhere, street])
})
