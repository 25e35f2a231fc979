/** Houses and points of interest at the search surface and that of Pelias, of a register that the builder makes. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { housesRoot } from '../support/houses-root.js'
import { startPelias } from '../pelias/servers.js'
import type { Running } from '../support/servers.js'
import { startSearch } from './servers.js'

type Item = Record<string, unknown>

let servers: Record<'milepost' | 'nominatim' | 'pelias', Running>

beforeAll(async () => {
  const root = housesRoot()
  servers = {
    milepost: await startSearch(root),
    nominatim: await startSearch(root, { profile: 'nominatim' }),
    pelias: await startPelias(createEngine(root)),
  }
}, 60_000)

afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()))
})

const ask = async (server: keyof typeof servers, path: string) =>
  (await (await fetch(`${servers[server].url}${path}`)).json()) as Item

const HOUSE = { house_number: '4717', road: 'Carroll Manor Rd', state: 'Maryland', country_code: 'us' }

test.each(['milepost', 'nominatim'] as const)(
  'profile %s: a point is answered with its house',
  async (server) => {
    const place = await ask(server, '/reverse?lat=39.4990&lon=-76.5120&format=jsonv2&addressdetails=1')
    expect(place).toMatchObject({ type: 'house', address: HOUSE })
    expect([Number(place['lat']), Number(place['lon'])]).toEqual([39.499, -76.512])
    // Below zoom 18 no house is looked for.
    const town = await ask(server, '/reverse?lat=39.4990&lon=-76.5120&format=jsonv2&addressdetails=1&zoom=10')
    expect(town['address']).not.toHaveProperty('house_number')
  },
)

test('coordinates as q find the house, and an address its own', async () => {
  for (const q of ['39.4990, -76.5120', '4717 Carroll Manor Rd, Baldwin, MD 21013']) {
    const path = `/search?q=${encodeURIComponent(q)}&addressdetails=1`
    const [found] = (await ask('nominatim', path)) as unknown as Item[]
    expect([q, found]).toEqual([
      q,
      expect.objectContaining({ type: 'house', lat: expect.stringMatching(/^39\.499/) }),
    ])
    expect(found?.['address']).toMatchObject({ house_number: '4717' })
  }
})

test('points of interest are found by the profile alone', async () => {
  const path = '/search?q=coffee+in+Towson,+MD'
  const [found] = (await ask('nominatim', path)) as unknown as Item[]
  expect(found).toMatchObject({ name: 'Calvert Bean Counter' })
  expect(JSON.stringify(await ask('milepost', path))).not.toContain('Bean Counter')
})

test('Pelias: the house at a point, found again by its id, and a venue', async () => {
  const features = async (path: string) =>
    (await ask('pelias', `/v1/${path}`))['features'] as { properties: Item }[]
  const [house] = await features('reverse?point.lat=39.4990&point.lon=-76.5120')
  expect(house?.properties).toMatchObject({
    layer: 'address',
    housenumber: '4717',
    street: 'Carroll Manor Rd',
  })
  const [again] = await features(`place?ids=${encodeURIComponent(String(house?.properties['gid']))}`)
  expect(again?.properties).toMatchObject({ layer: 'address', housenumber: '4717' })
  const [venue] = await features('search?text=Calvert+Bean+Counter,+Towson,+MD')
  expect(venue?.properties).toMatchObject({ layer: 'venue', name: 'Calvert Bean Counter', source_id: 'a1' })
  const [known] = await features(`place?ids=${encodeURIComponent(String(venue?.properties['gid']))}`)
  expect(known?.properties).toMatchObject({
    layer: 'venue',
    name: 'Calvert Bean Counter',
    gid: venue?.properties['gid'],
    region: 'Maryland',
  })
})

test('Pelias completes venues among places: behind those that are spelt so, before those with a wrong letter', async () => {
  const found = async (query: string) => {
    const { features } = await ask('pelias', `/v1/autocomplete?${query}`)
    return (features as { properties: Item }[]).map(
      ({ properties: { layer, name } }) => `${String(layer)} ${String(name)}`,
    )
  }
  // A town and a venue begin with these letters; in a short list there is room for the venue.
  const both = await found('text=calv&size=4')
  expect(both).toHaveLength(4)
  expect(both[0]).not.toContain('venue')
  expect(both[3]).toBe('venue Calvert Bean Counter')
  const mistyped = await found('text=bostton')
  expect(mistyped[0]).toBe('venue Bostton Tea')
  expect(mistyped).toContain('locality Boston')
  // Nothing is called so: it asks for a kind.
  expect((await found('text=coffee+towson'))[0]).toBe('venue Calvert Bean Counter')
  expect(await found('text=calv&layers=venue')).toEqual(['venue Calvert Bean Counter'])
  expect((await found('text=calv&layers=locality')).join()).not.toContain('venue')
})
