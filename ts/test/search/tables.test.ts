/** The documented answers as data: each row a request and its answer, in the states of the server that differ. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { EVERYTHING, NO_WEIGHTS, noGazetteer, type Running } from '../support/servers.js'
import { startSearch, startWith } from './servers.js'

type State = 'everything' | 'no gazetteer' | 'no weights' | 'nothing wired' | 'without CORS'

const states = {} as Record<State, Running>

beforeAll(async () => {
  states['everything'] = await startSearch(EVERYTHING)
  states['no gazetteer'] = await startSearch(noGazetteer())
  states['no weights'] = await startSearch(NO_WEIGHTS)
  states['nothing wired'] = await startWith({})
  states['without CORS'] = await startSearch(noGazetteer(), { cors: false })
})

afterAll(async () => {
  await Promise.all(Object.values(states).map((running) => running.close()))
})

const ask = (state: State, path: string, init?: RequestInit) => fetch(`${states[state].url}${path}`, init)

async function answer(state: State, path: string) {
  const response = await ask(state, path)
  return { status: response.status, body: await response.json() }
}

const NOT_IMPLEMENTED = (issue: number) => ({ error: `search not implemented (see #${String(issue)})` })
const REQUIRED = { error: 'lat and lon are required' }
const RANGE = { error: 'lat must be in [-90, 90] and lon in [-180, 180]' }
const NOTHING = { type: 'FeatureCollection', features: [] }
const LONG = 'a'.repeat(513)
const CITY = expect.objectContaining({ name: 'Reno', type: 'city' })
const RENO = [CITY]
const FEATURE = expect.objectContaining({ type: 'Feature', properties: CITY })
const PLACE = expect.objectContaining({ '@type': 'Place', name: 'Reno' })

const OK = { status: 0, message: 'OK' }
const OK_OF_A_DAY = { ...OK, data_updated: expect.stringMatching(/^20\d\d-\d\d-\d\dT00:00:00\+00:00$/) }

type Row = [state: State, path: string, status: number, body: unknown]

const ROWS: Row[] = [
  // An absent capability is asked for before any parameter is looked at.
  ...(['no gazetteer', 'no weights', 'nothing wired'] as const).flatMap((state): Row[] => [
    [state, '/search?q=Reno+NV', 501, NOT_IMPLEMENTED(802)],
    [state, '/search', 501, NOT_IMPLEMENTED(802)],
    [state, '/search?q=Reno&format=geojson', 501, NOT_IMPLEMENTED(802)],
    [state, '/lookup?osm_ids=R1', 501, NOT_IMPLEMENTED(805)],
  ]),
  ...(['no gazetteer', 'nothing wired'] as const).map((state): Row => [state, '/status', 200, OK]),
  ['no weights', '/status', 200, OK_OF_A_DAY],
  ['everything', '/status', 200, OK_OF_A_DAY],
  ['everything', '/lookup', 501, NOT_IMPLEMENTED(805)],
  ['everything', '/lookup?osm_ids=N1&format=jsonld', 501, NOT_IMPLEMENTED(805)],
  // Free text; what cannot be searched for is found nowhere.
  ['everything', '/search?q=Reno+NV', 200, RENO],
  ['everything', '/search', 200, []],
  ['everything', '/search?q=', 200, []],
  ['everything', '/search?q=%20%09', 200, []],
  ['everything', `/search?q=${LONG}`, 200, []],
  ['everything', `/search?q=${LONG}&city=Reno&state=NV`, 200, []],
  ['everything', '/search?q=Reno+NV&q=Paris', 200, []],
  ['everything', '/search?q=Qwertyuiopville', 200, []],
  ['everything', '/search?q=&format=geojson', 200, NOTHING],
  ['everything', '/search?q=&format=jsonld', 200, []],
  ['everything', `/search?q=${LONG}&format=geojson`, 200, NOTHING],
  // Parts of an address, joined in their order; free text goes first.
  ['everything', '/search?city=Reno&state=NV', 200, RENO],
  ['everything', '/search?city=Reno&county=Washoe+County&state=Nevada&country=United+States', 200, RENO],
  ['everything', '/search?q=Reno+NV&city=Paris&country=France', 200, RENO],
  ['everything', '/search?q=&city=Reno&state=NV', 200, RENO],
  ['everything', '/search?q=a&q=b&city=Reno&state=NV', 200, RENO],
  [
    'everything',
    '/search?city=Reno&city=Paris&state=Nevada',
    200,
    [expect.objectContaining({ type: 'state' })],
  ],
  ['everything', `/search?street=${LONG}&city=Reno`, 200, []],
  // One country and no other.
  ['everything', '/search?q=Reno+NV&countrycodes=us', 200, RENO],
  ['everything', '/search?q=Reno+NV&countrycodes=US,fr', 200, RENO],
  ['everything', '/search?q=Reno+NV&countrycodes=fr', 200, []],
  ['everything', '/search?q=Reno+NV&countrycodes=fr,us', 200, []],
  ['everything', '/search?q=Reno+NV&countrycodes=zz', 200, []],
  ['everything', '/search?q=Reno+NV&countrycodes=', 200, RENO],
  ['everything', '/search?q=Reno,+Nevada,+United+States&countrycodes=fr', 200, []],
  ['everything', '/search?q=89501&countrycodes=de&format=geojson', 200, NOTHING],
  // Formats; any other is the default.
  ['everything', '/search?q=Reno+NV&format=json', 200, RENO],
  ['everything', '/search?q=Reno+NV&format=jsonv2', 200, RENO],
  ['everything', '/search?q=Reno+NV&format=xml', 200, RENO],
  ['everything', '/search?q=Reno+NV&format=geojson&format=jsonld', 200, RENO],
  ['everything', '/search?q=Reno+NV&format=geojson', 200, { type: 'FeatureCollection', features: [FEATURE] }],
  ['everything', '/search?q=Reno+NV&format=jsonld', 200, [PLACE]],
  // Accepted, and without effect.
  ...[
    'limit=0',
    'limit=5',
    'limit=abc',
    'limit=',
    'bounded=1',
    'viewbox=1,2,3,4',
    'dedupe=0',
    'x[]=1',
    'extratags=True',
  ].map((parameter): Row => ['everything', `/search?q=Reno+NV&${parameter}`, 200, RENO]),
  // As older clients and other paths have it.
  ['everything', '/search/?q=Reno+NV', 200, RENO],
  ['everything', '/search.php?q=Reno+NV', 200, RENO],
  ['everything', '/?q=Reno+NV&format=json', 200, RENO],
  ['everything', '/status.php', 200, OK_OF_A_DAY],
  ['everything', '/lookup/', 501, NOT_IMPLEMENTED(805)],
  ['no gazetteer', '/?q=Reno', 501, NOT_IMPLEMENTED(802)],
  // A point: missing, no number, repeated, not on earth.
  ...(['everything', 'no gazetteer'] as const).flatMap((state): Row[] => [
    ...[
      '',
      '?lat=39.5',
      '?lon=-119.8',
      '?lat=&lon=',
      '?lat=a&lon=1',
      '?lat=1,5&lon=1',
      '?lat=1&lat=2&lon=3',
      '?lat=NaN&lon=1',
    ].map((query): Row => [state, `/reverse${query}`, 400, REQUIRED]),
    ...[
      '?lat=90.1&lon=0',
      '?lat=-91&lon=0',
      '?lat=0&lon=180.5',
      '?lat=0&lon=-181',
      '?lat=Infinity&lon=0',
    ].map((query): Row => [state, `/reverse${query}`, 400, RANGE]),
  ]),
  ['everything', '/reverse?lat=39.53&lon=-119.81', 200, CITY],
  ['everything', '/reverse/?lat=39.53&lon=-119.81', 200, CITY],
  ['everything', '/reverse.php?lat=39.53&lon=-119.81', 200, CITY],
  ['everything', '/reverse?lat=39.53&lon=-119.81&format=json&zoom=3&accept-language=fr', 200, CITY],
  ['everything', '/reverse?lat=39.53&lon=-119.81&format=geojson', 200, FEATURE],
  ['everything', '/reverse?lat=39.53&lon=-119.81&format=jsonld', 200, PLACE],
  ['everything', '/reverse?lat=90&lon=180', 200, null],
  // Reverse lookup needs no weights.
  ['no weights', '/reverse?lat=39.53&lon=-119.81', 200, CITY],
  // The open ocean has no place, and without an administrative database no point has one.
  ...(
    [
      ['everything', '?lat=36&lon=-45'],
      ['no gazetteer', '?lat=39.53&lon=-119.81'],
    ] as const
  ).flatMap(([state, query]): Row[] => [
    [state, `/reverse${query}`, 200, null],
    [state, `/reverse${query}&format=json`, 200, null],
    [state, `/reverse${query}&format=jsonld`, 200, null],
    [state, `/reverse${query}&format=geojson`, 200, NOTHING],
  ]),
  ['nothing wired', '/reverse?lat=1&lon=2', 501, NOT_IMPLEMENTED(803)],
  ['nothing wired', '/reverse', 501, NOT_IMPLEMENTED(803)],
]

describe('GET', () => {
  const named = ROWS.map((row): [string, ...Row] => [row.slice(0, 2).join(' ').slice(0, 90), ...row])
  test.each(named)('%s', async (_name, state, path, status, body) => {
    expect(await answer(state, path)).toEqual({ status, body })
  })

  test.each(['/nope', '/search/reno', '/reverse.html', '/v1/parse', '/api', '/%ZZ'])(
    '%s is an unmatched path',
    async (path) => {
      const response = await ask('everything', path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(await response.text()).toBe('Not Found')
    },
  )
})

describe('other methods', () => {
  test.each(['/search?q=Reno+NV', '/reverse?lat=39.53&lon=-119.81', '/reverse', '/status', '/lookup', '/'])(
    'HEAD %s is GET without its body',
    async (path) => {
      const [head, get] = [await ask('everything', path, { method: 'HEAD' }), await ask('everything', path)]
      expect(head.status).toBe(get.status)
      expect(await head.text()).toBe('')
      const length = Buffer.byteLength(await get.text())
      expect(head.headers.get('content-length')).toBe(String(length))
    },
  )

  test('pages of any origin may call every path, also those that fail', async () => {
    for (const path of ['/search?q=Reno', '/reverse', '/lookup', '/status', '/nope', '/', '/openapi.json']) {
      const response = await ask('everything', path, { headers: { origin: 'https://example.org' } })
      expect([path, response.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
    }
  })

  test('OPTIONS answers a preflight, and a question without its headers', async () => {
    const headers = {
      origin: 'https://example.org',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-own',
    }
    for (const path of ['/search', '/reverse', '/nope']) {
      const preflight = await ask('everything', path, { method: 'OPTIONS', headers })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-methods')).toContain('GET')
      expect(preflight.headers.get('access-control-allow-headers')).toContain('x-own')
      expect((await ask('everything', path, { method: 'OPTIONS' })).status).toBe(204)
    }
  })

  test('--no-cors takes all of it away', async () => {
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'GET' }
    const response = await ask('without CORS', '/status', { headers })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect((await ask('without CORS', '/search', { method: 'OPTIONS', headers })).status).toBe(404)
  })

  test('no route accepts POST', async () => {
    const response = await ask('everything', '/search?q=Reno', { method: 'POST', body: 'q=Reno' })
    expect([response.status, await response.text()]).toEqual([404, 'Not Found'])
  })
})

describe('a fault of the engine', () => {
  test('is 500 without a word about it', async () => {
    const fault = () => {
      throw new Error('/secret/path is broken')
    }
    const running = await startWith({ search: fault, reverse: fault })
    for (const path of ['/search?q=Reno', '/reverse?lat=1&lon=2']) {
      const response = await fetch(running.url + path)
      expect([response.status, await response.json()]).toEqual([500, { error: 'internal error' }])
    }
    await running.close()
  })
})

describe('the page at /', () => {
  test('is whole with everything and with nothing', async () => {
    for (const state of ['everything', 'no gazetteer', 'nothing wired'] as const) {
      const response = await ask(state, '/')
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await response.text()).toContain('data-surface="search"')
    }
  })

  test('every link leads to an answer', async () => {
    const page = await (await ask('everything', '/')).text()
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      expect([link, (await ask('everything', `/${link}`)).status]).toEqual([link, 200])
    }
  })
})
