/** Streets, houses and points of interest over HTTP, of a register that the builder makes. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { housesRoot } from '../houses-root.js'
import type { Running } from '../servers.js'
import { startTypeahead } from './servers.js'

let running: Running

beforeAll(async () => {
  running = await startTypeahead(createEngine(housesRoot()))
}, 60_000)

afterAll(() => running.close())

async function properties(path: string): Promise<Record<string, string>[]> {
  const body = (await (await fetch(`${running.url}${path}`)).json()) as {
    features: { properties: Record<string, string> }[]
  }
  return body.features.map((feature) => feature.properties)
}

test('a house has its town, state and country, and comes once', async () => {
  for (const q of ['4717 carr', '4717 carroll manor rd bald', 'baldwin 4717 carroll']) {
    const found = (await properties(`/api?q=${encodeURIComponent(q)}`)).filter(({ type }) => type === 'house')
    expect([q, found.length]).toEqual([q, 1])
    expect(found[0]).toMatchObject({
      housenumber: '4717',
      street: 'Carroll Manor Rd',
      city: 'Baldwin',
      state: 'Maryland',
      postcode: '21013',
      country: 'United States of America',
      countrycode: 'us',
    })
  }
})

test('a point is answered with its house, and without one with its place', async () => {
  const [house] = await properties('/reverse?lat=39.4990&lon=-76.5120')
  expect(house).toMatchObject({
    type: 'house',
    housenumber: '4717',
    city: expect.any(String),
    state: 'Maryland',
  })
  const [place] = await properties('/reverse?lat=39.6&lon=-76.6')
  expect(place?.['type']).not.toBe('house')
})

test('points of interest complete by name, and by kind where nothing else fits', async () => {
  const bean = {
    name: 'Calvert Bean Counter',
    osm_key: 'amenity',
    osm_value: 'coffee_shop',
    state: 'Maryland',
  }
  expect((await properties('/api?q=calvert+bean'))[0]).toMatchObject(bean)
  expect((await properties('/api?q=coffee+towson'))[0]).toMatchObject(bean)
})
