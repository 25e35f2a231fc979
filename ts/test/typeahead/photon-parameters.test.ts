/** `--profile photon`, parameter by parameter: accepted values, the status of a wrong one, effect, order and types of fields. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { filtersOf } from '../../src/surfaces/typeahead/photon/filters.js'
import { createTypeaheadServer } from '../../src/surfaces/typeahead/server.js'
import { housesRoot } from '../support/houses-root.js'
import { type Document, operationsOf, problemsOf } from '../surfaces/openapi.js'
import type { Running } from '../support/servers.js'

type Properties = Record<string, string> & { extent?: number[] }

interface Collection {
  type: string
  features: { type: string; geometry: { coordinates: [number, number] }; properties: Properties }[]
  message?: string
}

async function startPhoton(engine = createEngine(housesRoot())): Promise<Running> {
  const app = await createTypeaheadServer({ engine, profile: 'photon', logLevel: 'silent' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

let running: Running

beforeAll(async () => {
  running = await startPhoton()
}, 60_000)

afterAll(() => running.close())

async function ask(path: string, status = 200): Promise<Collection> {
  const response = await fetch(`${running.url}${path}`)
  expect([path, response.status]).toEqual([path, status])
  return (await response.json()) as Collection
}

const features = async (path: string) => (await ask(path)).features.map(({ properties }) => properties)

describe('a wrong value is 400', () => {
  test.each([
    ['/api', "Missing parameter 'q'."],
    ['/api?q=a&limit=x', "Invalid parameter 'limit': must be a number"],
    ['/api?q=a&limit=1.5', "Invalid parameter 'limit': must be a number"],
    ['/api?q=a&lat=x&lon=1', "Invalid parameter 'lat': must be a number"],
    ['/api?q=a&lat=91&lon=1', "Invalid value for 'lat' parameter."],
    ['/api?q=a&lat=1&lon=181', "Invalid value for 'lon' parameter."],
    ['/api?q=a&lat=1', "Missing parameter 'lon'."],
    ['/api?q=a&lon=1', "Missing parameter 'lat'."],
    ['/api?q=a&zoom=x', "Invalid parameter 'zoom': must be a number"],
    ['/api?q=a&location_bias_scale=x', "Invalid parameter 'location_bias_scale': must be a number"],
    ['/api?q=a&bbox=1,2,3', 'invalid number of supplied coordinates'],
    ['/api?q=a&bbox=1,2,3,x', 'invalid number of supplied coordinates'],
    ['/api?q=a&bbox=1,50,3,40', "Invalid value for 'bbox' parameter."],
    ['/api?q=a&layer=moon', 'Unknown layer type. Available layers: [house, street, locality'],
    ['/api?q=a&osm_tag=a:b:c', "Invalid parameter 'osm_tag=a:b:c': bad syntax for tag filter."],
    ['/api?q=a&include=osm', "Invalid category pattern in 'include'."],
    ['/api?q=a&exclude=a..b', "Invalid category pattern in 'exclude'."],
    ['/api?q=a&countrycode=DEU', "Invalid parameter 'countrycode'"],
    ['/api?q=a&geometry=true', 'Geometry output requested but not available in database.'],
    ['/api?q=a&lang=%25', "Language is not supported: %. Supported are 'default' and language tags."],
    ['/api?q=a&lang=de,fr', 'Language is not supported: de,fr.'],
    ['/api?q=a&nonsense=1', "Unknown query parameter 'nonsense'.  Allowed parameters are: [q, "],
    ['/structured?limit=1', 'at least one of the parameters [housenumber, street'],
    ['/structured?city=a&q=b', "Unknown query parameter 'q'."],
    ['/reverse?lon=1', "Missing parameter 'lat'."],
    ['/reverse?lat=1&lon=181', "Invalid value for 'lon' parameter."],
    ['/reverse?lat=1&lon=1&radius=0', "Invalid value for 'radius' parameter."],
    ['/reverse?lat=1&lon=1&radius=5001', "Invalid value for 'radius' parameter."],
    ['/reverse?lat=1&lon=1&radius=x', "Invalid parameter 'radius': must be a number"],
  ])('%s', async (path, message) => {
    expect(await ask(path, 400)).toEqual({
      type: 'FeatureCollection',
      features: [],
      message: expect.stringContaining(message),
    })
  })
})

describe('/api', () => {
  test('fields have the order, case and types of Photon', async () => {
    const [town] = await features('/api?q=reno&limit=1')
    expect(Object.keys(town ?? {})).toEqual([
      ...[
        'osm_key',
        'osm_value',
        'type',
        'countrycode',
        'name',
        'country',
        'city',
        'state',
        'county',
        'extent',
      ],
    ])
    expect(town).toMatchObject({ countrycode: 'US', name: 'Reno', type: 'city' })
    const [west = 0, north = 0, east = 0, south = 0] = town?.extent ?? []
    expect(west < east && south < north).toBe(true)
    const [house] = await features('/api?q=4717+carroll+manor&limit=1')
    expect(house).toEqual({
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      postcode: '21013',
      housenumber: '4717',
      countrycode: 'US',
      country: 'United States of America',
      city: 'Baldwin',
      street: 'Carroll Manor Rd',
      state: 'Maryland',
      county: 'Baltimore County',
    })
  })

  test.each([
    ['', 15],
    ['&limit=', 15],
    ['&limit=3', 3],
    ['&limit=0', 1],
    ['&limit=-2', 1],
  ])('limit "%s" answers %s', async (limit, count) => {
    expect(await features(`/api?q=spr${limit}`)).toHaveLength(count)
  })

  test('a blank q is an empty collection, also one that is too long', async () => {
    expect(await features('/api?q=')).toEqual([])
    expect(await features(`/api?q=${'a'.repeat(513)}`)).toEqual([])
  })

  test('an address whose street no data have finds its place, and says what was not found', async () => {
    const [town, ...others] = await features('/api?q=14+rue+pelisson+villeurbanne')
    expect(town).toMatchObject({
      type: 'city',
      name: 'Villeurbanne',
      unmatched: { housenumber: '14', street: 'rue pelisson' },
    })
    expect(others).toEqual([])
    expect(await features('/api?q=14+rue+pelisson+villeurbanne&countrycode=US')).toEqual([])
    expect(await features('/api?q=qwertyuiopville')).toEqual([])
  })

  test('countrycode keeps to countries', async () => {
    const codes = async (query: string) =>
      new Set((await features(`/api?q=paris&${query}`)).map(({ countrycode }) => countrycode))
    expect(await codes('countrycode=US')).toEqual(new Set(['US']))
    expect(await codes('countrycode=fr&countrycode=CA')).toEqual(new Set(['FR', 'CA']))
  })

  test('include and exclude filter by category', async () => {
    const names = async (query: string) =>
      (await features(`/api?q=calv&limit=50&${query}`)).map(({ name }) => name)
    expect(await names('include=osm.amenity.coffee_shop')).toEqual(['Calvert Bean Counter'])
    expect(await names('include=osm.amenity')).toEqual(['Calvert Bean Counter'])
    expect(await names('include=osm.amenity,osm.place.city&include=osm.place')).not.toContain(
      'Calvert Bean Counter',
    )
    expect(await names('exclude=osm.amenity')).not.toContain('Calvert Bean Counter')
    expect(await names('exclude=osm.amenity,osm.place')).toContain('Calvert Bean Counter')
  })

  test('zoom and location_bias_scale weigh nearness against prominence', async () => {
    // 80 km from Paris in Texas.
    const states = async (query: string) =>
      (await features(`/api?q=paris&lat=33.2&lon=-96.2&limit=3&${query}`)).map(({ state }) => state)
    expect((await states('zoom=18'))[0]).toBe('Île-de-France')
    expect((await states('zoom=8'))[0]).toBe('Texas')
    expect((await states('location_bias_scale=1'))[0]).toBe('Île-de-France')
    expect((await states('location_bias_scale=0'))[0]).toBe('Texas')
    expect(await states('zoom=12&location_bias_scale=0.4')).toEqual(await states(''))
  })

  test('what changes the ranking alone is accepted', async () => {
    const path = '/api?q=paris&lat=33.66&lon=-95.55'
    const [first] = await features(
      `${path}&zoom=12&location_bias_scale=0.2&lang=en&dedupe=0&debug=1&geometry=false`,
    )
    expect(first).toMatchObject({ state: 'Texas' })
  })
})

test('names come in the language of lang, else of the header', async () => {
  const country = async (path: string, header?: string) => {
    const headers = header === undefined ? {} : { 'accept-language': header }
    const response = await fetch(running.url + path, { headers })
    return ((await response.json()) as Collection).features[0]?.properties['country']
  }
  for (const path of [
    '/api?q=reno+nv',
    '/api?q=calvert+bean',
    '/structured?city=Reno&state=NV',
    '/reverse?lat=39.4990&lon=-76.5120',
  ]) {
    expect([path, await country(`${path}&lang=fr`)]).toEqual([path, expect.stringContaining('États-Unis')])
    expect([path, await country(path, 'de-AT,fr;q=0.5')]).toEqual([
      path,
      expect.stringContaining('Vereinigte Staaten'),
    ])
    expect([path, await country(`${path}&lang=default`, 'de')]).toEqual([
      path,
      expect.stringContaining('United States'),
    ])
    expect([path, await country(path)]).toEqual([path, expect.stringContaining('United States')])
  }
  expect(await country('/structured?postcode=8000&countrycode=dk&lang=de')).toBe('Dänemark')
})

describe('osm_tag', () => {
  const tagged = (osm_key: string, osm_value: string) => ({
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [0, 0] as [number, number] },
    properties: { osm_key, osm_value, type: 'other' },
  })
  const [CITY, STATE, CAFE] = [tagged('place', 'city'), tagged('place', 'state'), tagged('amenity', 'cafe')]

  test.each<[string[], object[]]>([
    [['place:city'], [CITY]],
    [['place'], [CITY, STATE]],
    [[':cafe'], [CAFE]],
    [['!place'], [CAFE]],
    [['!place:city'], [STATE, CAFE]],
    [[':!cafe'], [CITY, STATE]],
    [['!:cafe'], [CITY, STATE]],
    [['place:!city'], [STATE]],
    [
      ['place:city', 'amenity'],
      [CITY, CAFE],
    ],
    [['place', '!place:state'], [CITY]],
  ])('%s', (osm_tag, kept) => {
    const filters = filtersOf({ osm_tag })
    expect([CITY, STATE, CAFE].filter((feature) => filters.every((passes) => passes(feature)))).toEqual(kept)
  })
})

describe('/structured', () => {
  test('finds a house by its parts', async () => {
    const [house] = await features(
      '/structured?housenumber=4717&street=Carroll+Manor+Rd&city=Baldwin&state=MD&postcode=21013&countrycode=US',
    )
    expect(house).toMatchObject({
      type: 'house',
      housenumber: '4717',
      street: 'Carroll Manor Rd',
      city: 'Baldwin',
    })
    expect(house).not.toHaveProperty('unmatched')
  })

  test('a town that answers for a house says what was not found', async () => {
    const [town] = await features('/structured?housenumber=5&street=Nowhere+St&city=Reno&state=NV')
    expect(town).toMatchObject({
      type: 'city',
      name: 'Reno',
      unmatched: { housenumber: '5', street: 'Nowhere St' },
    })
    expect(town).not.toHaveProperty('street')
  })

  test('filters, limit and countries hold as in /api', async () => {
    expect(await features('/structured?city=Springfield&limit=3')).toHaveLength(3)
    expect(await features('/structured?city=Reno&countrycode=FR')).toEqual([])
    expect(await features('/structured?city=Reno&state=NV&layer=street')).toEqual([])
  })
})

describe('/reverse', () => {
  const AT_HOUSE = '/reverse?lat=39.4990&lon=-76.5120'

  test('one by default, several by limit', async () => {
    expect((await features(AT_HOUSE)).map(({ type }) => type)).toEqual(['house'])
    expect((await features(`${AT_HOUSE}&limit=4`)).map(({ type }) => type).slice(0, 2)).toEqual([
      'house',
      'city',
    ])
  })

  test('radius leaves out what is farther, and no place that contains the point', async () => {
    const types = async (query: string) =>
      (await features(`/reverse?lat=39.4991&lon=-76.5120&limit=5&${query}`)).map(({ type }) => type)
    expect(await types('radius=1')).toContain('house')
    expect(await types('radius=0.001')).not.toContain('house')
    expect(await types('radius=0.001')).toContain('state')
  })

  test('distance_sort sorts by the distance of the point of each', async () => {
    const { features: sorted } = await ask(`${AT_HOUSE}&limit=6&distance_sort=true`)
    const distances = sorted.map(({ geometry: { coordinates } }) =>
      Math.hypot((coordinates[0] + 76.512) * Math.cos((39.5 * Math.PI) / 180), coordinates[1] - 39.499),
    )
    expect(distances).toEqual([...distances].sort((one, other) => one - other))
  })

  test('layers and countries filter', async () => {
    expect((await features(`${AT_HOUSE}&limit=9&layer=state&layer=country`)).map(({ type }) => type)).toEqual(
      ['state', 'country'],
    )
    expect((await features(`${AT_HOUSE}&limit=9&osm_tag=place:state`)).map(({ type }) => type)).toEqual([
      'state',
    ])
  })
})

test('/status has the day of the data', async () => {
  expect(await (await fetch(`${running.url}/status`)).json()).toEqual({
    status: 'Ok',
    import_date: expect.stringMatching(/^20\d\d-/),
  })
})

test('the document holds and names every route', async () => {
  const document = (await (await fetch(`${running.url}/openapi.json`)).json()) as Document
  expect(await problemsOf(document)).toEqual([])
  expect(operationsOf(document).map(([path, id]) => [path, id])).toEqual([
    ['/', 'getRoot'],
    ['/api', 'search'],
    ['/reverse', 'reverse'],
    ['/status', 'status'],
    ['/structured', 'structured'],
  ])
})

test('without data every route is 501', async () => {
  const empty = await startPhoton({})
  for (const path of ['api?q=a', 'structured?city=a', 'reverse?lat=1&lon=1']) {
    expect([path, (await fetch(`${empty.url}/${path}`)).status]).toEqual([path, 501])
  }
  await empty.close()
})
