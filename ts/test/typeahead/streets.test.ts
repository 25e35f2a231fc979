/** Streets, houses and points of interest over HTTP, of a register that the builder makes. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { createTypeaheadServer } from '../../src/surfaces/typeahead/server.js'
import { housesRoot } from '../support/houses-root.js'
import type { Running } from '../support/servers.js'
import { startTypeahead } from './servers.js'

let running: Running
let photon: Running

beforeAll(async () => {
  const engine = createEngine(housesRoot())
  running = await startTypeahead(engine)
  const app = await createTypeaheadServer({ engine, profile: 'photon', logLevel: 'silent' })
  photon = { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}, 60_000)

afterAll(() => Promise.all([running.close(), photon.close()]))

async function properties(path: string, { url } = running): Promise<Record<string, string>[]> {
  const body = (await (await fetch(`${url}${path}`)).json()) as {
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

test('a name that is spelt exactly stands before a place with a wrong letter', async () => {
  const names = (await properties('/api?q=bostton')).map(({ name }) => name)
  expect(names[0]).toBe('Bostton Tea')
  expect(names).toContain('Boston')
})

test('profile photon: every layer finds its own kind and no other', async () => {
  for (const [layer, q] of [
    ['house', '4717 carroll manor'],
    ['street', 'carroll manor'],
    ['district', 'navi mumbai'],
    ['city', 'towson'],
    ['county', 'baltimore county'],
    ['state', 'maryland'],
    ['country', 'france'],
    ['other', '21013'],
  ] as const) {
    const found = await properties(`/api?q=${encodeURIComponent(q)}&layer=${layer}`, photon)
    expect([layer, new Set(found.map(({ type }) => type))]).toEqual([layer, new Set([layer])])
  }
})

test('profile photon: a point has its house and the places around it', async () => {
  const found = await properties('/reverse?lat=39.4990&lon=-76.5120&limit=4', photon)
  expect(found[0]).toMatchObject({ type: 'house', housenumber: '4717' })
  expect(found).toHaveLength(4)
  const [state] = await properties('/reverse?lat=39.4990&lon=-76.5120&layer=state&limit=4', photon)
  expect(state).toMatchObject({ type: 'state', name: 'Maryland' })
})
