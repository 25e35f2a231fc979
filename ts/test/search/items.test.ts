/** Results in full: the documented fields, those that are absent, and those that clients also read. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { SearchResult } from '../../src/wire/found.js'
import { EVERYTHING, type Running } from '../support/servers.js'
import { startSearch, startWith } from './servers.js'
import { STARTER } from '../support/paths.js'

interface Item {
  place_id: number
  lat: string
  lon: string
  display_name: string
  licence: string
  boundingbox: string[]
  address?: Record<string, string>
  unmatched?: Record<string, string>
}

interface Feature {
  properties: Record<string, unknown>
  bbox: number[]
  geometry: { coordinates: number[] }
}

let running: Running

beforeAll(async () => {
  running = await startSearch(EVERYTHING)
})

afterAll(() => running.close())

const ask = async <T>(path: string) => (await (await fetch(running.url + path)).json()) as T

const first = async (path: string) => {
  const [item] = await ask<Item[]>(path)
  if (item === undefined) throw new Error(`nothing found by ${path}`)
  return item
}

describe('a search result', () => {
  test('has every field that clients read, and neither osm_id nor osm_type', async () => {
    const item = await first('/search?q=Reno+NV')
    expect(item).toEqual({
      place_id: expect.any(Number),
      licence: "Data © GeoNames (CC BY 4.0), INSEE, La Poste, Ministère de l'Agriculture (Licence Ouverte)",
      lat: '39.52963',
      lon: '-119.8138',
      class: 'place',
      category: 'place',
      type: 'city',
      place_rank: 16,
      importance: expect.any(Number),
      addresstype: 'city',
      name: 'Reno',
      display_name: 'Reno, Nevada, United States of America',
      boundingbox: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
      annotations: expect.any(Object),
    })
  })

  test('lies in its box: south, north, west, east', async () => {
    for (const query of ['q=Reno+NV', 'q=France', 'q=Le+Touvet', 'q=89501', 'q=8FW4V75V%2B8Q']) {
      const { boundingbox, lat, lon } = await first(`/search?${query}`)
      const [south = 0, north = 0, west = 0, east = 0] = boundingbox.map(Number)
      expect(south).toBeLessThan(north)
      expect(west).toBeLessThan(east)
      expect(south <= Number(lat) && Number(lat) <= north).toBe(true)
      expect(west <= Number(lon) && Number(lon) <= east).toBe(true)
    }
  })

  test('has an address only when asked, and the country in it whether or not it was typed', async () => {
    expect(await first('/search?q=Reno+NV')).not.toHaveProperty('address')
    expect(await first('/search?q=Reno+NV&addressdetails=0')).not.toHaveProperty('address')
    expect((await first('/search?q=Reno+NV&addressdetails=true')).address).toEqual({
      city: 'Reno',
      county: 'Washoe County',
      state: 'Nevada',
      'ISO3166-2-lvl4': 'US-NV',
      country: 'United States of America',
      country_code: 'us',
    })
  })

  test('holds what was found, and the unmatched parts separately', async () => {
    const item = await first(
      '/search?street=10+rue+de+la+R%C3%A9publique&city=Lyon&postalcode=69001&addressdetails=1',
    )
    expect(item.address).toMatchObject({
      city: 'Lyon',
      postcode: '69001',
      country_code: 'fr',
    })
    expect(item.address).not.toHaveProperty('road')
    expect(item.display_name).toBe('Lyon, Auvergne-Rhône-Alpes, 69001, France')
    expect(item.unmatched).toEqual({ house_number: '10', road: 'rue de la République' })
  })

  test('of a plus code alone says what its point lies in', async () => {
    const item = await first('/search?q=8FW4V75V%2B8Q&addressdetails=1')
    expect(item.address).toMatchObject({ city: 'Paris', country: 'France', country_code: 'fr' })
    expect(item).toMatchObject({ annotations: { callingcode: 33 } })
  })

  test('has a place_id that is the same for the same answer and another for another', async () => {
    const [a, b, c] = [
      await first('/search?q=Reno+NV'),
      await first('/search?q=Reno,+Nevada'),
      await first('/search?q=Paris'),
    ]
    expect(a.place_id).toBe(b.place_id)
    expect(a.place_id).not.toBe(c.place_id)
    for (const { place_id } of [a, b, c]) {
      expect(Number.isSafeInteger(place_id) && place_id > 0).toBe(true)
    }
  })

  test('as GeoJSON has the other keys as properties, and a box', async () => {
    const item = await first('/search?q=Reno+NV&addressdetails=1')
    const { features } = await ask<{ features: Feature[] }>(
      '/search?q=Reno+NV&format=geojson&addressdetails=1',
    )
    const { lat, lon, boundingbox, ...rest } = item
    const [south, north, west, east] = boundingbox.map(Number)
    expect(features).toEqual([
      {
        type: 'Feature',
        properties: rest,
        bbox: [west, south, east, north],
        geometry: { type: 'Point', coordinates: [Number(lon), Number(lat)] },
      },
    ])
  })

  test('as JSON-LD is a place of schema.org with its address', async () => {
    expect(await ask('/search?street=1+Main+St&city=Reno&state=NV&postalcode=89501&format=jsonld')).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Place',
        name: expect.any(String),
        geo: { '@type': 'GeoCoordinates', latitude: expect.any(Number), longitude: expect.any(Number) },
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Reno',
          addressRegion: 'Nevada',
          postalCode: '89501',
          addressCountry: 'US',
        },
      },
    ])
  })
})

describe('a reverse result', () => {
  test('is the containing place at the point that was asked for, under the id of the gazetteer', async () => {
    const item = await ask<Item>('/reverse?lat=45.3586&lon=5.9531&addressdetails=1')
    expect(item).toMatchObject({
      place_id: 2999131,
      lat: '45.3586',
      lon: '5.9531',
      type: 'city',
      addresstype: 'city',
      name: 'Le Touvet',
      display_name: 'Le Touvet, Isère, Auvergne-Rhône-Alpes, France',
      address: { city: 'Le Touvet', county: 'Isère', state: 'Auvergne-Rhône-Alpes', country_code: 'fr' },
    })
    expect(await ask<Item>('/reverse?lat=45.3586&lon=5.9531')).not.toHaveProperty('address')
  })
})

/** An engine that finds one thing, to the letter. */
function finding(found: Partial<SearchResult>) {
  const city = {
    id: 7,
    place_id: 'wof:7',
    name: 'Town',
    placetype: 'locality',
    country_code: 'US',
    lat: 1,
    lon: 2,
    bbox: [1.5, 0.5, 2.5, 1.5],
    population: 999,
  }
  const result = {
    lat: 1,
    lon: 2,
    bbox: [1.99, 0.99, 2.01, 1.01],
    uncertainty_m: 15,
    house_number: null,
    street: null,
    postcode: null,
    place: city,
    places: [city],
    match_level: 'locality',
    accuracy_m: 5000,
    confidence: 0.9,
    found: { house_number: null, street: null, postcode: null },
    components: {},
    ...found,
  }
  return { search: () => JSON.stringify([result]) }
}

