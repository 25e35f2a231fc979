/** The typeahead surface over the real engine and the starter data. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { EVERYTHING, NO_WEIGHTS, type Running } from '../support/servers.js'
import { startTypeahead } from './servers.js'

interface Collection {
  features: { geometry: { coordinates: [number, number] }; properties: Record<string, string> }[]
}

const engine = createEngine(EVERYTHING)
let running: Running

beforeAll(async () => {
  running = await startTypeahead(engine)
})

afterAll(() => running.close())

async function features(path: string, url = running.url) {
  const response = await fetch(`${url}${path}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as Collection).features
}

/** The first feature of each prefix of `text`, from `from` characters on. */
async function climb(text: string, from: number) {
  const firsts = []
  for (let length = from; length <= text.length; length += 1) {
    const [first] = await features(`/api?limit=1&q=${encodeURIComponent(text.slice(0, length))}`)
    firsts.push(first?.properties['name'])
  }
  return firsts
}

describe('completion', () => {
  test('a large place is first after a few characters, and stays', async () => {
    expect(new Set(await climb('new york city', 6))).toEqual(new Set(['New York City']))
    expect(new Set(await climb('paris', 4))).toEqual(new Set(['Paris']))
    expect(new Set(await climb('marseille', 5))).toEqual(new Set(['Marseille']))
  })

  test('a later word narrows what the first one leaves open', async () => {
    const [first] = await features('/api?q=springfield%20il')
    expect(first?.properties).toMatchObject({
      name: 'Springfield',
      state: 'Illinois',
      countrycode: 'us',
      osm_key: 'place',
      osm_value: 'city',
      type: 'city',
    })
  })

  test('nearness changes the order', async () => {
    const unbiased = await features('/api?q=paris')
    const biased = await features('/api?q=paris&lat=33.66&lon=-95.55')
    expect(unbiased[0]?.properties['countrycode']).toBe('fr')
    expect(biased[0]?.properties).toMatchObject({ state: 'Texas', countrycode: 'us' })
    expect(biased.some(({ properties }) => properties['countrycode'] === 'fr')).toBe(true)
  })

  test('a postcode of another country completes to its place, and that of your country comes first', async () => {
    const [munich] = await features('/api?q=80331')
    expect(munich?.properties).toMatchObject({
      name: '80331',
      city: 'Munich',
      country: 'Germany',
      countrycode: 'de',
      postcode: '80331',
    })
    expect((await features('/api?q=8033&limit=50')).map(({ properties }) => properties['city'])).toContain(
      'Munich',
    )
    const countries = (found: Collection['features']) =>
      found.map(({ properties }) => properties['countrycode'])
    expect(countries(await features('/api?q=1010&limit=50'))).toEqual(
      expect.arrayContaining(['at', 'au', 'ch', 'nz']),
    )
    expect(countries(await features('/api?q=1010&lat=48.2&lon=16.37'))[0]).toBe('at')
  })

  test('accents and case make no difference', async () => {
    const [plain] = await features('/api?q=saint-etie')
    const [marked] = await features(`/api?q=${encodeURIComponent('SAINT-ÉTIE')}`)
    expect(marked).toEqual(plain)
    expect(plain?.properties['countrycode']).toBe('fr')
  })

  test('limit is honoured, no place comes twice, and what is asked twice is the same', async () => {
    const answer = await features('/api?q=san&limit=50')
    expect(answer.length).toBeGreaterThan(15)
    expect(answer.length).toBeLessThanOrEqual(50)
    expect(new Set(answer.map((feature) => JSON.stringify(feature))).size).toBe(answer.length)
    expect(await features('/api?q=san')).toHaveLength(15)
    expect(await features('/api?q=san&limit=50')).toEqual(answer)
  })

  test('every feature has what clients read, whatever was typed', async () => {
    for (const text of [
      'a',
      'é',
      '7',
      '7500',
      'st',
      'new yo',
      'rue',
      '10 rue',
      'x',
      '東',
      "l'",
      '-',
      '"',
      '\u0000',
      '*',
    ]) {
      for (const { geometry, properties } of await features(`/api?q=${encodeURIComponent(text)}`)) {
        expect(geometry.coordinates.every(Number.isFinite)).toBe(true)
        expect(properties).toMatchObject({
          osm_key: expect.any(String),
          osm_value: expect.any(String),
          type: expect.any(String),
        })
        expect(properties).not.toHaveProperty('osm_id')
        expect(properties).not.toHaveProperty('osm_type')
      }
    }
  })

  test('needs no weights', async () => {
    const without = await startTypeahead(createEngine(NO_WEIGHTS))
    try {
      expect((await features('/api?q=paris', without.url))[0]?.properties['name']).toBe('Paris')
    } finally {
      await without.close()
    }
  })
})

describe('reverse', () => {
  test('the place around a point', async () => {
    const answer = await features('/reverse?lat=43.2965&lon=5.3698')
    expect(answer).toHaveLength(1)
    expect(answer[0]?.properties).toMatchObject({ city: 'Marseille', country: 'France', countrycode: 'fr' })
  })

  test('nothing in the middle of an ocean', async () => {
    expect(await features('/reverse?lat=-40&lon=-120')).toEqual([])
  })
})
