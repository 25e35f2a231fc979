/** The requests of programs that ask Photon, with what each reads from the answer, in both profiles. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { createTypeaheadServer, type Profile } from '../../src/surfaces/typeahead/server.js'
import { housesRoot } from '../support/houses-root.js'
import type { Running } from '../support/servers.js'
import { PROFILES } from './servers.js'

interface Answer {
  type: string
  features: { geometry: { coordinates: [number, number] }; properties: Record<string, string> }[]
}

const running = new Map<Profile, Running>()

beforeAll(async () => {
  const engine = createEngine(housesRoot())
  for (const profile of PROFILES) {
    const app = await createTypeaheadServer({ engine, profile, logLevel: 'silent' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    running.set(profile, { url, close: () => app.close() })
  }
}, 60_000)

afterAll(() => Promise.all([...running.values()].map(({ close }) => close())))

describe.each(PROFILES)('profile %s', (profile) => {
  async function ask(path: string): Promise<Answer> {
    const response = await fetch(`${running.get(profile)?.url ?? ''}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Answer
  }

  // traccar, geocoder/PhotonGeocoder.java and GeocodeJsonGeocoder.java.
  test('Traccar reads the parts of an address from the first feature of a reverse lookup', async () => {
    const { features } = await ask('/reverse?lat=39.499000&lon=-76.512000&lang=en')
    expect(features[0]?.properties).toMatchObject({
      housenumber: '4717',
      street: 'Carroll Manor Rd',
      city: expect.any(String),
      state: 'Maryland',
      countrycode: expect.stringMatching(/^us$/i),
      postcode: '21013',
    })
    expect((await ask('/reverse?lat=-40.000000&lon=-120.000000&lang=en')).features).toEqual([])
  })

  // Dawarich, app/services/reverse_geocoding, through the gem geocoder (lookups/photon.rb).
  test('Dawarich reads names, towns and points of a reverse lookup', async () => {
    const { type, features } = await ask(
      '/reverse?lang=en&limit=10&lat=39.499&lon=-76.512&radius=1&distance_sort=true',
    )
    expect(type).toBe('FeatureCollection')
    expect(features.length).toBeLessThanOrEqual(10)
    for (const { geometry, properties } of features) {
      expect(geometry.coordinates.every(Number.isFinite)).toBe(true)
      expect(properties['osm_value']).toBeTruthy()
      expect(properties['country']).toMatch(/^United States/)
      expect(properties['name'] ?? properties['street']).toBeTruthy()
    }
  })

  // The gem geocoder, lookups/photon.rb, with a bias and a filter.
  test('the gem geocoder searches near a point and in a box', async () => {
    const { features } = await ask(
      '/api?lang=en&limit=5&q=Paris&lat=33.66&lon=-95.55&location_bias_scale=2&bbox=-96,33,-95,34&osm_tag=place:city',
    )
    expect(features[0]?.properties).toMatchObject({ name: 'Paris', state: 'Texas' })
  })

  // leaflet-control-geocoder, src/geocoders/photon.ts, sends a query as it is typed and reads these properties.
  test('a search control reads the extent and the parts of a name', async () => {
    const { features } = await ask('/api?q=Reno')
    const { properties } = features[0] ?? {}
    expect(properties).toMatchObject({
      name: 'Reno',
      country: expect.stringMatching(/^United States/),
      osm_key: 'place',
    })
    expect(properties?.['extent']).toHaveLength(4)
  })
})
