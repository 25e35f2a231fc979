/** The Pelias surface over the real engine and the starter data, also through geopy's own client. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { orSkip, pythonWith } from '../support/needs.js'
import { type Document, operationsOf, problemsOf } from '../surfaces/openapi.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { startPelias } from './servers.js'

interface Body {
  geocoding: { query: Record<string, unknown>; errors?: string[]; warnings?: string[] }
  type: string
  features: {
    geometry: { coordinates: [number, number] }
    properties: Record<string, unknown>
    bbox?: number[]
  }[]
  bbox?: number[]
}

let running: Running

beforeAll(async () => {
  running = await startPelias(createEngine(EVERYTHING))
})

afterAll(() => running.close())

async function ask(path: string, status = 200): Promise<Body> {
  const response = await fetch(`${running.url}/v1/${path}`)
  expect([path, response.status]).toEqual([path, status])
  return (await response.json()) as Body
}

const labels = ({ features }: Body) => features.map(({ properties }) => properties['label'])

describe('search', () => {
  test('a place has ids, layer, letters of state and country, and a label', async () => {
    const { features, geocoding } = await ask('search?text=Reno,+NV&size=1')
    expect(features[0]?.properties).toMatchObject({
      layer: 'locality',
      gid: 'milepost:locality:5511077',
      name: 'Reno',
      region: 'Nevada',
      region_a: 'NV',
      country_a: 'USA',
      country_code: 'US',
      match_type: 'exact',
      confidence: 0.999,
      label: 'Reno, NV, USA',
    })
    expect(features[0]?.geometry.coordinates).toEqual([-119.8138, 39.52963])
    expect(geocoding.query).toMatchObject({ text: 'Reno, NV', size: 1 })
  })

  test('answers as many as there are, within countries, boxes and circles', async () => {
    const all = await ask('search?text=Paris')
    expect(all.features.length).toBeGreaterThan(1)
    expect(labels(all)[0]).toBe('Paris, France')
    expect(all.bbox).toHaveLength(4)
    const american = await ask('search?text=Paris&boundary.country=USA')
    expect(new Set(american.features.map(({ properties }) => properties['country_a']))).toEqual(
      new Set(['USA']),
    )
    const box =
      'boundary.rect.min_lat=33&boundary.rect.min_lon=-96&boundary.rect.max_lat=34&boundary.rect.max_lon=-95'
    expect(labels(await ask(`search?text=Paris&${box}`))).toEqual(['Paris, TX, USA'])
    const circle = 'boundary.circle.lat=33.66&boundary.circle.lon=-95.55&boundary.circle.radius=20'
    expect(labels(await ask(`search?text=Paris&${circle}`))).toEqual(['Paris, TX, USA'])
  })

  test('an address in parts, and one whose house is not known', async () => {
    const parts = 'address=350+5th+Ave&locality=New+York&region=NY&country=USA'
    const { features } = await ask(`search/structured?${parts}`)
    expect(features[0]?.properties).toMatchObject({ layer: 'locality', match_type: 'fallback' })
  })

  test('layers leave out what is of another', async () => {
    const { features } = await ask('autocomplete?text=gren&layers=locality&size=5')
    expect(new Set(features.map(({ properties }) => properties['layer']))).toEqual(new Set(['locality']))
    expect(labels({ features } as Body)[0]).toBe('Grenoble, France')
    const coarse = await ask('reverse?point.lat=45.3586&point.lon=5.9531&layers=region')
    expect(labels(coarse)).toEqual(['Auvergne-Rhône-Alpes, France'])
  })
})

describe('reverse and place', () => {
  test('a point is answered with the places around it, finest first, each found again by its id', async () => {
    const { features } = await ask('reverse?point.lat=45.3586&point.lon=5.9531&size=3')
    expect(features.map(({ properties }) => properties['name'])).toEqual([
      'Le Touvet',
      'Isère',
      'Auvergne-Rhône-Alpes',
    ])
    expect(features[0]?.properties['distance']).toBeLessThan(1)
    const ids = features.map(({ properties }) => String(properties['gid'])).join(',')
    const again = await ask(`place?ids=${encodeURIComponent(ids)}`)
    expect(again.features.map(({ properties }) => properties['gid'])).toEqual(ids.split(','))
  })

  test('a landmark is a venue, an island has the layer of a county, and both are found again by their ids', async () => {
    const found = async (text: string) =>
      (await ask(`search?text=${encodeURIComponent(text)}&size=1`)).features[0]?.properties
    const tower = await found('Eiffel Tower')
    expect(tower).toMatchObject({ layer: 'venue', name: 'Eiffel Tower', locality: 'Paris' })
    expect(tower?.['venue']).toBeUndefined()
    const island = await found('Mallorca')
    expect(island).toMatchObject({ layer: 'county', name: 'Mallorca', country_a: 'ESP' })
    const again = await ask(`place?ids=${String(tower?.['gid'])},${String(island?.['gid'])}`)
    expect(again.features.map(({ properties }) => properties['name'])).toEqual(['Eiffel Tower', 'Mallorca'])
  })

  test('an id that is none finds nothing', async () => {
    for (const id of ['milepost:locality:1', 'milepost:address:nonsense', 'osm:venue:way/1', 'wof:ocean:1']) {
      expect((await ask(`place?ids=${id}`)).features).toEqual([])
    }
  })
})

describe('errors are reported as Pelias reports them', () => {
  test.each([
    ['search', "invalid param 'text': text length, must be >0"],
    ['autocomplete?text=+', "invalid param 'text': text length, must be >0"],
    ['search?text=a&layers=moon', "'moon' is an invalid layers parameter"],
    ['search?text=a&boundary.country=ZZZ', 'ZZZ is not a valid ISO2/ISO3 country code'],
    ['search/structured', 'at least one of the following fields must be non-empty'],
    ['reverse', "missing param 'point.lat'"],
    ['reverse?point.lat=1', "missing param 'point.lon'"],
    ['reverse?point.lat=95&point.lon=0', "invalid param 'point.lat'"],
    ['place', "invalid param 'ids'"],
  ])('%s', async (path, error) => {
    const body = await ask(path, 400)
    expect(body.features).toEqual([])
    expect(body.geocoding.errors?.[0]).toContain(error)
  })

  test('a size that is too large is a warning', async () => {
    expect((await ask('search?text=Paris&size=400')).geocoding.warnings).toEqual([
      "out-of-range integer 'size', using MAX_SIZE",
    ])
  })
})

test('the document holds and names every route', async () => {
  const document = (await (await fetch(`${running.url}/openapi.json`)).json()) as Document
  expect(await problemsOf(document)).toEqual([])
  expect(operationsOf(document).map(([path, id]) => [path, id])).toEqual([
    ['/v1/autocomplete', 'autocomplete'],
    ['/v1/nearby', 'nearby'],
    ['/v1/place', 'place'],
    ['/v1/reverse', 'reverse'],
    ['/v1/search', 'search'],
    ['/v1/search/structured', 'searchStructured'],
  ])
  expect((await fetch(`${running.url}/docs`)).status).toBe(200)
})

test("geopy's client geocodes, keeps to countries and boxes, and reverses", async (context) => {
  const { command } = orSkip(pythonWith(['geopy==2.5.0', 'geographiclib==2.1']), context)
  const script = join(import.meta.dirname, 'geopy_client.py')
  const { stdout } = await promisify(execFile)(command, [script, new URL(running.url).host], {
    timeout: 120_000,
  })
  const answer = JSON.parse(stdout) as Record<string, unknown>
  expect(answer).toMatchObject({
    one: [expect.stringContaining('Reno'), 39.52963, -119.8138],
    raw: { properties: { label: 'Reno, NV, USA' } },
    texan: [expect.stringContaining('Paris'), 33.66094, -95.55551],
    boxed: [expect.stringContaining('Paris'), 33.66094, -95.55551],
    // Labels end with the letters of a country, which no language changes.
    german: [expect.stringContaining('Reno'), 39.52963, -119.8138],
    nothing: null,
    reverse: [expect.stringContaining('Le Touvet'), expect.any(Number), expect.any(Number)],
    sea: null,
  })
  expect((answer['several'] as unknown[]).length).toBeGreaterThan(1)
}, 400_000)
