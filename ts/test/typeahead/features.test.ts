/** What a feature says of each kind of place, and what the parameters change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Running } from '../support/servers.js'
import { MEMORY } from './places.js'
import { startTypeahead } from './servers.js'

interface Collection {
  type: string
  features: {
    type: string
    geometry: { type: string; coordinates: number[] }
    properties: Record<string, unknown>
  }[]
}

let running: Running

beforeAll(async () => {
  running = await startTypeahead(MEMORY)
})

afterAll(() => running.close())

async function answer(path: string) {
  const response = await fetch(`${running.url}${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Collection
}

async function names(path: string) {
  return (await answer(path)).features.map(({ properties }) => properties['name'])
}

const states = async (path: string) =>
  (await answer(path)).features.map(({ properties }) => properties['state'])

describe('kinds', () => {
  // placetype, osm_key, osm_value, type, the property that its name fills
  test.each([
    ['venue', 'amenity', 'yes', 'house', undefined],
    ['neighbourhood', 'place', 'suburb', 'district', 'district'],
    ['microhood', 'place', 'neighbourhood', 'district', 'district'],
    ['dependent_locality', 'place', 'suburb', 'district', 'district'],
    ['borough', 'place', 'borough', 'district', 'district'],
    ['localadmin', 'place', 'city', 'city', 'city'],
    ['subregion', 'place', 'county', 'county', 'county'],
    ['county', 'place', 'county', 'county', 'county'],
    ['macroregion', 'place', 'state', 'state', 'state'],
    ['postalcode', 'place', 'yes', 'other', 'postcode'],
    ['landmark', 'tourism', 'attraction', 'house', undefined],
    ['airport', 'aeroway', 'aerodrome', 'house', undefined],
    ['natural_feature', 'natural', 'yes', 'other', undefined],
    ['island', 'place', 'island', 'other', undefined],
    ['informal_region', 'place', 'region', 'other', undefined],
    ['planet', 'place', 'yes', 'other', undefined],
  ])('%s', async (placetype, osm_key, osm_value, type, part) => {
    const name = `${placetype} <b>&</b> "co"`
    const properties = { osm_key, osm_value, type, name, ...(part !== undefined && { [part]: name }) }
    expect(await answer(`/api?q=${placetype}`)).toEqual({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [20, 10] }, properties }],
    })
  })

  test('a city', async () => {
    expect((await answer('/api?q=paris&limit=1')).features).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [2.3488, 48.8534] },
        properties: {
          osm_key: 'place',
          osm_value: 'city',
          type: 'city',
          name: 'Paris',
          city: 'Paris',
          state: 'Île-de-France',
          country: 'France',
          countrycode: 'fr',
          extent: [2.2, 48.9, 2.5, 48.8],
        },
      },
    ])
  })

  test('a region and a country', async () => {
    const [region] = (await answer('/api?q=ile')).features
    expect(region?.properties).toMatchObject({
      osm_key: 'place',
      osm_value: 'state',
      type: 'state',
      name: 'Île-de-France',
      state: 'Île-de-France',
    })
    const [country] = (await answer('/api?q=france')).features
    expect(country?.properties).toMatchObject({
      osm_value: 'country',
      type: 'country',
      name: 'France',
      country: 'France',
    })
  })

  test('a street has its name, a house its number and street and no name', async () => {
    const [street] = (await answer('/api?q=rue%20de%20r')).features
    expect(street?.properties).toEqual({
      osm_key: 'highway',
      osm_value: 'residential',
      type: 'street',
      name: 'Rue de Rivoli',
      street: 'Rue de Rivoli',
      city: 'Paris',
      postcode: '75004',
      country: 'France',
      countrycode: 'fr',
      extent: [2.33, 48.86, 2.36, 48.855],
    })
    const [house] = (await answer('/api?q=10%20rue')).features
    expect(house?.properties).toEqual({
      osm_key: 'place',
      osm_value: 'house',
      type: 'house',
      housenumber: '10',
      street: 'Rue de Rivoli',
      city: 'Paris',
      postcode: '75004',
      country: 'France',
      countrycode: 'fr',
    })
  })
})

describe('limit', () => {
  test.each([
    ['', 15],
    ['&limit=', 15],
    ['&limit=0', 15],
    ['&limit=many', 15],
    ['&limit=3&limit=4', 15],
    ['&limit=1', 1],
    ['&limit=-4', 1],
    ['&limit=0.5', 1],
    ['&limit=7.9', 7],
    ['&limit=50', 50],
    ['&limit=51', 50],
    ['&limit=1e9', 50],
    ['&limit=1e999', 50],
  ])('%s: %i', async (limit, features) => {
    expect(await names(`/api?q=springf${limit}`)).toHaveLength(features)
  })

  test.each(['', '&limit=', '&limit=0', '&limit=5'])('%s: a point has one feature', async (limit) => {
    expect(await names(`/reverse?lat=48.85&lon=2.35${limit}`)).toEqual(['Paris'])
  })
})

describe('nearness', () => {
  const TEXAS = ['Texas', 'Île-de-France']
  const FRANCE = ['Île-de-France', 'Texas']

  test.each([
    ['', FRANCE],
    ['&lat=33.66&lon=-95.55', TEXAS],
    ['&lat=%2B33.66&lon=-95.55', TEXAS],
    // A map that was dragged around the world once.
    ['&lat=33.66&lon=264.45', TEXAS],
    ['&lat=33.66&lon=-455.55', TEXAS],
    // Both are needed, and a wish that makes no sense is none.
    ['&lat=33.66', FRANCE],
    ['&lon=-95.55', FRANCE],
    ['&lat=33.66&lon=', FRANCE],
    ['&lat=33.66&lon=west', FRANCE],
    ['&lat=33.66&lat=33.66&lon=-95.55', FRANCE],
    ['&lat=91&lon=-95.55', FRANCE],
    ['&lat=33.66&lon=1e999', FRANCE],
  ])('%s changes the order and leaves nothing out', async (point, order) => {
    expect(await states(`/api?q=paris${point}`)).toEqual(order)
  })
})

describe('parameters without effect', () => {
  test.each([
    'lang=fr',
    'lang=xx',
    'lang=',
    'osm_tag=place:city&osm_tag=!highway',
    'layer=street&layer=house',
    'bbox=0,0,1,1',
    'location_bias_scale=0.9&zoom=12',
    'format=geojson',
    'format=',
    'format=jsonld&format=jsonld',
    'debug=1&constructor=1&__proto__=1',
  ])('%s', async (parameters) => {
    expect(await answer(`/api?q=paris&${parameters}`)).toEqual(await answer('/api?q=paris'))
  })

  test.each(['lang=fr', 'radius=10', 'layer=street', 'osm_tag=a', 'bbox=1', 'format=xml'])(
    'on /reverse %s',
    async (parameters) => {
      const point = '/reverse?lat=48.85&lon=2.35'
      expect(await answer(`${point}&${parameters}`)).toEqual(await answer(point))
    },
  )
})

describe('reverse', () => {
  test.each(['/reverse', '/reverse/'])(
    '%s: the place that contains the point, at its own centre',
    async (path) => {
      expect(await answer(`${path}?lat=48.81&lon=2.21`)).toEqual({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [2.3488, 48.8534] },
            properties: {
              osm_key: 'place',
              osm_value: 'city',
              type: 'city',
              name: 'Paris',
              city: 'Paris',
              state: 'Île-de-France',
              country: 'France',
              countrycode: 'fr',
              extent: [2.2, 48.9, 2.5, 48.8],
            },
          },
        ],
      })
    },
  )

  test('the finest of them', async () => {
    expect(await names('/reverse?lat=48.2&lon=1.5')).toEqual(['Île-de-France'])
    expect(await names('/reverse?lat=45&lon=0')).toEqual(['France'])
  })
})

describe('format=jsonld', () => {
  test('a city as a place of schema.org', async () => {
    expect(await answer('/api?q=paris&format=jsonld&lat=33.66&lon=-95.55&limit=1')).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Place',
        name: 'Paris',
        geo: { '@type': 'GeoCoordinates', latitude: 33.66094, longitude: -95.55551 },
        address: {
          '@type': 'PostalAddress',
          addressLocality: 'Paris',
          addressRegion: 'Texas',
          addressCountry: 'US',
        },
      },
    ])
  })

  test('a house', async () => {
    expect(await answer('/api?q=10%20rue&format=jsonld')).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'Place',
        geo: { '@type': 'GeoCoordinates', latitude: 48.8555, longitude: 2.3601 },
        address: {
          '@type': 'PostalAddress',
          streetAddress: '10 Rue de Rivoli',
          addressLocality: 'Paris',
          postalCode: '75004',
          addressCountry: 'FR',
        },
      },
    ])
  })

  test('a point', async () => {
    expect(await answer('/reverse?lat=48.85&lon=2.35&format=jsonld')).toMatchObject([
      { '@type': 'Place', name: 'Paris', address: { addressCountry: 'FR' } },
    ])
  })
})

test('text of any script and form is answered', async () => {
  const texts = [
    '東京',
    'Москва',
    "L'Haÿ",
    '\u0000',
    '\ud83d\ude00'.repeat(200),
    '%',
    '"',
    '<script>',
    '+',
    'é'.normalize('NFD'),
  ]
  for (const text of texts) {
    expect((await answer(`/api?q=${encodeURIComponent(text)}`)).type).toBe('FeatureCollection')
  }
  // Bytes that are not UTF-8.
  expect((await answer('/api?q=%FF%FE')).type).toBe('FeatureCollection')
  expect(await names('/api?q=%C3%8Ele')).toEqual(['Île-de-France'])
})