describe('a place at no level of an address', () => {
  test.each([
    ['landmark', 'tourism', 'attraction', 'tourism', 30],
    ['airport', 'aeroway', 'aerodrome', 'aeroway', 30],
    ['natural_feature', 'natural', 'yes', 'natural', 18],
    ['island', 'place', 'island', 'island', 17],
    ['informal_region', 'place', 'region', 'region', 18],
  ])('%s has the words of OpenStreetMap', async (placetype, category, type, addresstype, place_rank) => {
    const place = {
      id: 8,
      place_id: 'mp:8',
      name: 'Vane',
      placetype,
      country_code: 'US',
      lat: 1,
      lon: 2,
      bbox: [1.5, 0.5, 2.5, 1.5],
      population: 0,
    }
    const one = await startWith(finding({ resolution_tier: 'admin', place, places: [place] } as never))
    const [item] = (await (await fetch(`${one.url}/search?q=x&addressdetails=1`)).json()) as Item[]
    await one.close()
    expect(item).toMatchObject({ class: category, category, type, addresstype, place_rank, name: 'Vane' })
    expect(item?.display_name).toBe('Vane, United States')
    expect(item?.address).toEqual({ [addresstype]: 'Vane', country: 'United States', country_code: 'us' })
  })
})

describe('what was found', () => {
  const HOUSE = {
    class: 'place',
    category: 'place',
    type: 'house',
    addresstype: 'place',
    place_rank: 30,
    name: '',
  }
  const STREET = {
    class: 'highway',
    category: 'highway',
    type: 'residential',
    addresstype: 'road',
    place_rank: 26,
  }

  test.each([
    ['address_point', 'house', HOUSE],
    ['interpolated', 'interpolated', HOUSE],
    ['plus_code', 'point', HOUSE],
    ['street', 'street', { ...STREET, name: 'Main Street' }],
    [
      'admin',
      'locality',
      { class: 'place', type: 'city', addresstype: 'city', place_rank: 16, name: 'Town', importance: 0.3 },
    ],
  ] as const)('by %s has its class, type and rank', async (resolution_tier, match_level, expected) => {
    const typed = { house_number: '5', street: 'Main St', postcode: '01234' }
    // A tier finds what it is the point of, as the source writes it.
    const isHouse = match_level === 'house' || match_level === 'interpolated'
    const parts = {
      house_number: isHouse ? '5' : null,
      street: isHouse || match_level === 'street' ? 'Main Street' : null,
      postcode: '01234',
    }
    const components = { house_number: '5', street: 'Main', postcode: '01234' }
    const one = await startWith(finding({ resolution_tier, match_level, ...typed, found: parts, components }))
    const [item] = (await (await fetch(`${one.url}/search?q=x&addressdetails=1`)).json()) as Item[]
    await one.close()
    expect(item).toMatchObject(expected)
    // The chain ends below its country, whose code is known all the same.
    const shown = {
      ...(isHouse && { house_number: '5' }),
      ...(parts.street !== null && { road: 'Main Street' }),
      city: 'Town',
      postcode: '01234',
      country: 'United States',
    }
    expect(item?.display_name).toBe(Object.values(shown).join(', '))
    expect(item?.address).toEqual({ ...shown, country_code: 'us' })
    expect(item?.unmatched).toEqual(
      isHouse ? undefined : { house_number: '5', ...(parts.street === null && { road: 'Main St' }) },
    )
  })

  test('is annotated by its point and its country', async () => {
    const asked: unknown[] = []
    const one = await startWith(finding({ resolution_tier: 'admin' }), {
      annotate: (...question) => {
        asked.push(question)
        return { flag: '🇺🇸' }
      },
    })
    const body = await (await fetch(`${one.url}/search?q=x`)).json()
    await one.close()
    expect(body).toMatchObject([{ annotations: { flag: '🇺🇸' } }])
    expect(asked).toEqual([[1, 2, { countryCode: 'US', placeName: 'Town' }]])
  })
})

