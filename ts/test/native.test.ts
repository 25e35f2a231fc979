/** The tables of the interface as data: each row a request and its exact answer, in three states of the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { EVERYTHING, NO_WEIGHTS, noGazetteer, type Running, start } from './servers.js'

const ADDRESS = '350 5th Ave Apt 4B, New York, NY 10118'

const REQUIRED = { error: 'address is required' }
const BATCH = { error: 'body must be { addresses: string[] }' }
const MALFORMED = { error: 'invalid request body', detail: 'malformed JSON' }
const TOO_LARGE = { error: 'request body too large' }
const NO_PARSE = { error: 'parse not implemented' }
const NO_GEOCODER = { error: 'geocoder not available', detail: expect.any(String) }
const BAD_MODE = {
  error: 'invalid request body',
  detail: 'input_mode: must be one of auto, fragmented, formatted',
}

const states: Record<string, Running> = {}

beforeAll(async () => {
  states['everything'] = await start(EVERYTHING, 3)
  states['no gazetteer'] = await start(noGazetteer(), 3)
  states['no weights'] = await start(NO_WEIGHTS, 3)
})

afterAll(async () => {
  await Promise.all(Object.values(states).map((running) => running.close()))
})

function url(state: string, path: string): string {
  return `${states[state]?.url ?? ''}${path}`
}

async function post(state: string, path: string, body: string, type: string | null = 'application/json') {
  // A string body would be given a content type; bytes are sent without one.
  const bytes = new TextEncoder().encode(body)
  const response = await fetch(url(state, path), {
    method: 'POST',
    body: bytes,
    headers: type === null ? {} : { 'content-type': type },
  })
  return { status: response.status, body: await response.json() }
}

type Row = [state: string, path: string, body: string, status: number, answer: unknown]

const ROWS: Row[] = [
  // One address: missing, empty, blank, of another type, too long.
  ...['/v1/parse', '/v1/geocode'].flatMap((path): Row[] => [
    ['everything', path, '{}', 400, REQUIRED],
    ['everything', path, '', 400, REQUIRED],
    ['everything', path, 'null', 400, REQUIRED],
    ['everything', path, '[]', 400, REQUIRED],
    ['everything', path, '"350 5th Ave"', 400, REQUIRED],
    ['everything', path, '{"address":""}', 400, REQUIRED],
    ['everything', path, '{"address":" \\n\\t"}', 400, REQUIRED],
    ['everything', path, '{"address":123}', 400, REQUIRED],
    ['everything', path, '{"address":["a"]}', 400, REQUIRED],
    ['everything', path, '{"address":null}', 400, REQUIRED],
    ['everything', path, '{"__proto__":{"address":"a"}}', 400, REQUIRED],
    ['everything', path, JSON.stringify({ address: 'a'.repeat(1025) }), 400, REQUIRED],
    ['everything', path, '{"address":', 400, MALFORMED],
    ['everything', path, '{"address":"a"} trailing', 400, MALFORMED],
    ['everything', path, '{"address":"a","input_mode":"loose"}', 400, BAD_MODE],
    ['everything', path, '{"address":"a","input_mode":7}', 400, BAD_MODE],
    ['everything', path, JSON.stringify({ address: 'a'.repeat(2 * 1024 * 1024) }), 413, TOO_LARGE],
    ['no weights', path, '{}', 400, REQUIRED],
    ['no gazetteer', path, '{}', 400, REQUIRED],
  ]),
  [
    'everything',
    '/v1/parse',
    '{"address":"a","debug":"yes"}',
    400,
    { error: 'invalid request body', detail: 'debug: must be boolean' },
  ],
  ['no weights', '/v1/parse', '{"address":"a"}', 501, NO_PARSE],
  // An empty address is refused before the capability is asked for.
  ['no weights', '/v1/parse', '{"address":""}', 400, REQUIRED],
  ['no weights', '/v1/geocode', '{"address":"a"}', 503, NO_GEOCODER],
  ['no gazetteer', '/v1/geocode', '{"address":"a"}', 503, NO_GEOCODER],
  // A blank address reaches the handler, where the capability comes first.
  ['no gazetteer', '/v1/geocode', '{"address":" "}', 503, NO_GEOCODER],
  // Batches: shape, then size, then capability; nothing asked is nothing needed.
  ['everything', '/v1/batch', '{}', 400, BATCH],
  ['everything', '/v1/batch', '', 400, BATCH],
  ['everything', '/v1/batch', '{"addresses":"a"}', 400, BATCH],
  ['everything', '/v1/batch', '{"addresses":[1,null]}', 400, BATCH],
  ['everything', '/v1/batch', JSON.stringify({ addresses: ['a'.repeat(1025)] }), 400, BATCH],
  ['everything', '/v1/batch', '{"addresses":[],"input_mode":"loose"}', 400, BAD_MODE],
  ['everything', '/v1/batch', '[', 400, MALFORMED],
  ['everything', '/v1/batch', '{"addresses":[]}', 200, { results: [] }],
  ['everything', '/v1/batch', '{"addresses":["a","b","c","d"]}', 413, { error: 'batch too large: 4 > 3' }],
  ['no gazetteer', '/v1/batch', '{"addresses":[]}', 200, { results: [] }],
  ['no gazetteer', '/v1/batch', '{"addresses":["a","b","c","d"]}', 413, { error: 'batch too large: 4 > 3' }],
  ['no gazetteer', '/v1/batch', '{"addresses":["a"]}', 503, NO_GEOCODER],
  ['no weights', '/v1/batch', '{"addresses":["a"]}', 503, NO_GEOCODER],
]

describe('POST', () => {
  test.each(ROWS)('%s %s %.40s answers %i', async (state, path, body, status, answer) => {
    expect(await post(state, path, body)).toEqual({ status, body: answer })
  })

  test('a body without content type is no body, one of another type is JSON all the same', async () => {
    const body = JSON.stringify({ address: ADDRESS })
    expect(await post('everything', '/v1/parse', body, null)).toEqual({ status: 400, body: REQUIRED })
    const form = await post('everything', '/v1/parse', body, 'application/x-www-form-urlencoded')
    expect(form).toMatchObject({ status: 200, body: { input: ADDRESS } })
  })
})

type GetRow = [state: string, path: string, status: number, answer: unknown]

const GET_ROWS: GetRow[] = [
  ['everything', '/v1/parse', 400, REQUIRED],
  ['everything', '/v1/parse?address=', 400, REQUIRED],
  ['everything', '/v1/parse?address=%20', 400, REQUIRED],
  ['everything', '/v1/parse?address=a&address=b', 400, REQUIRED],
  ['everything', `/v1/parse?address=${'a'.repeat(1025)}`, 400, REQUIRED],
  ['everything', '/v1/parse?address=a&input_mode=loose', 400, BAD_MODE],
  ['no weights', '/v1/parse', 501, NO_PARSE],
  ['no weights', '/v1/parse?address=a', 501, NO_PARSE],
]

describe('GET', () => {
  test.each(GET_ROWS)('%s %.60s answers %i', async (state, path, status, answer) => {
    const response = await fetch(url(state, path))
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body: answer })
  })

  test.each(['/', '/nope', '/v1/geocode', '/v1/batch', '/%ZZ'])('%s is an unmatched path', async (path) => {
    const response = await fetch(url('everything', path))
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toBe('Not Found')
  })

  test('health tells what is open', async () => {
    const health = async (state: string) =>
      (await fetch(url(state, '/health'))).json() as Promise<Record<string, never>>
    expect(await health('everything')).toMatchObject({
      status: 'ok',
      uptime_s: expect.any(Number),
      model: {
        name: 'weights-en-us',
        locale: 'en-US',
        labels: 37,
        format: { max_sequence_length: 128, opset: 17 },
      },
      data: { versions: null, wof_dbs: [expect.any(String)], situs_states: 0, interpolation_states: 0 },
    })
    expect(await health('no weights')).not.toHaveProperty('model')
    expect(await health('no gazetteer')).toMatchObject({ data: { wof_dbs: [] } })
  })
})

describe('answers', () => {
  test('a parse by GET and by POST is the same', async () => {
    const byPost = await post('everything', '/v1/parse', JSON.stringify({ address: `  ${ADDRESS} ` }))
    const byGet = await (
      await fetch(url('everything', `/v1/parse?address=${encodeURIComponent(ADDRESS)}`))
    ).json()
    expect(byGet).toEqual(byPost.body)
    expect(byPost.body).toMatchObject({
      input: ADDRESS,
      components: [
        { tag: 'house_number', value: '350' },
        { tag: 'street', value: '5th' },
        { tag: 'street_suffix', value: 'Ave' },
        { tag: 'unit', value: 'Apt 4B' },
        { tag: 'locality', value: 'New York' },
        { tag: 'region', value: 'NY' },
        { tag: 'postcode', value: '10118' },
      ],
      tree: { raw: ADDRESS, roots: [{ tag: 'region', children: [{ tag: 'locality' }] }] },
    })
    expect(byPost.body).not.toHaveProperty('debug')
  })

  test('debug is XML, only when asked for', async () => {
    const asked = await post('everything', '/v1/parse', JSON.stringify({ address: ADDRESS, debug: true }))
    expect(asked.body).toMatchObject({ debug: expect.stringMatching(/^<address raw="350 5th Ave/) })
    const unasked = await (await fetch(url('everything', '/v1/parse?address=Reno&debug=1'))).json()
    expect(unasked).not.toHaveProperty('debug')
  })

  test('a geocode has coordinates, tier, status and hierarchy', async () => {
    const { status, body } = await post('everything', '/v1/geocode', JSON.stringify({ address: ADDRESS }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resolution_tier: 'admin',
      epistemic_status: 'observed',
      uncertainty_m: null,
      locality: 'New York',
      region: 'NY',
      countryCode: 'US',
    })
    const { lat, lon, hierarchy } = body as { lat: number; lon: number; hierarchy: { tag: string }[] }
    expect(Math.hypot(lat - 40.7484, (lon + 73.9857) * 0.76) * 111).toBeLessThan(3)
    expect(hierarchy.map(({ tag }) => tag)).toEqual(['locality', 'region', 'country'])
  })

  test('what is not known is said to be unresolved', async () => {
    const { status, body } = await post('everything', '/v1/geocode', '{"address":"asdf qwer"}')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lat: null,
      lon: null,
      resolution_tier: 'admin',
      epistemic_status: 'unresolved',
      hierarchy: [],
    })
  })

  test('a batch keeps order and answers an empty row by itself', async () => {
    const addresses = ['Paris', ' ', 'PO Box 42, Reno NV 89501']
    const { body } = await post('everything', '/v1/batch', JSON.stringify({ addresses }))
    expect(body).toMatchObject({
      results: [
        { input: 'Paris', countryCode: 'FR' },
        { input: '', error: 'address is required' },
        { input: 'PO Box 42, Reno NV 89501', countryCode: 'US' },
      ],
    })
  })
})

describe('openapi', () => {
  test('names the operations of the interface', async () => {
    const document = (await (await fetch(url('everything', '/openapi.json'))).json()) as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual([
      'geocodeAddress',
      'geocodeBatch',
      'parseAddress',
      'parseAddressQuery',
      'retrieveHealth',
    ])
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://{host}:{port}' }],
      security: [],
    })
  })

  test('every reference leads to a schema', async () => {
    const text = await (await fetch(url('everything', '/openapi.json'))).text()
    const document = JSON.parse(text) as { components: { schemas: Record<string, unknown> } }
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    )
    expect(references.length).toBeGreaterThan(10)
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([])
    expect(text).not.toContain('#"')
  })
})
