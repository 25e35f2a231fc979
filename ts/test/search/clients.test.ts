/** Clients of such services as their users call them, against a running server. */
import { execFile } from 'node:child_process'
import http, { type RequestOptions } from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'

import NodeGeocoder from 'node-geocoder'
import { createClient } from 'nominatim-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { orSkip, pythonWith } from '../support/needs.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { startSearch } from './servers.js'

let running: Running

beforeAll(async () => {
  running = await startSearch(EVERYTHING)
})

afterAll(() => running.close())

describe('geopy', () => {
  type Located = [address: string, latitude: number, longitude: number] | null

  test('geocodes texts and parts, keeps to countries, reverses, and finds nothing where nothing is', async (context) => {
    const { command } = orSkip(pythonWith(['geopy==2.5.0', 'geographiclib==2.1']), context)
    const script = join(import.meta.dirname, 'geopy_client.py')
    const { stdout } = await promisify(execFile)(command, [script, new URL(running.url).host], {
      timeout: 120_000,
    })
    const answer = JSON.parse(stdout) as Record<string, Located>
    expect(answer['one']).toEqual(['Reno, Nevada, United States of America', 39.52963, -119.8138])
    expect(answer).toMatchObject({
      raw: { place_id: expect.any(Number), type: 'city', address: { country_code: 'us' } },
      list: [answer['one']],
      nothing: null,
      nothing_at_all: null,
      reverse: ['Le Touvet, Isère, Auvergne-Rhône-Alpes, France', 45.3586, 5.9531],
      // geopy asks for the address of its own accord.
      reverse_raw: { address: { city: 'Le Touvet', state: 'Auvergne-Rhône-Alpes' } },
      sea: null,
    })
    // No register of houses is installed.
    expect(answer['parts']?.[0]).toMatch(/^New York City, New York/)
    expect(answer['parts']?.[1]).toBeCloseTo(40.7, 0)
    expect(answer['french']?.[0]).toMatch(/France$/)
    expect(answer['texan']?.[0]).toMatch(/Texas/)
  }, 400_000)
})

describe('node-geocoder', () => {
  const geocoder = () => NodeGeocoder({ provider: 'openstreetmap', osmServer: running.url })

  test('reads the address of a search', async () => {
    const [found] = await geocoder().geocode('350 5th Ave, New York, NY 10118')
    expect(found).toMatchObject({
      formattedAddress: 'New York City, New York, 10118, United States of America',
      country: 'United States of America',
      countryCode: 'US',
      city: 'New York City',
      state: 'New York',
      zipcode: '10118',
      // No register of houses is installed.
      streetName: undefined,
      streetNumber: undefined,
      provider: 'openstreetmap',
    })
    expect(found?.latitude).toBeCloseTo(40.75, 1)
    expect(found?.longitude).toBeCloseTo(-73.99, 1)
  })

  test('reads parts of an address, one country, and nothing', async () => {
    const [parts] = await geocoder().geocode({ city: 'Reno', state: 'NV', limit: 1 })
    expect(parts).toMatchObject({ city: 'Reno', countryCode: 'US' })
    const [texan] = await geocoder().geocode({ q: 'Paris', countrycodes: 'us' })
    expect(texan).toMatchObject({ state: 'Texas' })
    expect(await geocoder().geocode('Qwertyuiopville')).toHaveLength(0)
  })

  // A point without a place is null, on which this client throws outside the caller's reach.
  test('reverses', async () => {
    const [found] = await geocoder().reverse({ lat: 45.3586, lon: 5.9531 })
    expect(found).toMatchObject({
      city: 'Le Touvet',
      countryCode: 'FR',
      latitude: 45.3586,
      longitude: 5.9531,
    })
  })
})

describe('nominatim-client', () => {
  // The client knows one host and calls it by HTTPS; its requests are led to the server here, as they are.
  beforeEach(() => {
    const { hostname, port } = new URL(running.url)
    vi.spyOn(https, 'get').mockImplementation(((options: RequestOptions, callback: () => void) =>
      http.get({ ...options, host: hostname, port }, callback)) as typeof https.get)
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('searches at the root, reverses, and passes on what it gets', async () => {
    const client = createClient({ useragent: 'milepost-tests', referer: running.url })
    expect(await client.search({ q: 'Reno NV', addressdetails: 1 })).toMatchObject([
      { display_name: 'Reno, Nevada, United States of America', address: { country_code: 'us' } },
    ])
    expect(await client.reverse({ lat: 45.3586, lon: 5.9531 })).toMatchObject({ name: 'Le Touvet' })
    expect(https.get).toHaveBeenCalledTimes(2)
  })
})

describe('QGIS', () => {
  /** What its geocoder reads of a result: a box of four numbers, a class, a type, and names by these keys. */
  const READ = ['road', 'village', 'city_district', 'town', 'city', 'state', 'country', 'postcode']

  test('finds its documented keys', async () => {
    const query =
      'format=json&addressdetails=1&viewbox=-180,-90,180,90&countrycodes=us&q=350+5th+Ave,+New+York,+NY+10118'
    const [found] = (await (await fetch(`${running.url}/search?${query}`)).json()) as Record<
      string,
      unknown
    >[]
    expect(found).toMatchObject({ display_name: expect.any(String), place_id: expect.any(Number) })
    expect(found).toMatchObject({ class: expect.any(String), type: expect.any(String) })
    const address = found?.['address'] as Record<string, string>
    expect(READ.filter((key) => key in address)).toEqual(['city', 'state', 'country', 'postcode'])
    const box = (found?.['boundingbox'] as string[]).map(Number)
    expect(box).toHaveLength(4)
    expect(box.every(Number.isFinite)).toBe(true)
    expect(Number.isFinite(Number(found?.['lat'])) && Number.isFinite(Number(found?.['lon']))).toBe(true)
  })
})
