/** `--profile nominatim` over data of OpenStreetMap: ids, kinds, names, tags and outlines of objects. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { build } from '../data/command.js'
import { pbf } from '../data/pbf.js'
import type { Running } from '../support/servers.js'
import { startSearch } from './servers.js'

type Item = Record<string, unknown> & {
  address?: Record<string, string>
  names?: Record<string, string>
  features?: { properties: Record<string, unknown>; geometry: { type: string } }[]
}

let running: Running

/** A street of Vaduz with a house, a café, a building with a pub in it, and the entrance of a garage. */
function extract(): Buffer {
  const house = { 'addr:street': 'Blaureiherweg', 'addr:city': 'Vaduz', 'addr:postcode': '9490' }
  return pbf([
    { id: 1, at: [47.141, 9.521] },
    { id: 2, at: [47.1411, 9.522] },
    { id: 7, at: [47.141, 9.523] },
    { id: 3, at: [47.141, 9.5215], tags: { ...house, 'addr:housenumber': '12', wheelchair: 'yes' } },
    {
      id: 5,
      at: [47.1412, 9.522],
      tags: {
        amenity: 'cafe',
        name: 'Blaureiher Kaffee',
        'name:en': 'Heron Café',
        cuisine: 'coffee_shop',
        ...house,
        'addr:housenumber': '16',
      },
    },
    { id: 6, at: [47.14155, 9.52255], tags: { amenity: 'pub', name: 'Reiherhorst' } },
    {
      id: 8,
      at: [47.1409, 9.5229],
      tags: { amenity: 'parking_entrance', name: 'Garage', ...house, 'addr:housenumber': '20' },
    },
    { id: 21, at: [47.1414, 9.5224] },
    { id: 22, at: [47.1416, 9.5224] },
    { id: 23, at: [47.1416, 9.5226] },
    { id: 24, at: [47.1414, 9.5226] },
    { id: 11, refs: [21, 22, 23, 24, 21], tags: { building: 'yes', ...house, 'addr:housenumber': '18' } },
    { id: 10, refs: [1, 2, 7], tags: { highway: 'residential', name: 'Blaureiherweg', surface: 'asphalt' } },
  ])
}

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'milepost-objects-'))
  const file = join(root, 'vaduz.osm.pbf')
  writeFileSync(file, extract())
  build('osm', file, '--country', 'li', '--out', root)
  running = await startSearch({ environment: { SERVICE_DATA_ROOT: root } }, { profile: 'nominatim' })
}, 180_000)

afterAll(() => running.close())

async function json<T = Item[]>(path: string, status = 200): Promise<T> {
  const response = await fetch(`${running.url}${path}`)
  expect([path, response.status]).toEqual([path, status])
  return (await response.json()) as T
}

const HOUSE = '/search?q=Blaureiherweg+12,+9490+Vaduz'

