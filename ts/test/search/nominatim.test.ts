/** `--profile nominatim`: what clients of Nominatim rely on beyond the default profile, and those clients. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import NodeGeocoder from 'node-geocoder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { createSearchServer } from '../../src/surfaces/search/server.js'
import { coordinatesOf } from '../../src/surfaces/search/nominatim/question.js'
import { element } from '../../src/surfaces/search/nominatim/xml.js'
import { orSkip, pythonWith } from '../support/needs.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { COMMAND, STARTER } from '../support/paths.js'

type Item = Record<string, unknown> & { address?: Record<string, string> }

async function start(options = EVERYTHING): Promise<Running> {
  const engine = createEngine(options)
  const app = await createSearchServer({ engine, profile: 'nominatim', logLevel: 'silent' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

let running: Running

beforeAll(async () => {
  running = await start()
})

afterAll(() => running.close())

async function text(path: string, status = 200, url = running.url): Promise<string> {
  const response = await fetch(`${url}${path}`)
  expect([path, response.status]).toEqual([path, status])
  return response.text()
}

const ask = async (path: string, status = 200, url = running.url) =>
  JSON.parse(await text(path, status, url)) as Item[]
const one = async (path: string, status = 200) => JSON.parse(await text(path, status)) as Item

describe('/search', () => {
  test('answers several, by limit, in every country that is named', async () => {
    const found = await ask('/search?q=springfield&limit=5')
    expect(found).toHaveLength(5)
    expect(new Set(found.map(({ place_id }) => place_id)).size).toBe(5)
    const both = await ask('/search?q=Paris&countrycodes=us,ca&limit=10&addressdetails=1')
    const codes = new Set(both.map(({ address }) => address?.['country_code']))
    expect([...codes].every((code) => code === 'us' || code === 'ca')).toBe(true)
    expect(codes.has('ca')).toBe(true)
  })

  test('keeps to a view box where it is bounded, and prefers what is in it where it is not', async () => {
    const box = 'viewbox=-96,34,-95,33'
    const bounded = await ask(`/search?q=Paris&${box}&bounded=1`)
    expect(bounded.map(({ display_name }) => display_name)).toEqual([
      'Paris, Texas, United States of America',
    ])
    expect(await ask('/search?q=Paris&viewbox=0,0,1,1&bounded=1')).toEqual([])
    expect((await ask(`/search?q=Springfield&viewbox=-90,39,-89,40&limit=1`))[0]?.display_name).toContain(
      'Illinois',
    )
  })

  test('leaves out what was seen, and says nothing of the address unless asked', async () => {
    const [first, second] = await ask('/search?q=springfield&limit=2')
    expect(first).not.toHaveProperty('address')
    const rest = await ask(`/search?q=springfield&limit=2&exclude_place_ids=${String(first?.['place_id'])}`)
    expect(rest[0]?.['place_id']).toBe(second?.['place_id'])
  })

  test('reads coordinates as a point', async () => {
    const [found] = await ask('/search?q=45.3586,+5.9531')
    expect(found).toMatchObject({ name: 'Le Touvet', lat: '45.3586' })
    expect(coordinatesOf('N 45.5 W 5.25')).toEqual({ lat: 45.5, lon: -5.25 })
    expect(coordinatesOf('12 38660')).toBeUndefined()
    expect(coordinatesOf('95.5, 200.5')).toBeUndefined()
  })

  test('class in json, category in jsonv2, and the facts besides the address', async () => {
    const [json] = await ask('/search?q=Reno+NV&format=json&extratags=1&namedetails=1')
    expect(json).toMatchObject({ class: 'place', namedetails: { name: 'Reno' } })
    expect(json?.['extratags']).toEqual({ population: expect.stringMatching(/^\d+$/) })
    expect(json).not.toHaveProperty('category')
    const [v2] = await ask('/search?q=Reno+NV')
    expect(v2).toMatchObject({ category: 'place' })
    expect(v2).not.toHaveProperty('class')
    expect(v2).not.toHaveProperty('annotations')
    expect((await ask('/search?q=Reno+NV&annotations=1'))[0]).toHaveProperty('annotations.geohash')
  })

  test('as XML, GeoJSON and GeocodeJSON', async () => {
    const xml = await text('/search?q=Reno+NV&format=xml&addressdetails=1&extratags=1')
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8" \?>\n<searchresults [^>]*querystring="Reno NV" more_url="[^"]+" exclude_place_ids="\d+">/,
    )
    expect(xml).toMatch(/<place place_id="\d+" ref="Reno" lat="39.52963" lon="-119.8138" boundingbox="/)
    expect(xml).toContain('<city>Reno</city>')
    const geojson = await one('/search?q=Reno+NV&format=geojson')
    expect(geojson).toMatchObject({ type: 'FeatureCollection', features: [{ properties: { name: 'Reno' } }] })
    const geocodejson = await one('/search?q=Reno+NV&format=geocodejson&addressdetails=1')
    expect(geocodejson).toMatchObject({
      geocoding: { version: '0.1.0', query: 'Reno NV' },
      features: [{ properties: { geocoding: { type: 'city', name: 'Reno', country_code: 'us' } } }],
    })
  })

  test('what cannot be read is 400', async () => {
    expect(await one('/search', 400)).toEqual({ error: { code: 400, message: 'Nothing to search for.' } })
    expect(await one('/search?q=a&format=jsonld', 400)).toHaveProperty('error.code', 400)
    expect(await text('/reverse?lat=95&lon=0', 400)).toMatch(/<error><code>400<\/code>/)
  })

  test('a name is text in XML, also one that looks like an element', () => {
    expect(element('name', { key: '"<>' }, '<b>')).toBe('<name key="&quot;&lt;&gt;">&lt;b&gt;</name>')
    expect(element('name', {}, 'a\u0000\ufffeb')).toBe('<name>ab</name>')
  })
})

describe('/reverse and /lookup', () => {
  test('the address is there by default, and XML', async () => {
    expect(await text('/reverse?lat=45.3586&lon=5.9531')).toContain('<addressparts><city>Le Touvet</city>')
    expect(await one('/reverse?lat=45.3586&lon=5.9531&format=json')).toHaveProperty(
      'address.city',
      'Le Touvet',
    )
    expect(await one('/reverse?lat=45.3586&lon=5.9531&format=json&addressdetails=0')).not.toHaveProperty(
      'address',
    )
  })

  test('nothing at a point is an error with 200', async () => {
    expect(await one('/reverse?lat=0&lon=-30&format=json')).toEqual({ error: 'Unable to geocode' })
    expect(await text('/reverse?lat=0&lon=-30')).toContain('<error>Unable to geocode</error>')
  })

  test('an id of an answer finds the place again', async () => {
    const [found] = await ask('/search?q=Reno+NV&format=json')
    const id = String(found?.['place_id'])
    for (const query of [`place_ids=${id}`, `osm_ids=R${id}`, `osm_ids=N1,${id}`]) {
      const again = await ask(`/lookup?${query}&format=json`)
      expect(again.map(({ place_id, name }) => [String(place_id), name])).toEqual([[id, 'Reno']])
    }
    expect(await ask('/lookup?format=json')).toEqual([])
  })
})

describe('clients', () => {
  test('node-geocoder survives a point where nothing is', async () => {
    const geocoder = NodeGeocoder({ provider: 'openstreetmap', osmServer: running.url })
    await expect(geocoder.reverse({ lat: 0, lon: -30 })).rejects.toThrow('Unable to geocode')
    expect(await geocoder.reverse({ lat: 45.3586, lon: 5.9531 })).toMatchObject([{ city: 'Le Touvet' }])
    expect(await geocoder.geocode({ q: 'springfield', limit: 3 })).toHaveLength(3)
  })

  test('geopy gets several, boxes and both countries', async (context) => {
    const { command } = orSkip(pythonWith(['geopy==2.5.0', 'geographiclib==2.1']), context)
    const script = join(import.meta.dirname, 'geopy_nominatim_profile.py')
    const { stdout } = await promisify(execFile)(command, [script, new URL(running.url).host], {
      timeout: 120_000,
    })
    expect(JSON.parse(stdout)).toMatchObject({
      several: 5,
      codes: ['us'],
      boxed: 'Paris, Texas, United States of America',
      names: { name: 'Reno' },
      reverse: 'Le Touvet, Isère, Auvergne-Rhône-Alpes, France',
      sea: null,
      lookup_by_coordinates: 'Le Touvet, Isère, Auvergne-Rhône-Alpes, France',
    })
  }, 400_000)

  // The same script as against the default profile: geopy is one client for both profiles.
  test('geopy: texts and parts, countries, names in a language, nothing, and the sea', async (context) => {
    const { command } = orSkip(pythonWith(['geopy==2.5.0', 'geographiclib==2.1']), context)
    const script = join(import.meta.dirname, 'geopy_client.py')
    const { stdout } = await promisify(execFile)(command, [script, new URL(running.url).host], {
      timeout: 120_000,
    })
    const answer = JSON.parse(stdout) as Record<string, [string, number, number] | null>
    expect(answer).toMatchObject({
      one: ["Reno, Nevada, États-Unis d'Amérique", 39.52963, -119.8138],
      raw: { namedetails: { name: 'Reno' }, extratags: { population: expect.any(String) } },
      parts: [expect.stringMatching(/^New York City, New York/), expect.any(Number), expect.any(Number)],
      french: [expect.stringMatching(/France$/), expect.any(Number), expect.any(Number)],
      // The box is far from every Paris of the United States, and bounded.
      texan: null,
      nothing: null,
      nothing_at_all: null,
      reverse: ['Le Touvet, Isère, Auvergne-Rhône-Alpes, France', 45.3586, 5.9531],
      reverse_raw: { address: { city: 'Le Touvet', state: 'Auvergne-Rhône-Alpes' } },
      sea: null,
    })
    expect(answer['list']?.length).toBeGreaterThan(0)
  }, 400_000)

  test('node-geocoder reads texts, parts, countries, and nothing', async () => {
    const geocoder = NodeGeocoder({ provider: 'openstreetmap', osmServer: running.url })
    const [house] = await geocoder.geocode('350 5th Ave, New York, NY 10118')
    expect(house).toMatchObject({
      countryCode: 'US',
      city: 'New York City',
      // No register of houses is installed.
      streetName: undefined,
      streetNumber: undefined,
    })
    const [parts] = await geocoder.geocode({ city: 'Reno', state: 'NV', limit: 1 })
    expect(parts).toMatchObject({ city: 'Reno', countryCode: 'US' })
    const [texan] = await geocoder.geocode({ q: 'Paris', countrycodes: 'us' })
    expect(texan).toMatchObject({ state: 'Texas' })
    expect(await geocoder.geocode('Qwertyuiopville')).toHaveLength(0)
  })

  // As QGIS (src/core/geocoding) and an integration of Home Assistant that names a person's place send them.
  test('what QGIS and Home Assistant send is answered with what they read', async () => {
    const [found] = await ask(
      '/search?format=json&addressdetails=1&viewbox=-180,-90,180,90&countrycodes=us&q=Reno',
    )
    expect(found).toMatchObject({ class: 'place', type: 'city', address: { city: 'Reno' } })
    expect((found?.['boundingbox'] as string[]).map(Number).every(Number.isFinite)).toBe(true)
    const place = await one(
      '/reverse?format=json&lat=45.3586&lon=5.9531&accept-language=en&addressdetails=1&namedetails=1&zoom=18&limit=1',
    )
    expect(place).toMatchObject({
      display_name: expect.any(String),
      namedetails: { name: 'Le Touvet' },
      address: { city: 'Le Touvet', country_code: 'fr' },
    })
  })

  // apps/weather_status/lib/Service/WeatherStatusService.php. Immich asks no server: it has a database of its own.
  test('what Nextcloud sends is answered with what it reads', async () => {
    const [found] = await ask('/search?q=Reno&format=json&addressdetails=1&extratags=1&namedetails=1&limit=1')
    expect(found).toMatchObject({
      lat: expect.stringMatching(/^39\.5/),
      lon: expect.stringMatching(/^-119\.8/),
      display_name: expect.stringContaining('Reno'),
      address: { city: 'Reno', country: expect.any(String) },
    })
    const place = await one('/reverse?lat=45.36&lon=5.95&addressdetails=1&format=json')
    expect(place).toMatchObject({ address: { city: 'Le Touvet', country: 'France' } })
  })
})

test('points of interest are found where their database is open', async () => {
  const root = mkdtempSync(join(tmpdir(), 'milepost-search-poi-'))
  symlinkSync(join(STARTER, 'db'), join(root, 'db'))
  mkdirSync(join(root, 'poi'))
  const table = join(root, 'places.csv')
  writeFileSync(
    table,
    'name,category,brand,brand_wikidata,lat,lon,country,confidence,id\nPharmacie du Lac,pharmacy,,,45.739,4.911,FR,0.9,a1\n',
  )
  execFileSync(process.execPath, [COMMAND, 'build', 'poi', table, '--out', join(root, 'poi/poi.db')])
  const server = await start({ environment: { SERVICE_DATA_ROOT: root } })
  try {
    for (const question of ['pharmacy in Bron', 'pharmacies in Bron', 'pharmacie du lac']) {
      const [found] = await ask(`/search?q=${encodeURIComponent(question)}&extratags=1`, 200, server.url)
      expect([question, found?.['name'], found?.['type']]).toEqual([question, 'Pharmacie du Lac', 'pharmacy'])
      expect(found?.['extratags']).toEqual({ category: 'pharmacy', 'ref:gers': 'a1' })
    }
    expect(await ask('/search?q=pharmacy+in+Bron&countrycodes=us', 200, server.url)).toEqual([])
  } finally {
    await server.close()
  }
})
