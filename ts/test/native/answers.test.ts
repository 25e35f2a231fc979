/** What the native surface answers, with everything installed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { EVERYTHING, type Running, start } from '../support/servers.js'

const ADDRESS = '350 5th Ave Apt 4B, New York, NY 10118'

let running: Running

beforeAll(async () => {
  running = await start(EVERYTHING)
})

afterAll(() => running.close())

async function get(path: string) {
  return (await fetch(`${running.url}${path}`)).json()
}

async function post(path: string, body: unknown) {
  const response = await fetch(`${running.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('what a caller knows beside the text', () => {
  interface Body {
    lat: number | null
    countryCode: string | null
    hierarchy: { name: string }[]
    intent_markers: { code: string }[]
    candidates: { name: string; resolution_tier?: string; within?: string[] }[]
  }
  const geocode = async (address: string, options: object) =>
    (await post('/v1/geocode', { address, ...options })).body as Body
  const states = ({ hierarchy }: Body) => hierarchy.map(({ name }) => name)

  test('a country bounds the answer', async () => {
    expect((await geocode('Paris', { country: 'us' })).countryCode).toBe('US')
    expect((await geocode('Paris', { country: ['CA', 'FR'] })).countryCode).toBe('FR')
    expect((await geocode('Boston', { country: 'UK' })).countryCode).toBe('GB')
    const nowhere = await geocode('Oslo, Norway', { country: 'us' })
    expect(nowhere.lat).toBeNull()
    expect(nowhere.intent_markers.map(({ code }) => code)).toEqual(['not_within_bounds'])
  })

  test('a point decides between namesakes, a box bounds them', async () => {
    const chicago = { lat: 41.88, lon: -87.63 }
    expect(states(await geocode('Springfield', { near: chicago }))).toContain('Illinois')
    const oregon = { south: 42, west: -124.6, north: 46.3, east: -116.4 }
    expect(states(await geocode('Springfield', { bounds: oregon }))).toContain('Oregon')
  })

  test('with a limit the candidates are answers', async () => {
    const { candidates } = await geocode('Springfield', { limit: 4 })
    expect(candidates).toHaveLength(4)
    expect(candidates.map(({ resolution_tier }) => resolution_tier)).toEqual(Array(4).fill('admin'))
    expect(new Set(candidates.map(({ within = [] }) => within[1])).size).toBe(4)
  })

  test('they hold for every row of a batch', async () => {
    const { body } = await post('/v1/batch', { addresses: ['Paris', 'London'], country: 'CA' })
    const { results } = body as { results: Body[] }
    expect(results.map(({ countryCode }) => countryCode)).toEqual(['CA', 'CA'])
  })

  test.each([
    [{ country: 'USA' }, 'country: must be a code of two letters, or a list of them'],
    [{ country: ['us', 7] }, 'country: must be a code of two letters, or a list of them'],
    [{ near: { lat: 91, lon: 0 } }, 'near.lat: must be at most 90'],
    [{ near: { lat: 1 } }, 'near.lon: is required'],
    [{ bounds: { south: 2, west: 0, north: 1, east: 1 } }, 'bounds: south must not be greater than north'],
    [{ limit: 0 }, 'limit: must be at least 1'],
    [{ limit: 51 }, 'limit: must be at most 50'],
  ])('%j is refused by its name', async (options, detail) => {
    for (const [path, question] of [
      ['/v1/geocode', { address: 'Paris' }],
      ['/v1/batch', { addresses: ['Paris'] }],
    ] as const) {
      expect(await post(path, { ...question, ...options })).toEqual({
        status: 400,
        body: { error: 'invalid request body', detail },
      })
    }
  })
})

describe('answers', () => {
  test('a parse by GET and by POST is the same', async () => {
    const byPost = await post('/v1/parse', { address: ADDRESS })
    const byGet = await get(`/v1/parse?address=${encodeURIComponent(ADDRESS)}`)
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

  test('a country is a hint in either case, by GET and by POST', async () => {
    const byPost = await post('/v1/parse', { address: ADDRESS, country: 'us' })
    expect(byPost).toMatchObject({ status: 200, body: { tree: { raw: ADDRESS } } })
    expect(await get(`/v1/parse?address=${encodeURIComponent(ADDRESS)}&country=US`)).toEqual(byPost.body)
  })

  test('the text is as it was sent, with the white space around it, and offsets index it', async () => {
    const sent = `\n \u3000${ADDRESS}\t `
    const { body } = await post('/v1/parse', { address: sent })
    const { input, tree } = body as { input: string; tree: { raw: string; roots: Node[] } }
    expect([input, tree.raw]).toEqual([sent, sent])
    interface Node {
      start: number
      end: number
      value: string
      children: Node[]
    }
    const nodes = (roots: Node[]): Node[] => roots.flatMap((node) => [node, ...nodes(node.children)])
    expect(nodes(tree.roots)).toHaveLength(7)
    for (const { start, end, value } of nodes(tree.roots)) expect(sent.slice(start, end)).toBe(value)
    expect((await post('/v1/geocode', { address: sent })).body).toMatchObject({ input: sent })
    const blank = { input: ' \t', error: 'address is required' }
    expect((await post('/v1/batch', { addresses: [' \t', sent] })).body).toMatchObject({
      results: [blank, { input: sent, countryCode: 'US' }],
    })
  })

  test('debug is XML, only when asked for', async () => {
    const asked = await post('/v1/parse', { address: ADDRESS, debug: true })
    expect(asked.body).toMatchObject({ debug: expect.stringMatching(/^<address raw="350 5th Ave/) })
    const unasked = await get('/v1/parse?address=Reno&debug=1')
    expect(unasked).not.toHaveProperty('debug')
  })

  test('a geocode has coordinates, tier, status and hierarchy', async () => {
    const { status, body } = await post('/v1/geocode', { address: ADDRESS })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resolution_tier: 'admin',
      epistemic_status: 'observed',
      uncertainty_m: null,
      match_level: 'postcode',
      locality: 'New York',
      region: 'NY',
      countryCode: 'US',
    })
    const { lat, lon, hierarchy } = body as { lat: number; lon: number; hierarchy: { tag: string }[] }
    expect(Math.hypot(lat - 40.7484, (lon + 73.9857) * 0.76) * 111).toBeLessThan(3)
    expect(hierarchy.map(({ tag }) => tag)).toEqual(['locality', 'region', 'country'])
  })

  test('what is not known is said to be unresolved', async () => {
    const { status, body } = await post('/v1/geocode', { address: 'asdf qwer' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lat: null,
      lon: null,
      resolution_tier: 'admin',
      epistemic_status: 'unresolved',
      match_level: null,
      accuracy_m: null,
      confidence: null,
      hierarchy: [],
    })
  })

  test('an answer that nothing rivals is surer than one among namesakes', async () => {
    const of = async (address: string) => {
      const { body } = await post('/v1/geocode', { address })
      expect(body.confidence).toBeGreaterThan(0)
      expect(body.confidence).toBeLessThanOrEqual(1)
      return Number(body.confidence)
    }
    expect(await of('PO Box 42, Reno NV 89501')).toBeGreaterThan(await of('Springfield'))
  })

  test('coordinates in the place of an address answer that point', async () => {
    const { body } = await post('/v1/geocode', { address: '48°51\'24"N, 2°21\'8"E' })
    expect(body).toMatchObject({
      lat: 48.856667,
      lon: 2.352222,
      resolution_tier: 'coordinates',
      match_level: 'point',
      accuracy_m: 1,
      countryCode: 'FR',
      components: {},
    })
  })

  test('a batch keeps order and answers an empty row by itself', async () => {
    const addresses = ['Paris', ' ', 'PO Box 42, Reno NV 89501']
    const { body } = await post('/v1/batch', { addresses })
    expect(body).toMatchObject({
      results: [
        { input: 'Paris', countryCode: 'FR' },
        { input: ' ', error: 'address is required' },
        { input: 'PO Box 42, Reno NV 89501', countryCode: 'US' },
      ],
    })
  })

  test('a parse resolves into the places it names, and its own fields stay', async () => {
    const { tree } = (await get('/v1/parse?address=Paris%20TX')) as { tree: { roots: object[] } }
    const { status, body } = await post('/v1/resolve', { tree, opts: { includeAncestors: true } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ tree })
    expect(body).toMatchObject({
      tree: {
        roots: [
          {
            tag: 'region',
            source: 'resolver',
            sourceID: expect.stringMatching(/^region:/),
            metadata: { resolver_name: 'Texas', resolver_country: 'US' },
            children: [
              {
                tag: 'locality',
                placeID: expect.any(String),
                metadata: { resolver_name: 'Paris', ancestors: expect.any(Array) },
                alternatives: expect.any(Array),
              },
            ],
          },
        ],
      },
    })
  })

  test('a tree that was resolved resolves again to itself', async () => {
    const { tree } = (await get('/v1/parse?address=Reno%20NV%2089501')) as { tree: object }
    const once = await post('/v1/resolve', { tree })
    expect(await post('/v1/resolve', once.body)).toEqual(once)
  })

  test('a text the caller sends is text: no name of it is a member, a query or markup', async () => {
    const shapes = [
      "'; DROP TABLE place; --",
      'NEAR("a" b, 3) AND name:*',
      '%_%',
      '${jndi:ldap://a/b}',
      'a\r\nx-injected: 1',
      '<script>alert(1)</script>',
      '__proto__ constructor toString',
      '../../etc/passwd',
      '\0 \ud800 \u2028 \ufeff.',
    ]
    for (const shape of shapes) {
      const { status, body } = await post('/v1/geocode', { address: shape })
      expect({ shape, status }).toEqual({ shape, status: 200 })
      const sane = shape.trim().replace('\ud800', '\ufffd')
      expect((body as { input: string }).input).toBe(sane)
    }
    const { body } = await post('/v1/batch', { addresses: shapes })
    expect((body as { results: { lat?: unknown }[] }).results.every((row) => 'lat' in row)).toBe(true)
  })
})