describe('an answer has the object', () => {
  test('of a house, with its tags', async () => {
    const [house] = await json(`${HOUSE}&addressdetails=1&extratags=1`)
    expect(house).toMatchObject({
      osm_type: 'node',
      osm_id: 3,
      category: 'place',
      type: 'house',
      place_rank: 30,
      addresstype: 'place',
      name: '',
      extratags: { wheelchair: 'yes' },
      address: { house_number: '12', road: 'Blaureiherweg', postcode: '9490', country_code: 'li' },
      boundingbox: ['47.14095', '47.14105', '9.52145', '9.52155'],
    })
    expect(Object.keys(house ?? {}).slice(0, 6)).toEqual([
      'place_id',
      'licence',
      'osm_type',
      'osm_id',
      'lat',
      'lon',
    ])
  })

  test('of a house beside the tags of an entrance, whose name is not that of the house', async () => {
    const [house] = await json('/search?q=Blaureiherweg+20,+9490+Vaduz&namedetails=1')
    expect(house).toMatchObject({ osm_id: 8, category: 'place', type: 'house', name: '', namedetails: null })
  })

  test('of what is in a building, in a reverse lookup at the middle of the building', async () => {
    const inside = await json<Item>('/reverse?lat=47.1415&lon=9.5225&format=jsonv2')
    expect(inside).toMatchObject({ osm_type: 'node', osm_id: 6, type: 'pub', name: 'Reiherhorst' })
    const corner = await json<Item>('/reverse?lat=47.1414&lon=9.5224&format=jsonv2')
    expect(corner).toMatchObject({ osm_type: 'way', osm_id: 11, category: 'building' })
  })

  test('of a street, with its line in every way of writing', async () => {
    const ask = async (more: string) => (await json(`/search?q=Blaureiherweg,+Vaduz&${more}`))[0]
    expect(await ask('polygon_geojson=1')).toMatchObject({
      osm_type: 'way',
      osm_id: 10,
      category: 'highway',
      type: 'residential',
      place_rank: 26,
      addresstype: 'road',
      name: 'Blaureiherweg',
      boundingbox: ['47.141', '47.1411', '9.521', '9.523'],
      geojson: {
        type: 'LineString',
        coordinates: [
          [9.521, 47.141],
          [9.522, 47.1411],
          [9.523, 47.141],
        ],
      },
    })
    const simple = await ask('polygon_text=1&polygon_threshold=0.001')
    expect(simple).toHaveProperty('geotext', 'LINESTRING(9.521 47.141,9.523 47.141)')
    expect(await ask('polygon_svg=1')).toHaveProperty('svg', 'M 9.521 -47.141 L 9.522 -47.1411 9.523 -47.141')
    expect(await ask('polygon_kml=1')).toHaveProperty(
      'geokml',
      '<LineString><coordinates>9.521,47.141 9.522,47.1411 9.523,47.141</coordinates></LineString>',
    )
    const collection = await json<Item>('/search?q=Blaureiherweg,+Vaduz&format=geojson&polygon_geojson=1')
    expect(collection.features?.[0]).toMatchObject({
      properties: { osm_type: 'way', osm_id: 10 },
      geometry: { type: 'LineString' },
    })
  })

  test('of a point of interest, in the language that is asked for', async () => {
    const [cafe] = await json('/search?q=cafes+in+Vaduz&addressdetails=1&namedetails=1&accept-language=en')
    expect(cafe).toMatchObject({
      osm_type: 'node',
      osm_id: 5,
      category: 'amenity',
      type: 'cafe',
      name: 'Heron Café',
      namedetails: { name: 'Blaureiher Kaffee', 'name:en': 'Heron Café' },
      address: { amenity: 'Heron Café', house_number: '16', road: 'Blaureiherweg' },
    })
    expect((await json('/search?q=cafes+in+Vaduz'))[0]?.['name']).toBe('Blaureiher Kaffee')
  })

  test('of a reverse lookup', async () => {
    const found = await json<Item>('/reverse?lat=47.14101&lon=9.52149&format=jsonv2')
    expect(found).toMatchObject({ osm_type: 'node', osm_id: 3, address: { house_number: '12' } })
    const street = await json<Item>('/reverse?lat=47.14101&lon=9.52149&format=jsonv2&zoom=17')
    expect(street).toMatchObject({ osm_type: 'way', osm_id: 10, addresstype: 'road' })
    expect(street.address).not.toHaveProperty('house_number')
  })
})

describe('an object is found', () => {
  test('by its id, in the order asked; unknown ones are left out', async () => {
    const found = await json('/lookup?format=jsonv2&osm_ids=W10,N3,R9,N5')
    expect(found.map(({ osm_type, osm_id }) => [osm_type, osm_id])).toEqual([
      ['way', 10],
      ['node', 3],
      ['node', 5],
    ])
    expect(found[0]).toMatchObject({ name: 'Blaureiherweg', address: { road: 'Blaureiherweg' } })
  })

  test('by the place_id of an answer', async () => {
    const id = String((await json(HOUSE))[0]?.['place_id'])
    expect(await json<Item>(`/details?place_id=${id}`)).toMatchObject({ osm_type: 'N', osm_id: 3 })
    expect(await json(`/lookup?format=jsonv2&place_ids=${id}`)).toMatchObject([{ osm_id: 3 }])
    expect(await json(`${HOUSE}&exclude_place_ids=${id}`)).toEqual([])
    expect(await json(`${HOUSE}&exclude_place_ids=N3`)).toEqual([])
  })

  test('in detail', async () => {
    const details = await json<Item>('/details?osmtype=W&osmid=10&polygon_geojson=1&addressdetails=1')
    expect(details).toMatchObject({
      osm_type: 'W',
      osm_id: 10,
      category: 'highway',
      type: 'residential',
      localname: 'Blaureiherweg',
      names: { name: 'Blaureiherweg' },
      extratags: { surface: 'asphalt' },
      isarea: false,
      geometry: { type: 'LineString' },
    })
    expect(await json<Item>('/details?osmtype=N&osmid=5&class=amenity')).toMatchObject({
      names: { 'name:en': 'Heron Café' },
      addresstags: { street: 'Blaureiherweg', housenumber: '16' },
    })
    await json('/details?osmtype=N&osmid=5&class=shop', 404)
    await json('/details?osmtype=R&osmid=1', 404)
  })
})
