/** `--profile nominatim`, parameter by parameter: accepted values, the status of a wrong one, effect, order and types of fields. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rankOf } from '../../src/surfaces/search/nominatim/layers.js'
import { levelOf } from '../../src/surfaces/search/nominatim/envelopes.js'
import { coordinatesOf } from '../../src/surfaces/search/nominatim/question.js'
import { housesRoot } from '../support/houses-root.js'
import type { Running } from '../support/servers.js'
import { startSearch, startWith } from './servers.js'

type Item = Record<string, unknown> & { address: Record<string, string>; boundingbox: string[] }

let running: Running

beforeAll(async () => {
  running = await startSearch(housesRoot(), { profile: 'nominatim' })
}, 60_000)

afterAll(() => running.close())

const ask = (path: string) => fetch(`${running.url}${path}`)

async function json<T = Item[]>(path: string, status = 200): Promise<T> {
  const response = await ask(path)
  expect([path, response.status]).toEqual([path, status])
  return (await response.json()) as T
}

const names = async (path: string) => (await json(path)).map(({ name }) => name)

const HOUSE = 'q=4717+Carroll+Manor+Rd,+Baldwin,+MD+21013'

describe('fields in their order and type', () => {
  const KEYS = 'place_rank importance addresstype name display_name'.split(' ')

  test.each([
    ['json', 'class'],
    ['jsonv2', 'category'],
  ])('%s', async (format, kind) => {
    const more = 'addressdetails=1&entrances=1&extratags=1&namedetails=1&polygon_geojson=1'
    const [item] = await json(`/search?q=Reno+NV&format=${format}&${more}`)
    const before = ['place_id', 'licence', 'lat', 'lon', kind, 'type', ...KEYS]
    expect(Object.keys(item ?? {})).toEqual([
      ...before,
      ...['address', 'entrances', 'extratags', 'namedetails', 'boundingbox', 'geojson'],
    ])
    expect(item).toMatchObject({
      place_id: expect.any(Number),
      lat: expect.any(String),
      lon: expect.any(String),
      place_rank: 16,
      importance: expect.any(Number),
      addresstype: 'city',
      entrances: null,
      extratags: { population: expect.any(String) },
      namedetails: { name: 'Reno' },
      boundingbox: Array.from({ length: 4 }, () => expect.any(String)),
    })
    expect(Object.keys(item?.address ?? {})).toEqual([
      ...['city', 'county', 'state', 'ISO3166-2-lvl4', 'country', 'country_code'],
    ])
  })

  test('geojson', async () => {
    const { features, ...rest } = await json<{ features: { properties: object; bbox: number[] }[] }>(
      '/search?q=Reno+NV&format=geojson&addressdetails=1',
    )
    expect(Object.keys(rest)).toEqual(['type', 'licence'])
    expect(Object.keys(features[0] ?? {})).toEqual(['type', 'properties', 'bbox', 'geometry'])
    expect(Object.keys(features[0]?.properties ?? {})).toEqual([
      ...['place_id', 'place_rank', 'category', 'type', 'importance', 'addresstype', 'name', 'display_name'],
      'address',
    ])
    const [west = 0, south = 0, east = 0, north = 0] = features[0]?.bbox ?? []
    expect(west < east && south < north).toBe(true)
  })

  test('geocodejson: the divisions by level, and no place twice', async () => {
    const { features } = await json<{ features: { properties: { geocoding: Item } }[] }>(
      `/search?${HOUSE}&format=geocodejson&addressdetails=1`,
    )
    expect(features[0]?.properties.geocoding).toMatchObject({
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      housenumber: '4717',
      street: 'Carroll Manor Rd',
      postcode: '21013',
      country_code: 'us',
      admin: { level2: 'United States of America', level4: 'Maryland' },
    })
    const town = await json<typeof Object & { features: { properties: { geocoding: Item } }[] }>(
      '/search?q=Reno+NV&format=geocodejson&addressdetails=1',
    )
    expect(town.features[0]?.properties.geocoding).not.toHaveProperty('city')
  })

  test.each([
    [4, 'country'],
    [8, 'state'],
    [12, 'county'],
    [16, 'city'],
    [20, 'district'],
    [22, 'locality'],
    [26, 'street'],
    [30, 'house'],
  ])('rank %s is a %s of GeocodeJSON', (rank, level) => {
    expect(levelOf(rank)).toBe(level)
  })
})

describe('a wrong value is 400, in the format of the request', () => {
  test.each([
    ['/search?q=Reno&limit=many', "Parameter 'limit' must be a number."],
    ['/search?q=Reno&limit=1.5', "Parameter 'limit' must be a number."],
    ['/search?q=Reno&polygon_threshold=x', "Parameter 'polygon_threshold' must be a number."],
    ['/search?q=Reno&viewbox=1,2,3', 'Bounding box parameter needs 4 coordinates.'],
    ['/search?q=Reno&viewbox=1,2,3,x', 'Bounding box parameter needs to be numbers.'],
    ['/search?q=Reno&viewbox=1,2,1,3', 'Bounding box with invalid parameters.'],
    ['/search?q=Reno&viewboxlbrt=1', 'Bounding box parameter needs 4 coordinates.'],
    ['/search?q=Reno&layer=moon', "Parameter 'layer' must be a comma-separated list of: address, poi"],
    ['/search?q=Reno&exclude_place_ids=x', 'Invalid exclude ID: x'],
    ['/search?q=Reno&json_callback=1(x)', 'Invalid json_callback value'],
    ['/search?q=Reno&polygon_kml=1&polygon_text=1', 'Too many polygon output options selected.'],
    ['/search?q=Reno&city=Reno', 'Structured query parameters'],
    ['/search?q=Reno&format=doc', "Parameter 'format' must be one of: xml"],
    ['/search', 'Nothing to search for.'],
    ['/search?limit=3', 'Nothing to search for.'],
    ['/reverse?format=json&lon=1', "Parameter 'lat' missing."],
    ['/reverse?format=json&lat=1&lon=x', "Parameter 'lon' must be a number."],
    ['/reverse?format=json&lat=1&lon=NaN', "Parameter 'lon' must be a number."],
    ['/reverse?format=json&lat=1&lon=1&zoom=near', "Parameter 'zoom' must be a number."],
    ['/reverse?format=json&lat=1&lon=1&layer=x', "Parameter 'layer' must be"],
    [
      `/lookup?format=json&osm_ids=${Array.from({ length: 51 }, (_, id) => `N${String(id)}`).join()}`,
      'Too many',
    ],
    ['/details', "Missing ID parameter 'place_id' or 'osmtype'."],
    ['/details?osmtype=N', "Parameter 'osmid' missing."],
    ['/details?place_id=x', "Parameter 'place_id' must be a number."],
    ['/details?place_id=1&format=html', "Parameter 'format' must be one of: json"],
  ])('%s', async (path, message) => {
    const { error } = await json<{ error: { code: number; message: string } }>(path, 400)
    expect(error).toEqual({ code: 400, message: expect.stringContaining(message) })
  })

  test('as XML where XML is the format', async () => {
    for (const path of [
      '/search?q=a&limit=x&format=xml',
      '/reverse?lat=a&lon=1',
      '/lookup?polygon_threshold=x',
    ]) {
      const response = await ask(path)
      expect([path, response.status]).toEqual([path, 400])
      expect(await response.text()).toMatch(/<error><code>400<\/code><message>Parameter &#?\w+;/)
    }
  })
})

describe('/search', () => {
  test.each([
    ['', 10],
    ['&limit=', 10],
    ['&limit=3', 3],
    ['&limit=0', 1],
    ['&limit=-3', 1],
    ['&limit=3&limit=2', 2],
  ])('limit "%s" answers %s', async (limit, count) => {
    expect(await json(`/search?q=springfield${limit}`)).toHaveLength(count)
  })

  test('limit is 40 at most', async () => {
    const found = await json('/search?q=springfield&limit=400')
    expect(found.length).toBeGreaterThan(20)
    expect(found.length).toBeLessThanOrEqual(40)
  })

  test('a blank q, and one that is too long, find nothing', async () => {
    expect(await json('/search?q=')).toEqual([])
    expect(await json(`/search?q=${'a'.repeat(513)}`)).toEqual([])
  })

  test.each([
    ['country', 'q=Georgia', ['country']],
    ['state', 'q=Nevada', ['state']],
    ['city', 'q=New+York', ['city']],
  ])('featureType=%s keeps to it', async (type, query, types) => {
    const found = await json(`/search?${query}&featureType=${type}`)
    expect(new Set(found.map((item) => item['type']))).toEqual(new Set(types))
  })

  test('an unknown featureType has no effect', async () => {
    expect(await names('/search?q=Reno+NV&featureType=planet')).toEqual(['Reno'])
  })

  test('layer: addresses and points of interest apart', async () => {
    const q = 'q=coffee+in+Towson,+MD'
    expect(await names(`/search?${q}`)).toEqual(['Calvert Bean Counter'])
    expect(await names(`/search?${q}&layer=poi`)).toEqual(['Calvert Bean Counter'])
    expect(await names(`/search?${q}&layer=address`)).not.toContain('Calvert Bean Counter')
    expect(await names('/search?q=Reno+NV&layer=address,poi')).toEqual(['Reno'])
    expect(await json('/search?q=Reno+NV&layer=railway')).toEqual([])
  })

  test.each([
    'amenity=coffee&city=Towson&state=MD',
    'q=[amenity=coffee_shop]+Towson,+MD',
    'q=coffee+shops+in+Towson,+MD',
  ])('finds a kind by %s', async (query) => {
    expect(await names(`/search?${query}`)).toEqual(['Calvert Bean Counter'])
  })

  test('an amenity that is not known finds no town instead', async () => {
    expect(await json('/search?amenity=Zzyzx+Museum&city=Towson&state=MD')).toEqual([])
  })

  test('exclude_place_ids leaves out, and the other places move up', async () => {
    const all = await json('/search?q=springfield&limit=3')
    const [first, second, third] = all.map(({ place_id }) => place_id)
    const rest = await json(`/search?q=springfield&limit=2&exclude_place_ids=${String(first)},N1,Pus:94110`)
    expect(rest.map(({ place_id }) => place_id)).toEqual([second, third])
  })

  test('XML names the way to more results', async () => {
    const xml = await (await ask('/search?q=springfield&limit=2&format=xml')).text()
    const [, more = '', seen = ''] = /more_url="([^"]+)" exclude_place_ids="([^"]+)"/.exec(xml) ?? []
    expect(seen.split(',')).toHaveLength(2)
    const next = await (await ask(more.replaceAll('&amp;', '&'))).text()
    for (const id of seen.split(',')) expect(next).not.toContain(`place_id="${id}"`)
  })

  test('json_callback passes the JSON to a function', async () => {
    const response = await ask('/search?q=Reno+NV&json_callback=map.show')
    expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8')
    expect(await response.text()).toMatch(/^map\.show\(\[\{"place_id".*\}\]\)$/)
    const xml = await ask('/search?q=Reno+NV&json_callback=show&format=xml')
    expect(xml.headers.get('content-type')).toContain('xml')
  })

  test.each([
    ['polygon_geojson', 'geojson', { type: 'Point', coordinates: [-119.8138, 39.52963] }],
    ['polygon_kml', 'geokml', '<Point><coordinates>-119.8138,39.52963</coordinates></Point>'],
    ['polygon_svg', 'svg', 'cx="-119.8138" cy="-39.52963"'],
    ['polygon_text', 'geotext', 'POINT(-119.8138 39.52963)'],
  ])('%s writes the geometry', async (parameter, field, geometry) => {
    const [item] = await json(`/search?q=Reno+NV&${parameter}=1&polygon_threshold=0.1`)
    expect(item?.[field]).toEqual(geometry)
    expect((await json(`/search?q=Reno+NV&${parameter}=0`))[0]).not.toHaveProperty(field)
    expect(await json<object>(`/search?q=Reno+NV&${parameter}=1&format=geojson`)).toHaveProperty('features')
    const xml = await (await ask(`/search?q=Reno+NV&${parameter}=1&format=xml`)).text()
    expect(xml).toMatch(/geotext="POINT|geosvg="cx|geojson="{|<geokml><Point>/)
  })

  test('a switch is off at 0 alone', async () => {
    for (const value of ['1', 'true', 'True', 'yes', 'false']) {
      expect((await json(`/search?q=Reno+NV&addressdetails=${value}`))[0]).toHaveProperty('address')
    }
    expect((await json('/search?q=Reno+NV&addressdetails=0'))[0]).not.toHaveProperty('address')
  })
})

describe('coordinates as q', () => {
  test.each([
    ['48.85, 2.35', 48.85, 2.35],
    ['[48.85 2.35]', 48.85, 2.35],
    ['-48.85,-2.35', -48.85, -2.35],
    ['N 48.85 E 2.35', 48.85, 2.35],
    ['48.85° N, 2.35° W', 48.85, -2.35],
    ['S 48 30 W 2 15', -48.5, -2.25],
    ["48° 30' N 2° 15' E", 48.5, 2.25],
    ['40° 26′ 46″ N 79° 58′ 56″ W', 40.446111, -79.982222],
    ['N 40 26 46 W 79 58 56', 40.446111, -79.982222],
  ])('%s', (text, lat, lon) => {
    const point = coordinatesOf(text)
    expect(point?.lat).toBeCloseTo(lat, 5)
    expect(point?.lon).toBeCloseTo(lon, 5)
  })

  test.each(['12 38660', '95.5, 200.5', '48.85', '5 Main St, 2.5'])('%s is not a point', (text) => {
    expect(coordinatesOf(text)).toBeUndefined()
  })
})

describe('/reverse', () => {
  test.each([
    [-1, 2],
    [0, 2],
    [3, 4],
    [5, 8],
    [7, 10],
    [8, 12],
    [10, 16],
    [12, 18],
    [14, 22],
    [16, 26],
    [18, 30],
    [30, 30],
  ])('zoom %s answers down to rank %s', (zoom, rank) => {
    expect(rankOf(zoom)).toBe(rank)
  })

  test.each([
    ['', 'house'],
    ['&zoom=18', 'house'],
    ['&zoom=17', 'city'],
    ['&zoom=10', 'city'],
    ['&zoom=8', 'county'],
    ['&zoom=5', 'state'],
    ['&zoom=3', 'country'],
  ])('zoom "%s" answers a %s', async (zoom, type) => {
    const item = await json<Item>(`/reverse?lat=39.4990&lon=-76.5120&format=jsonv2${zoom}`)
    expect(item).toMatchObject({ type })
    if (type !== 'house') expect(item.address).not.toHaveProperty('house_number')
    if (type === 'state') expect(item.address).not.toHaveProperty('city')
  })

  test('another layer than addresses has nothing', async () => {
    for (const layer of ['poi', 'railway', 'natural,manmade']) {
      expect(await json(`/reverse?lat=39.4990&lon=-76.5120&format=json&layer=${layer}`)).toEqual({
        error: 'Unable to geocode',
      })
    }
  })

  test('XML says what was asked', async () => {
    const xml = await (await ask('/reverse?lat=39.4990&lon=-76.5120&zoom=10')).text()
    expect(xml).toContain('querystring="lat=39.499&amp;lon=-76.512&amp;format=xml&amp;zoom=10"')
  })
})

describe('/lookup and /details', () => {
  const reno = async () => String((await json('/search?q=Reno+NV'))[0]?.['place_id'])

  test('unknown ids are left out, and none finds nothing', async () => {
    const id = await reno()
    expect(await names(`/lookup?format=json&osm_ids=N1,R${id},x`)).toEqual(['Reno'])
    expect(await json('/lookup?format=json')).toEqual([])
    expect(await (await ask('/lookup')).text()).toMatch(/<searchresults [^>]*\/>/)
  })

  test('details have their keys in order, and the places of the address where asked', async () => {
    const id = await reno()
    const details = await json<Record<string, unknown>>(`/details?place_id=${id}`)
    expect(Object.keys(details)).toEqual([
      ...[
        'place_id',
        'parent_place_id',
        'category',
        'type',
        'admin_level',
        'localname',
        'names',
        'addresstags',
      ],
      ...['country_code', 'importance', 'calculated_importance', 'extratags', 'rank_address', 'rank_search'],
      ...['isarea', 'centroid', 'geometry'],
    ])
    expect(details).toMatchObject({
      place_id: Number(id),
      category: 'place',
      type: 'city',
      localname: 'Reno',
      country_code: 'us',
      isarea: false,
      centroid: { type: 'Point', coordinates: [-119.8138, 39.52963] },
    })
    const more = await json<{ address: Record<string, unknown>[] }>(
      `/details?place_id=${id}&addressdetails=1&keywords=1&entrances=1&json_callback=`,
    )
    expect(more.address.map(({ localname, type }) => [localname, type]).at(-1)).toEqual([
      'us',
      'country_code',
    ])
    expect(more.address[0]).toMatchObject({ localname: 'Reno', class: 'place', isaddress: true, distance: 0 })
    expect(more).toMatchObject({ keywords: { name: [], address: [] }, entrances: null })
  })

  test.each(['/details?place_id=1', '/details?osmtype=R&osmid=1', '/details.php?place_id=1'])(
    '%s is not there',
    async (path) => {
      expect(await json(path, 404)).toEqual({
        error: { code: 404, message: 'No place with that OSM ID found.' },
      })
    },
  )
})

test('/status is a word, and JSON where asked', async () => {
  expect(await (await ask('/status')).text()).toBe('OK')
  expect(await json('/status?format=json')).toMatchObject({ status: 0, message: 'OK' })
})

test('without data every route is 501', async () => {
  const empty = await startWith({}, { profile: 'nominatim' })
  for (const path of ['search?q=a', 'reverse?lat=1&lon=1', 'lookup?osm_ids=N1', 'details?place_id=1']) {
    expect([path, (await fetch(`${empty.url}/${path}`)).status]).toEqual([path, 501])
  }
  await empty.close()
})
