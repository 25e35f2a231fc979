/** The documented answers as data: each row a request and its exact answer, in three states of the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { EVERYTHING, NO_WEIGHTS, noGazetteer, type Running } from '../support/servers.js'
import { MEMORY } from './places.js'
import { startTypeahead } from './servers.js'

const EMPTY = { type: 'FeatureCollection', features: [] }
const message = (text: string) => ({ ...EMPTY, message: text })

const Q_REQUIRED = message('q is required')
const REQUIRED = message('lat and lon are required')
const RANGE = message('lat must be in [-90, 90] and lon in [-180, 180]')
const NO_SEARCH = message('search not implemented')
const NO_REVERSE = message('reverse not implemented')

const states: Record<string, Running> = {}

beforeAll(async () => {
  states['everything'] = await startTypeahead({ ...createEngine(EVERYTHING), ...MEMORY })
  states['no weights'] = await startTypeahead({ ...createEngine(NO_WEIGHTS), ...MEMORY })
  // What discovery finds in an empty data root: no gazetteer and no administrative database.
  states['no gazetteer'] = await startTypeahead(createEngine(noGazetteer()))
  states['no engine'] = await startTypeahead({})
})

afterAll(async () => {
  await Promise.all(Object.values(states).map((running) => running.close()))
})

function get(state: string, path: string, init: RequestInit = {}) {
  return fetch(`${states[state]?.url ?? ''}${path}`, init)
}

type Row = [state: string, path: string, status: number, answer: unknown]

const LONG = 'a'.repeat(513)

const ROWS: Row[] = [
  // `q`: absent or repeated is an error, present without anything to complete is an empty collection.
  ...['/api', '/api/'].flatMap((path): Row[] => [
    ['everything', path, 400, Q_REQUIRED],
    ['everything', `${path}?limit=3&lat=1&lon=2`, 400, Q_REQUIRED],
    ['everything', `${path}?q=a&q=b`, 400, Q_REQUIRED],
    ['everything', `${path}?q[]=a`, 400, Q_REQUIRED],
    ['everything', `${path}?Q=paris`, 400, Q_REQUIRED],
    ['everything', `${path}?q`, 200, EMPTY],
    ['everything', `${path}?q=`, 200, EMPTY],
    ['everything', `${path}?q=%20`, 200, EMPTY],
    ['everything', `${path}?q=%20%09%0A`, 200, EMPTY],
    ['everything', `${path}?q=${LONG}`, 200, EMPTY],
    ['everything', `${path}?q=${LONG.slice(1)}`, 200, EMPTY],
    ['everything', `${path}?q=nothing%20like%20it`, 200, EMPTY],
    ['everything', `${path}?q=&format=jsonld`, 200, []],
    ['everything', `${path}?q=${LONG}&format=jsonld`, 200, []],
    ['everything', `${path}?format=jsonld`, 400, Q_REQUIRED],
    ['everything', `${path}?q=fault`, 500, message('internal error')],
    ['everything', `${path}?q=fault&format=jsonld`, 500, message('internal error')],
    ['no gazetteer', `${path}?q=paris`, 501, NO_SEARCH],
    ['no gazetteer', `${path}?q=`, 501, NO_SEARCH],
    ['no gazetteer', path, 501, NO_SEARCH],
    ['no engine', `${path}?q=paris`, 501, NO_SEARCH],
    ['no weights', path, 400, Q_REQUIRED],
    ['no weights', `${path}?q=`, 200, EMPTY],
  ]),
  // A point: both parameters, numbers, on the Earth.
  ...['/reverse', '/reverse/'].flatMap((path): Row[] => [
    ['everything', path, 400, REQUIRED],
    ['everything', `${path}?lat=48`, 400, REQUIRED],
    ['everything', `${path}?lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=%20&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=north&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=48,8&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=0x10&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=NaN&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=Infinity&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=48&lat=49&lon=2`, 400, REQUIRED],
    ['everything', `${path}?lat=48&lon=2&lon=3`, 400, REQUIRED],
    ['everything', `${path}?lat=90.1&lon=2`, 400, RANGE],
    ['everything', `${path}?lat=-90.1&lon=2`, 400, RANGE],
    ['everything', `${path}?lat=48&lon=180.1`, 400, RANGE],
    ['everything', `${path}?lat=48&lon=-180.1`, 400, RANGE],
    ['everything', `${path}?lat=1e999&lon=2`, 400, RANGE],
    ['everything', `${path}?lat=0&lon=0`, 200, EMPTY],
    ['everything', `${path}?lat=90&lon=180`, 200, EMPTY],
    ['everything', `${path}?lat=-90&lon=-180`, 200, EMPTY],
    ['everything', `${path}?lat=0&lon=0&format=jsonld`, 200, []],
    ['no weights', path, 400, REQUIRED],
    // Without the administrative database nothing contains the point; an invalid point stays an error.
    ['no gazetteer', `${path}?lat=48.85&lon=2.35`, 200, EMPTY],
    ['no gazetteer', `${path}?lat=48.85&lon=2.35&format=jsonld`, 200, []],
    ['no gazetteer', path, 400, REQUIRED],
    ['no gazetteer', `${path}?lat=91&lon=2`, 400, RANGE],
    ['no engine', `${path}?lat=48.85&lon=2.35`, 501, NO_REVERSE],
    ['no engine', path, 501, NO_REVERSE],
  ]),
]

describe('GET', () => {
  const named = ROWS.map((row): [string, ...Row] => [row.slice(0, 2).join(' ').slice(0, 80), ...row])
  test.each(named)('%s', async (_name, state, path, status, answer) => {
    const response = await get(state, path)
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body: answer })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test.each(['everything', 'no gazetteer', 'no weights', 'no engine'])(
    '%s: no key `error`',
    async (state) => {
      const paths = [
        '/api',
        '/api?q=a&q=b',
        '/api?q=paris',
        '/api?q=fault',
        '/reverse',
        '/reverse?lat=99&lon=0',
      ]
      for (const path of paths) {
        const body = (await (await get(state, path)).json()) as Record<string, unknown>
        expect(body).toMatchObject({ type: 'FeatureCollection', features: expect.any(Array) })
        expect(body).not.toHaveProperty('error')
      }
    },
  )
})

describe('paths', () => {
  test.each(['/nope', '/api/x', '/apis', '/search', '/health', '/metrics', '/status', '/v1/parse', '/%ZZ'])(
    '%s is an unmatched path',
    async (path) => {
      const response = await get('everything', path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(await response.text()).toBe('Not Found')
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s /api is an unmatched path', async (method) => {
    const response = await get('everything', '/api?q=paris', { method })
    expect({ status: response.status, body: await response.text() }).toEqual({
      status: 404,
      body: 'Not Found',
    })
  })

  test('a body longer than any route needs is refused in the words of the surface', async () => {
    const response = await get('everything', '/api?q=paris', { method: 'POST', body: 'a'.repeat(100_000) })
    expect([404, 413]).toContain(response.status)
    await response.arrayBuffer()
  })

  test.each(['/', '/api?q=paris', '/api/?q=paris', '/reverse?lat=48.85&lon=2.35', '/openapi.json'])(
    'HEAD %s is GET without its body',
    async (path) => {
      const [head, whole] = [await get('everything', path, { method: 'HEAD' }), await get('everything', path)]
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['content-type', 'content-length']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name))
      }
      await whole.arrayBuffer()
    },
  )
})

describe('pages of other origins', () => {
  const PREFLIGHT = {
    method: 'OPTIONS',
    headers: { origin: 'https://map.example', 'access-control-request-method': 'GET' },
  }

  test.each(['/api?q=paris', '/api', '/reverse?lat=0&lon=0', '/', '/nope'])('may read %s', async (path) => {
    const response = await get('everything', path, { headers: { origin: 'https://map.example' } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    await response.arrayBuffer()
  })

  test.each(['/api', '/api/', '/reverse', '/nope'])('may ask first whether they may: %s', async (path) => {
    const asked = await get('everything', path, PREFLIGHT)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    expect(asked.headers.get('access-control-allow-methods')).toContain('GET')
    const bare = await get('everything', path, { method: 'OPTIONS' })
    expect(bare.status).toBe(204)
  })

  test('may not when the server is started without CORS', async () => {
    const closed = await startTypeahead(MEMORY, false)
    try {
      const headers = { origin: 'https://map.example' }
      const response = await fetch(`${closed.url}/api?q=paris`, { headers })
      expect(response.status).toBe(200)
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
      expect((await fetch(`${closed.url}/api`, PREFLIGHT)).status).toBe(404)
    } finally {
      await closed.close()
    }
  })
})

describe('the page at /', () => {
  test.each(['everything', 'no engine'])(
    '%s: is HTML that may run nothing but its own scripts',
    async (state) => {
      const response = await get(state, '/')
      const page = await response.text()
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self'/)
      expect(page).toContain('openapi.json')
      // Every ampersand is part of a reference.
      const markup = page.replace(/<(script|style)>.*?<\/\1>/gs, '')
      expect(markup.match(/&(?!amp;|lt;|gt;|quot;)/g)).toBeNull()
    },
  )

  test('repeats nothing of the request', async () => {
    const page = await (await get('everything', '/?q=%3Cscript%3Ealert(1)%3C/script%3E')).text()
    expect(page).not.toContain('alert(1)')
  })

  test('has links that answer', async () => {
    const page = await (await get('everything', '/')).text()
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) =>
      (link ?? '').replaceAll('&amp;', '&'),
    )
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect((await get('everything', `/${link}`)).status).toBe(200)
  })
})