describe('a house', () => {
  const around = [
    {
      placetype: 'address',
      house_number: '12',
      street: 'RUE X',
      postcode: '1A',
      lat: 1.1,
      lon: 2.2,
      bbox: [2, 1, 3, 2],
    },
    { id: 7, name: 'Town', placetype: 'locality', country_code: 'FR', bbox: [0, 0, 9, 9], population: 5 },
  ]

  test('near a point answers with its own point under the id of its place, unless something larger is asked for', async () => {
    const wished: unknown[] = []
    const one = await startWith({
      reverse: (_lat, _lon, options) => {
        wished.push(options)
        return JSON.stringify(options?.houses === true ? around : around.slice(1))
      },
    })
    const answer = async (query: string) => (await fetch(`${one.url}/reverse?lat=1&lon=2&${query}`)).json()
    const house = {
      place_id: 7,
      lat: '1.1',
      lon: '2.2',
      type: 'house',
      display_name: '12, RUE X, Town',
      boundingbox: ['1', '2', '2', '3'],
      address: { house_number: '12', road: 'RUE X', city: 'Town', postcode: '1A', country: 'France' },
    }
    const place = { place_id: 7, lat: '1', lon: '2', type: 'city', display_name: 'Town' }
    expect(await answer('addressdetails=1')).toMatchObject(house)
    expect(await answer('addressdetails=1&zoom=18')).toMatchObject(house)
    expect(await answer('addressdetails=1&zoom=abc')).toMatchObject(house)
    expect(await answer('zoom=17')).toMatchObject(place)
    expect(await answer('zoom=10')).toMatchObject(place)
    await one.close()
    expect(wished).toEqual([true, true, true, false, false].map((houses) => ({ houses })))
  })
})

describe('the data root', () => {
  test('alone has the administrative database: one beside a gazetteer elsewhere is not looked for', async () => {
    const root = mkdtempSync(join(tmpdir(), 'milepost-search-'))
    const starter = join(STARTER, 'db/wof')
    const candidateDb = join(starter, 'candidate.db')
    const environment = { SERVICE_DATA_ROOT: root }
    const reverse = async () => {
      const one = await startSearch({ candidateDb, environment })
      const body = await (await fetch(`${one.url}/reverse?lat=45.3586&lon=5.9531`)).json()
      await one.close()
      return body
    }
    expect(await reverse()).toBeNull()
    mkdirSync(join(root, 'db/wof'), { recursive: true })
    symlinkSync(join(starter, 'admin-global-priority.db'), join(root, 'db/wof/admin-global-priority.db'))
    expect(await reverse()).toMatchObject({ name: 'Le Touvet' })
    rmSync(root, { recursive: true })
  })
})
