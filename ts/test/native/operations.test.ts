/** Health, readiness, figures, request ids, admin listener. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { createApp } from '../../src/http/app.js'
import { NATIVE_ERRORS } from '../../src/surfaces/native/errors.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { EVERYTHING, NO_WEIGHTS, noGazetteer, type Running, start } from '../support/servers.js'

const states: Record<string, Running> = {}

beforeAll(async () => {
  states['everything'] = await start(EVERYTHING)
  states['no gazetteer'] = await start(noGazetteer())
  states['no weights'] = await start(NO_WEIGHTS)
})

afterAll(async () => {
  await Promise.all(Object.values(states).map((running) => running.close()))
})

function get(state: string, path: string, headers: Record<string, string> = {}) {
  return fetch(`${states[state]?.url ?? ''}${path}`, { headers })
}

async function post(state: string, path: string, body: unknown) {
  return fetch(`${states[state]?.url ?? ''}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

describe('health', () => {
  test('tells what is open', async () => {
    const health = async (state: string) => (await get(state, '/health')).json()
    expect(await health('everything')).toMatchObject({
      status: 'ok',
      uptime_s: expect.any(Number),
      model: {
        name: 'weights-en-us',
        locale: 'en-US',
        labels: 37,
        format: {
          model: expect.any(String),
          tokenizer: expect.any(String),
          max_sequence_length: 128,
          opset: 17,
          fp32_size_mb: expect.any(Number),
          int8_size_mb: expect.any(Number),
          pair_index_us_bin: null,
        },
      },
      data: {
        versions: null,
        data_updated: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
        wof_dbs: [expect.any(String)],
        situs_states: 0,
        interpolation_states: 0,
        shards: { address_points: 0, interpolation: 0, street_centroids: 0, skipped: 0, faults: 0 },
      },
    })
    expect(await health('no weights')).not.toHaveProperty('model')
    expect(await health('no gazetteer')).toMatchObject({ data: { wof_dbs: [] } })
  })

  test('readiness asks for weights, not for a gazetteer that is not configured', async () => {
    const ready = async (state: string) => {
      const response = await get(state, '/health/ready')
      return { status: response.status, body: await response.json() }
    }
    expect(await ready('everything')).toEqual({
      status: 200,
      body: { ready: true, parse: true, geocode: true, draining: false },
    })
    expect(await ready('no gazetteer')).toMatchObject({ status: 200, body: { ready: true, geocode: false } })
    expect(await ready('no weights')).toMatchObject({ status: 503, body: { ready: false, parse: false } })
  })
})

describe('metrics', () => {
  test('count geocodes and batches only; a tier never seen is absent', async () => {
    const metrics = async () => (await get('no gazetteer', '/metrics')).json()
    expect(await metrics()).toEqual({
      uptime_s: expect.any(Number),
      timings: { total: 0, errors: 0, tiers: {}, latency_ms: null, latency_samples: 0 },
      shards: { open: 0, skipped: 0, faults: 0 },
    })
    const before = (await (await get('everything', '/metrics')).json()) as { timings: { total: number } }
    expect(before.timings.total).toBe(0)
    await get('everything', '/v1/parse?address=Reno')
    await post('everything', '/v1/geocode', { address: 'Reno NV' })
    await post('everything', '/v1/batch', { addresses: ['Reno NV', ' ', 'Paris'] })
    const after = (await (await get('everything', '/metrics')).json()) as {
      timings: { latency_ms: Record<string, number> }
    }
    expect(after).toMatchObject({
      timings: { total: 5, errors: 1, tiers: { admin: 3, batch: 1 }, latency_samples: 5 },
    })
    expect(Object.keys(after.timings.latency_ms)).toEqual(['p50', 'p90', 'p99', 'max'])
  })

  test('are Prometheus text when that is asked for, with routes but without addresses', async () => {
    await get('everything', '/v1/parse?address=Secret%20Street')
    const text = await (await get('everything', '/metrics/prometheus')).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/v1/parse",status="200"}')
    expect(text).toContain('milepost_answers_total{tier="admin"}')
    expect(text).toMatch(/process_resident_memory_bytes \d+/)
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
    expect(text).not.toContain('Secret')
    const scraper =
      'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.2'
    const scraped = await get('everything', '/metrics', { accept: scraper })
    expect(scraped.headers.get('content-type')).toContain('text/plain')
    const browsed = await get('everything', '/metrics', { accept: '*/*' })
    expect(browsed.headers.get('content-type')).toContain('application/json')
  })

  test('count each request once across several batches of durations', async () => {
    const { app } = await createNativeServer({ engine: { parse: () => '{}' }, logLevel: 'silent' })
    const payload = { address: 'Reno' }
    const ask = () => app.inject({ method: 'POST', url: '/v1/parse', payload })
    await Promise.all(Array.from({ length: 300 }, ask))
    const { body } = await app.inject('/metrics/prometheus')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="POST",route="/v1/parse",status="200"} 300',
    )
    await app.close()
  })
})

