/** `--profile photon`: filters that the default profile does not read, and several answers at a point. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { createTypeaheadServer } from '../../src/surfaces/typeahead/server.js'
import { EVERYTHING, type Running } from '../support/servers.js'

interface Collection {
  features: { geometry: { coordinates: [number, number] }; properties: Record<string, string> }[]
}

let photon: Running
let byDefault: Running

beforeAll(async () => {
  const engine = createEngine(EVERYTHING)
  const start = async (profile: 'photon' | 'milepost') => {
    const app = await createTypeaheadServer({ engine, profile, logLevel: 'silent' })
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
  }
  photon = await start('photon')
  byDefault = await start('milepost')
})

afterAll(() => Promise.all([photon.close(), byDefault.close()]))

async function features(path: string, { url } = photon) {
  const response = await fetch(`${url}${path}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as Collection).features
}

const TEXAS = 'bbox=-96,33,-95,34'

test('a box leaves out what lies outside of it, and finds what is small in it', async () => {
  const found = await features(`/api?q=paris&${TEXAS}`)
  expect(found.map(({ properties }) => properties['state'])).toEqual(found.map(() => 'Texas'))
  expect(found.length).toBeGreaterThan(0)
  expect(await features('/api?q=paris&bbox=0,0,1,1')).toEqual([])
  expect((await features(`/api?q=paris&${TEXAS}`, byDefault))[0]?.properties['countrycode']).toBe('fr')
})

test('layers and tags leave out what is of another kind', async () => {
  const types = async (query: string) =>
    new Set((await features(`/api?q=new+yor&${query}`)).map(({ properties }) => properties['type']))
  expect(await types('layer=state')).toEqual(new Set(['state']))
  expect(await types('layer=city&layer=state')).toEqual(new Set(['city', 'state']))
  expect(await types('osm_tag=place:state')).toEqual(new Set(['state']))
  expect((await types('osm_tag=!place:city')).has('city')).toBe(false)
})

test('a point has so many answers as are asked for, finest first', async () => {
  const types = async (query: string, server = photon) =>
    (await features(`/reverse?lat=45.3586&lon=5.9531&${query}`, server)).map(
      ({ properties }) => properties['type'],
    )
  expect(await types('')).toEqual(['city'])
  expect(await types('limit=3')).toEqual(['city', 'county', 'state'])
  expect(await types('limit=3&layer=state&layer=country')).toEqual(['state', 'country'])
  expect(await types('limit=3', byDefault)).toEqual(['city'])
})

test('the document of the profile names its parameters', async () => {
  const document = (await (await fetch(`${photon.url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { parameters: { name: string }[] } }>
  }
  expect(document.paths['/api']?.get.parameters.map(({ name }) => name)).toContain('bbox')
})
