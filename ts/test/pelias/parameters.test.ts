/** The Pelias surface, parameter by parameter: accepted values, the status of a wrong one, effect, order and types of fields. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { housesRoot } from '../support/houses-root.js'
import type { Running } from '../support/servers.js'
import { startPelias } from './servers.js'

interface Body {
  geocoding: { query: Record<string, unknown>; errors?: string[]; warnings?: string[] }
  features: { geometry: { coordinates: [number, number] }; properties: Record<string, unknown> }[]
}

let running: Running

beforeAll(async () => {
  running = await startPelias(createEngine(housesRoot()))
}, 60_000)

afterAll(() => running.close())

async function ask(path: string, status = 200, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(`${running.url}/v1/${path}`, { headers })
  expect([path, response.status]).toEqual([path, status])
  return (await response.json()) as Body
}

const of = async (property: string, path: string) =>
  (await ask(path)).features.map(({ properties }) => properties[property])

const HOUSE = 'text=4717+Carroll+Manor+Rd,+Baldwin,+MD+21013'

test('fields of a house in the order of Pelias', async () => {
  const { features } = await ask(`search?${HOUSE}&size=1`)
  const properties = features[0]?.properties ?? {}
  expect(Object.keys(properties)).toEqual([
    ...['id', 'gid', 'layer', 'source', 'source_id', 'country_code', 'name', 'housenumber', 'street'],
    ...['postalcode', 'confidence', 'match_type', 'accuracy', 'country', 'country_gid', 'country_a'],
    ...['region', 'region_gid', 'region_a', 'county', 'county_gid', 'locality', 'locality_gid', 'label'],
  ])
  expect(properties).toMatchObject({
    layer: 'address',
    name: '4717 Carroll Manor Rd',
    housenumber: '4717',
    postalcode: '21013',
    match_type: 'exact',
    accuracy: 'point',
    country_a: 'USA',
    region_a: 'MD',
    label: '4717 Carroll Manor Rd, Baldwin, MD, USA',
  })
  expect(properties['confidence']).toBeGreaterThan(0.5)
})

describe('a wrong value is 400 with the words of Pelias', () => {
  test.each([
    ['search?text=a&layers=moon', "'moon' is an invalid layers parameter. Valid options: coarse,venue"],
    ['search?text=a&layers=-moon', "'-moon' is an invalid layers parameter"],
    ['search?text=a&sources=moon', "'moon' is an invalid sources parameter. Valid options: openstreetmap"],
    [
      'search?text=a&sources=oa&layers=country',
      'You have specified both the `sources` and `layers` parameters',
    ],
    ['search?text=a&boundary.gid=whosonfirst:1', 'whosonfirst:1 does not follow source:layer:id format'],
    ['search?text=a&focus.point.lat=1', "missing param 'focus.point.lon'"],
    ['search?text=a&focus.point.lat=95&focus.point.lon=1', "invalid param 'focus.point.lat'"],
    ['search?text=a&boundary.rect.min_lat=x', "invalid param 'boundary.rect.min_lat'"],
    ['search?text=a&boundary.country=ZZZ', 'ZZZ is not a valid ISO2/ISO3 country code'],
    ['place', "invalid param 'ids': text length, must be >0"],
    ['place?ids=x', 'x does not follow source:layer:id format'],
    ['place?ids=moon:locality:5', 'moon is invalid. It must be one of: openstreetmap'],
    ['place?ids=milepost:locality:1,milepost:moon:5', 'moon is invalid. It must be one of: venue'],
    ['nearby', "missing param 'point.lat'"],
    ['reverse?point.lat=1&point.lon=x', "invalid param 'point.lon'"],
  ])('%s', async (path, error) => {
    const { features, geocoding } = await ask(path, 400)
    expect(features).toEqual([])
    expect(geocoding.errors?.join()).toContain(error)
  })
})

describe('warnings', () => {
  test.each([
    ['search?text=Reno&foo=1', 'Invalid Parameter: foo'],
    ['place?ids=milepost:locality:5511077&size=3', 'Invalid Parameter: size'],
    ['reverse?point.lat=39.5&point.lon=-119.8&text=x', 'Invalid Parameter: text'],
    ['search?text=Reno&size=x', "invalid integer 'size', using DEFAULT_SIZE"],
    ['search?text=Reno&size=0', "out-of-range integer 'size', using MIN_SIZE"],
    ['search?text=Reno&categories=', 'Categories parameter left blank, showing results from all categories.'],
    ['search?text=Reno&lang=x1', 'invalid language provided via querystring'],
    [
      'reverse?point.lat=39.5&point.lon=-119.8&boundary.circle.lat=1',
      'boundary.circle.lat/boundary.circle.lon',
    ],
  ])('%s', async (path, warning) => {
    const { features, geocoding } = await ask(path)
    expect(features.length).toBeGreaterThan(0)
    expect(geocoding.warnings?.join()).toContain(warning)
  })

  test('none for what hosts of Pelias take', async () => {
    expect((await ask('search?text=Reno&api_key=k&debug=1')).geocoding).not.toHaveProperty('warnings')
  })
})

describe('layers and sources', () => {
  const POINT = 'reverse?point.lat=39.4990&point.lon=-76.5120'

  test('-layer leaves a layer out, and coarse is every administrative one', async () => {
    const all = await of('layer', POINT)
    expect(all[0]).toBe('address')
    expect(await of('layer', `${POINT}&layers=-address`)).toEqual(all.slice(1))
    expect(await of('layer', `${POINT}&layers=coarse`)).toEqual(all.slice(1))
    expect(await of('layer', `${POINT}&layers=Address,REGION`)).toEqual(['address', 'region'])
  })

  test.each(['continent', 'ocean', 'marinearea', 'empire', 'borough', 'dependency', 'intersection'])(
    'layer %s is known and has nothing here',
    async (layer) => {
      expect(await of('layer', `search?text=Reno&layers=${layer}`)).toEqual([])
    },
  )

  test('a source stands for its layers', async () => {
    expect(await of('layer', `${POINT}&sources=oa`)).toEqual(['address'])
    expect(new Set(await of('layer', `${POINT}&sources=wof`))).not.toContain('address')
    expect(await of('layer', `${POINT}&sources=milepost`)).toEqual(await of('layer', POINT))
    expect((await ask(`${POINT}&sources=osm,gn`)).geocoding.query['sources']).toEqual([
      'openstreetmap',
      'geonames',
    ])
  })
})

describe('boundaries and focus', () => {
  test('boundary.gid keeps to a place and what lies in it', async () => {
    const [texas] = await of('gid', 'search?text=Texas&layers=region&size=1')
    const inside = await of('region', `search?text=Paris&boundary.gid=${String(texas)}`)
    expect(inside.length).toBeGreaterThan(0)
    expect(new Set(inside)).toEqual(new Set(['Texas']))
    expect(await of('name', `search?text=Texas&boundary.gid=${String(texas)}`)).toContain('Texas')
    expect(await of('name', 'search?text=Paris&boundary.gid=milepost:region:1')).toEqual([])
    const completed = await of('region', `autocomplete?text=pari&boundary.gid=${String(texas)}`)
    expect(completed.length).toBeGreaterThan(0)
    expect(new Set(completed)).toEqual(new Set(['Texas']))
    const [maryland] = await of('gid', 'search?text=Maryland&layers=region&size=1')
    const houses = `autocomplete?text=4717+carroll+man&boundary.gid=`
    expect((await of('name', houses + String(maryland)))[0]).toBe('4717 Carroll Manor Rd')
    expect(await of('name', houses + String(texas))).toEqual([])
  })

  test('a focus comes first, and every feature has its distance from it', async () => {
    const { features } = await ask('search?text=Paris&focus.point.lat=33.66&focus.point.lon=-95.55')
    expect(features[0]?.properties['region']).toBe('Texas')
    expect(features[0]?.properties['distance']).toBeLessThan(5)
    expect(
      (await ask('autocomplete?text=pari&focus.point.lat=33.66&focus.point.lon=-95.55')).features[0]
        ?.properties,
    ).toHaveProperty('distance')
    expect((await ask('search?text=Paris')).features[0]?.properties).not.toHaveProperty('distance')
  })

  test('longitudes are wrapped', async () => {
    const plain = await of('gid', 'reverse?point.lat=45.3586&point.lon=5.9531')
    expect(await of('gid', 'reverse?point.lat=45.3586&point.lon=365.9531')).toEqual(plain)
    expect(await of('gid', 'reverse?point.lat=45.3586&point.lon=-354.0469')).toEqual(plain)
  })

  test('a radius bounds the house of a reverse lookup', async () => {
    const layers = (radius: string) =>
      of('layer', `reverse?point.lat=39.4991&point.lon=-76.5120&boundary.circle.radius=${radius}`)
    expect((await layers('1'))[0]).toBe('address')
    expect(await layers('0.001')).not.toContain('address')
    expect(await layers('0.001')).toContain('region')
  })
})

test('categories keep to points of interest of a kind', async () => {
  const names = (categories: string) =>
    of('name', `search?text=coffee+in+Towson,+MD&categories=${categories}`)
  expect(await names('coffee_shop')).toEqual(['Calvert Bean Counter'])
  expect(await names('museum')).toEqual([])
  expect(await names('-coffee_shop')).not.toContain('Calvert Bean Counter')
})

describe('lang', () => {
  test.each([
    ['&lang=fr', {}, { name: 'French', iso6391: 'fr', via: 'querystring', defaulted: false }],
    ['&lang=pt-BR', {}, { name: 'Portuguese', iso6391: 'pt', via: 'querystring', defaulted: false }],
    [
      '',
      { 'accept-language': 'xx;q=1,de;q=0.5,it;q=0.8' },
      { iso6391: 'it', via: 'header', defaulted: false },
    ],
    ['', { 'accept-language': '*' }, { name: 'English', iso6391: 'en', via: 'default', defaulted: true }],
  ])('"%s" %o', async (query, headers, expected) => {
    expect((await ask(`search?text=Reno${query}`, 200, headers)).geocoding.query['lang']).toMatchObject(
      expected,
    )
  })
})

test('names come in the language of lang, else of the header', async () => {
  const country = async (path: string, header?: string) =>
    (await ask(path, 200, header === undefined ? {} : { 'accept-language': header })).features[0]?.properties[
      'country'
    ]
  for (const path of [
    'search?text=Reno,+NV&layers=locality',
    'autocomplete?text=reno&boundary.country=US',
    'reverse?point.lat=39.5296&point.lon=-119.8138',
    'place?ids=milepost:locality:5511077',
    'search?text=coffee+in+Towson,+MD&layers=venue',
    'autocomplete?text=calvert+bean&layers=venue',
  ]) {
    expect([path, await country(`${path}&lang=fr`)]).toEqual([path, expect.stringContaining('États-Unis')])
    expect([path, await country(path, 'de-AT,fr;q=0.5')]).toEqual([
      path,
      expect.stringContaining('Vereinigte Staaten'),
    ])
    expect([path, await country(`${path}&lang=it`, 'de')]).toEqual([
      path,
      expect.stringContaining('Stati Uniti'),
    ])
    expect([path, await country(path)]).toEqual([path, expect.stringContaining('United States')])
  }
})

test('nearby answers as reverse does, with distance and its confidence', async () => {
  const query = 'point.lat=39.4990&point.lon=-76.5120'
  const [nearby, reverse] = [await ask(`nearby?${query}`), await ask(`reverse?${query}`)]
  expect(nearby.features).toEqual(reverse.features)
  const pairs = reverse.features.map(
    ({ properties }) => [properties['distance'], properties['confidence']] as [number, number],
  )
  for (const [kilometres, confidence] of pairs) {
    const steps: [number, number][] = [
      [0.01, 0.9],
      [0.1, 0.8],
      [0.25, 0.7],
      [1, 0.6],
      [Infinity, 0.5],
    ]
    const [, expected] = steps.find(([most]) => kilometres < most) ?? []
    expect(confidence).toBe(kilometres === 0 ? 1 : expected)
  }
})

test('the pages of Pelias are there', async () => {
  for (const path of ['/attribution', '/v1/attribution']) {
    const page = await fetch(running.url + path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('GeoNames')
  }
  expect(await (await fetch(`${running.url}/status`)).text()).toBe('status: ok')
  for (const path of ['/v1', '/v1/']) expect((await fetch(running.url + path)).url).toContain('/docs')
})
