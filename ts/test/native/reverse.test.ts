/** `/v1/reverse` by GET and POST, structured addresses of `/v1/geocode` and `/v1/batch`, and `formatted`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { housesRoot } from '../support/houses-root.js'
import { noGazetteer, type Running, start } from '../support/servers.js'

let running: Running
let empty: Running

beforeAll(async () => {
  running = await start(housesRoot())
  empty = await start(noGazetteer())
}, 60_000)

afterAll(() => Promise.all([running.close(), empty.close()]))

type Body = Record<string, unknown>

async function answered(response: Response): Promise<[number, Body]> {
  return [response.status, (await response.json()) as Body]
}

const get = async (path: string, { url } = running) => answered(await fetch(`${url}/v1/${path}`))

async function post(path: string, body: unknown, { url } = running) {
  const headers = { 'content-type': 'application/json' }
  return answered(await fetch(`${url}/v1/${path}`, { method: 'POST', body: JSON.stringify(body), headers }))
}

describe('/v1/reverse', () => {
  test('the house at a point and the places around it, by GET as by POST', async () => {
    const point = { lat: 39.499, lon: -76.512 }
    const [status, body] = await post('reverse', { ...point, formatted: true, language: ['de', 'fr'] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...point,
      house: { house_number: '4717', street: 'Carroll Manor Rd', postcode: '21013' },
      formatted: expect.stringMatching(/^4717 Carroll Manor Rd, .*MD 21013, Vereinigte Staaten/),
    })
    expect((body['places'] as Body[]).at(-1)).toMatchObject({ placetype: 'country', country_code: 'US' })
    expect(await get('reverse?lat=39.499&lon=-76.512&formatted=true&language=de,fr')).toEqual([200, body])
  })

  test('a town without a register has no house, and the sea nothing', async () => {
    const [, town] = await get('reverse?lat=45.3586&lon=5.9531')
    expect(town).toMatchObject({ house: null, places: [{ name: 'Le Touvet' }, {}, {}, { name: 'France' }] })
    expect(town).not.toHaveProperty('formatted')
    const sea = { lat: -40, lon: -120, house: null, places: [] }
    expect(await post('reverse', { lat: -40, lon: -120, formatted: true })).toEqual([200, sea])
  })

  test.each([
    ['', 'lat: is required'],
    ['?lat=1', 'lon: is required'],
    ['?lat=x&lon=1', 'lat: must be number'],
    ['?lat=91&lon=1', 'lat: must be at most 90'],
    ['?lat=1&lon=-181', 'lon: must be at least -180'],
    ['?lat=1&lon=1&language=%25', 'language: is invalid'],
    ['?lat=1&lon=1&formatted=', 'formatted: must be one of true, false'],
    ['?lat=1&lon=1&formatted=1', 'formatted: must be one of true, false'],
  ])('GET "%s" is 400', async (query, detail) => {
    expect(await get(`reverse${query}`)).toEqual([400, { error: 'invalid request body', detail }])
  })

  test.each([
    [{}, 'lat: is required'],
    [{ lat: '1', lon: 1 }, 'lat: must be number'],
    [{ lat: 91, lon: 1 }, 'lat: must be at most 90'],
  ])('POST %o is 400', async (body, detail) => {
    expect(await post('reverse', body)).toEqual([400, { error: 'invalid request body', detail }])
  })

  test('without an administrative database it is 503', async () => {
    const answer = [503, expect.objectContaining({ error: 'reverse not available' })]
    expect(await get('reverse?lat=1&lon=1', empty)).toEqual(answer)
    expect(await post('reverse', { lat: 1, lon: 1 }, empty)).toEqual(answer)
  })
})

describe('components in place of an address', () => {
  const HOUSE = { house_number: '4717', street: 'Carroll Manor Rd', locality: 'Baldwin', region: 'MD' }

  test('are geocoded in the order of an address line', async () => {
    const components = { region: 'MD', locality: 'Baldwin', house_number: '4717', street: 'Carroll Manor Rd' }
    const [status, body] = await post('geocode', { components, formatted: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      input: '4717 Carroll Manor Rd, Baldwin, MD',
      components: HOUSE,
      resolution_tier: 'address_point',
      lat: 39.499,
      formatted: '4717 Carroll Manor Rd, Baldwin, MD 21013, United States of America',
    })
  })

  test('are not parsed: a town with the name of a street is a town', async () => {
    const [, body] = await post('geocode', { components: { locality: 'Main St' } })
    expect(body).toMatchObject({ input: 'Main St', components: { locality: 'Main St' }, street: null })
  })

  test('that have no value leave the address', async () => {
    const [, body] = await post('geocode', { address: 'Reno NV', components: { street: '', locality: ' ' } })
    expect(body).toMatchObject({ input: 'Reno NV', components: { locality: 'Reno', region: 'NV' } })
  })

  test('are rows of a batch beside texts', async () => {
    const addresses = ['Reno NV', { components: HOUSE }, { components: { unit: ' ' } }]
    const [status, { results }] = await post('batch', { addresses })
    expect(status).toBe(200)
    expect(results).toMatchObject([
      { input: 'Reno NV', match_level: 'locality' },
      { input: '4717 Carroll Manor Rd, Baldwin, MD', match_level: 'house' },
      { input: '', error: 'address is required' },
    ])
  })

  test.each([
    [{ components: {} }, { error: 'address is required' }],
    [{ components: { locality: ' ' } }, { error: 'address is required' }],
    [
      { components: { city: 'Reno' } },
      { error: 'invalid request body', detail: 'components: has an unknown field' },
    ],
    [
      { components: { locality: 5 } },
      { error: 'invalid request body', detail: 'components.locality: must be string' },
    ],
    [{ components: 'Reno' }, { error: 'invalid request body', detail: 'components: must be object' }],
    [{}, { error: 'address is required' }],
  ])('%o is 400', async (body, error) => {
    expect(await post('geocode', body)).toEqual([400, error])
  })

  test.each([[[{}]], [[{ parts: {} }]], [[5]], [[null]]])('a batch of %o is 400', async (addresses) => {
    const error = { error: 'body must be { addresses: string[] }' }
    expect(await post('batch', { addresses })).toEqual([400, error])
  })
})

test('GET /v1/geocode takes a language, and formats what was found alone', async () => {
  const query = 'address=99999+Nowhere+Street,+Reno+NV&formatted=true&language=fr'
  const [status, body] = await get(`geocode?${query}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    house_number: '99999',
    formatted: expect.stringMatching(/^Reno, Nevada, États-Unis/),
  })
})