describe('requests', () => {
  test('keep a sane id and are given one otherwise', async () => {
    const idOf = async (sent?: string) => {
      const response = await get('everything', '/health', sent === undefined ? {} : { 'x-request-id': sent })
      return response.headers.get('x-request-id')
    }
    expect(await idOf('abc-1')).toBe('abc-1')
    expect(await idOf()).toMatch(/^[\da-f-]{36}$/)
    expect(await idOf('a b"c')).toMatch(/^[\da-f-]{36}$/)
    expect(await idOf('a'.repeat(200))).toMatch(/^[\da-f-]{36}$/)
    expect((await get('everything', '/%ZZ')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test('of other origins are refused by browsers unless --cors', async () => {
    const origin = { origin: 'http://elsewhere.test' }
    expect((await get('everything', '/health', origin)).headers.has('access-control-allow-origin')).toBe(
      false,
    )
    const { app } = await createNativeServer({ engine: {}, cors: true, logLevel: 'silent' })
    const answer = await app.inject({ url: '/nope', headers: origin })
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/v1/parse',
      headers: {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-a',
      },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({ 'access-control-allow-headers': 'x-a' })
    await app.close()
  })
})

describe('a proxy', () => {
  test.each([
    [undefined, '127.0.0.1'],
    [true, '203.0.113.7'],
    ['127.0.0.1', '203.0.113.7'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('--trust-proxy %s: the client is %s', async (trustProxy, ip) => {
    const app = await createApp({ bodyLimit: 1, errors: NATIVE_ERRORS, logLevel: 'silent', trustProxy })
    app.get('/ip', (request) => request.ip)
    const { body } = await app.inject({ url: '/ip', headers: { 'x-forwarded-for': '203.0.113.7' } })
    await app.close()
    expect(body).toBe(ip)
  })
})

describe('faults', () => {
  test('of the core are answered with 500', async () => {
    const parse = vi.fn(() => {
      throw new Error('a fault of the core')
    })
    const { app } = await createNativeServer({ engine: { parse }, logLevel: 'silent' })
    const answer = await app.inject({ method: 'POST', url: '/v1/parse', payload: { address: 'Reno' } })
    expect([answer.statusCode, answer.json()]).toMatchObject([500, { error: 'internal error' }])
    expect(parse).toHaveBeenCalledTimes(1)
    await app.close()
  })

  test('are 500 with the message, without the folders of the machine', async () => {
    const { app } = await createNativeServer({
      engine: {
        geocode: () => {
          throw new Error('/srv/data/db/wof/candidate.db: database disk image is malformed')
        },
        openNext: () => {
          throw new Error('cannot open `/srv/data/db/wof/candidate.db`')
        },
      },
      logLevel: 'silent',
    })
    const geocode = await app.inject({ method: 'POST', url: '/v1/geocode', payload: { address: 'a' } })
    expect({ status: geocode.statusCode, body: geocode.json<unknown>() }).toEqual({
      status: 500,
      body: { error: 'internal error', detail: 'candidate.db: database disk image is malformed' },
    })
    const reload = await app.inject({ method: 'POST', url: '/v1/reload' })
    expect({ status: reload.statusCode, body: reload.json<unknown>() }).toEqual({
      status: 500,
      body: { error: 'internal error', detail: 'the data stay as they were: cannot open `candidate.db`' },
    })
    const metrics = (await app.inject('/metrics')).json<{ timings: object }>()
    expect(metrics.timings).toMatchObject({ total: 1, errors: 1, tiers: {}, latency_samples: 1 })
    await app.close()
  })
})

describe('the admin listener', () => {
  test('has the reload, and the public one has not', async () => {
    const { app, admin } = await createNativeServer({
      engine: createEngine(EVERYTHING),
      separateAdmin: true,
      logLevel: 'silent',
    })
    const reload = { method: 'POST', url: '/v1/reload' } as const
    expect((await app.inject(reload)).statusCode).toBe(404)
    expect((await admin?.inject(reload))?.json()).toEqual({ reloaded: true, versions: null })
    expect((await admin?.inject('/v1/parse?address=a'))?.statusCode).toBe(404)
    await Promise.all([app.close(), admin?.close()])
  })
})

describe('the page at /docs', () => {
  test('is whole without any other host', async () => {
    const page = await get('everything', '/docs')
    expect(page.status).toBe(200)
    const html = await page.text()
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part ?? '')
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      const url = new URL(part, `${states['everything']?.url ?? ''}/docs`)
      expect(url.origin).toBe(states['everything']?.url)
      expect({ part, status: (await fetch(url)).status }).toEqual({ part, status: 200 })
    }
    expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    // What the last script reads, relative to the page.
    expect(await (await get('everything', '/docs/start.js')).text()).toContain("fetch('openapi.json')")
    expect((await get('everything', '/docs/')).url).toBe(`${states['everything']?.url ?? ''}/docs`)
  })
})
