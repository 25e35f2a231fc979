/** The documented answers as data: each row a request and its exact answer, in three states of the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { EVERYTHING, NO_WEIGHTS, noGazetteer, type Running, start } from '../support/servers.js'

const ADDRESS = '350 5th Ave Apt 4B, New York, NY 10118'

const REQUIRED = { error: 'address is required' }
const TOO_LONG = { error: 'invalid request body', detail: 'address: must be at most 1024 characters' }
const BATCH = { error: 'body must be { addresses: string[] }' }
const MALFORMED = { error: 'invalid request body', detail: 'malformed JSON' }
const TOO_LARGE = { error: 'request body too large' }
const NO_PARSE = { error: 'parse not implemented' }
const NO_GEOCODER = { error: 'geocoder not available', detail: expect.any(String) }
const NO_RESOLVER = { error: 'resolver not available', detail: expect.any(String) }
const RESOLVE = { error: 'body must be { tree: AddressTree, opts? }' }
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
    ['everything', path, JSON.stringify({ address: 'a'.repeat(1025) }), 400, TOO_LONG],
    ['everything', path, JSON.stringify({ address: ' '.repeat(1025) }), 400, REQUIRED],
    ['everything', path, '{"address":', 400, MALFORMED],
    ['everything', path, '{"address":"a"} trailing', 400, MALFORMED],
    ['everything', path, '{"address":"a","address":""}', 400, REQUIRED],
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
  ...['"USA"', '"u1"', '""'].map((country): Row => {
    const detail = 'country: must be a code of two letters, or a list of them'
    const answer = { error: 'invalid request body', detail }
    return ['everything', '/v1/parse', `{"address":"a","country":${country}}`, 400, answer]
  }),
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
  [
    'everything',
    '/v1/batch',
    JSON.stringify({ addresses: ['b'.repeat(1025), ' \n', 'é'.repeat(1025)] }),
    200,
    {
      results: [
        { input: 'b'.repeat(1025), error: TOO_LONG.detail },
        { input: ' \n', error: 'address is required' },
        { input: 'é'.repeat(1025), error: TOO_LONG.detail },
      ],
    },
  ],
  ['everything', '/v1/batch', '{"addresses":[],"input_mode":"loose"}', 400, BAD_MODE],
  ['everything', '/v1/batch', '[', 400, MALFORMED],
  ['everything', '/v1/batch', '{"addresses":[]}', 200, { results: [] }],
  ['everything', '/v1/batch', '{"addresses":["a","b","c","d"]}', 413, { error: 'batch too large: 4 > 3' }],
  ['no gazetteer', '/v1/batch', '{"addresses":[]}', 200, { results: [] }],
  ['no gazetteer', '/v1/batch', '{"addresses":["a","b","c","d"]}', 413, { error: 'batch too large: 4 > 3' }],
  ['no gazetteer', '/v1/batch', '{"addresses":["a"]}', 503, NO_GEOCODER],
  ['no weights', '/v1/batch', '{"addresses":["a"]}', 503, NO_GEOCODER],
  // A tree, and nothing but a tree.
  ...['', 'null', '{}', '[]', '{"tree":{}}', '{"tree":{"raw":"a"}}', '{"tree":{"raw":1,"roots":[]}}'].map(
    (body): Row => ['everything', '/v1/resolve', body, 400, RESOLVE],
  ),
  ['everything', '/v1/resolve', tree('planet'), 400, RESOLVE],
  ['everything', '/v1/resolve', '{"tree":{"raw":"a","roots":[]},"opts":7}', 400, RESOLVE],
  ['everything', '/v1/resolve', '{"tree":{"raw":"a","roots":[]},"opts":{"defaultCountry":7}}', 400, RESOLVE],
  ['everything', '/v1/resolve', deepTree(), 400, RESOLVE],
  ['everything', '/v1/resolve', '{', 400, MALFORMED],
  ['everything', '/v1/resolve', '{"tree":{"raw":"","roots":[]}}', 200, { tree: { raw: '', roots: [] } }],
  ['no gazetteer', '/v1/resolve', '{}', 400, RESOLVE],
  ['no gazetteer', '/v1/resolve', tree('locality'), 503, NO_RESOLVER],
  // Components and a country; no engine is asked for.
  ['no weights', '/v1/format', '', 400, field('(root): must be object')],
  ['no weights', '/v1/format', '{}', 400, field('components: is required')],
  ['no weights', '/v1/format', '{"components":{}}', 400, field('country: is required')],
  ['no weights', '/v1/format', '{"components":[],"country":"US"}', 400, field('components: must be object')],
  [
    'no weights',
    '/v1/format',
    '{"components":{"street":7},"country":"US"}',
    400,
    field('components.street: must be a string or an array of strings'),
  ],
  ['no weights', '/v1/format', '{"components":{},"country":7}', 400, field('country: must be string')],
  [
    'no weights',
    '/v1/format',
    '{"components":{},"country":"US","options":{"abbreviate":"yes"}}',
    400,
    field('options.abbreviate: must be boolean'),
  ],
  ['no weights', '/v1/format', '[}', 400, MALFORMED],
  ['no weights', '/v1/format', '{"components":{},"country":"US"}', 200, { formatted: '', canonicalKey: '' }],
  [
    'no gazetteer',
    '/v1/format',
    '{"components":{"__proto__":"x","constructor":"y","street":["Main St","b"],"locality":[]},"country":"US"}',
    200,
    { formatted: 'Main St', canonicalKey: 'mp2|b|main street|us' },
  ],
  // Two addresses are the same, or a field is wrong.
  [
    'everything',
    '/v1/compare',
    '{"a":"123 Main St, Apt 4B, New York, NY 10001","b":"123 Main Street #4B, New York, NY 10001","country":"US"}',
    200,
    {
      verdict: 'same',
      probability: expect.any(Number),
      components: {
        house_number: 'exact',
        street: 'equivalent',
        unit: 'equivalent',
        locality: 'exact',
        region: 'exact',
        postcode: 'exact',
      },
    },
  ],
  ['everything', '/v1/compare', '{"a":"123 Main St"}', 400, field('b: is required')],
  ['no gazetteer', '/v1/compare', '{"a":"1 Main St","b":"1 Main St","geocode":true}', 503, NO_GEOCODER],
  [
    'everything',
    '/v1/compare',
    '{"a":"1 Main St","b":"2 Main St","country":"USA"}',
    400,
    field('country: must be a code of two letters, or a list of them'),
  ],
  [
    'no weights',
    '/v1/compare',
    '{"a":"1 Main St","b":"2 Main St"}',
    501,
    { error: 'compare not implemented' },
  ],
  // Nothing is read of a reload's body, but it must be JSON and fit.
  ['everything', '/v1/reload', '', 200, { reloaded: true, versions: null }],
  ['everything', '/v1/reload', '{', 400, MALFORMED],
  ['everything', '/v1/reload', `"${'a'.repeat(2 * 1024 * 1024)}"`, 413, TOO_LARGE],
  ['no gazetteer', '/v1/reload', '', 503, NO_GEOCODER],
]

function field(detail: string) {
  return { error: 'invalid request body', detail }
}

function tree(tag: string): string {
  const node = { tag, start: 0, end: 5, value: 'Paris', confidence: 1, children: [] }
  return JSON.stringify({ tree: { raw: 'Paris', roots: [node] } })
}

/** Deeper than a recursive validator's stack. */
function deepTree(): string {
  const open = '{"tag":"street","start":0,"end":1,"value":"a","confidence":1,"children":['
  return `{"tree":{"raw":"a","roots":[${open.repeat(20_000)}${']}'.repeat(20_000)}]}}`
}

describe('POST', () => {
  const named = ROWS.map((row): [string, ...Row] => [row.slice(0, 3).join(' ').slice(0, 80), ...row])
  test.each(named)('%s', async (_name, state, path, body, status, answer) => {
    expect(await post(state, path, body)).toEqual({ status, body: answer })
  })

  test('a body without content type is ignored, one of another type is JSON all the same', async () => {
    const body = JSON.stringify({ address: ADDRESS })
    expect(await post('everything', '/v1/parse', body, null)).toEqual({ status: 400, body: REQUIRED })
    const odd = await post('everything', '/v1/parse', body, 'application/json\t; charset')
    expect(odd).toMatchObject({ status: 200, body: { input: ADDRESS } })
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
  ['everything', `/v1/parse?address=${'a'.repeat(1025)}`, 400, TOO_LONG],
  ['everything', '/v1/parse?address=a&input_mode=loose', 400, BAD_MODE],
  ['no weights', '/v1/parse', 501, NO_PARSE],
  ['no weights', '/v1/parse?address=a', 501, NO_PARSE],
]

describe('GET', () => {
  const named = GET_ROWS.map((row): [string, ...GetRow] => [row.slice(0, 2).join(' ').slice(0, 80), ...row])
  test.each(named)('%s', async (_name, state, path, status, answer) => {
    const response = await fetch(url(state, path))
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body: answer })
  })

  test.each([
    '/nope',
    '/playground/nope',
    '/playground/..%2fpage.js',
    '/v1/batch',
    '/v1/poi',
    '/v1/parse/',
    '/%ZZ',
  ])('%s is an unmatched path', async (path) => {
    const response = await fetch(url('everything', path))
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(await response.text()).toBe('Not Found')
  })
})

describe('the page at /', () => {
  const states = ['everything', 'no gazetteer', 'no weights'] as const

  test.each(states)('%s: is HTML that loads nothing but its own files', async (state) => {
    const response = await fetch(url(state, '/'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'/,
    )
  })

  test('all that it loads and links to is there', async () => {
    const page = await (await fetch(url('everything', '/'))).text()
    const paths = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    )
    expect(paths).toContain('playground/page.js')
    for (const path of [...paths, 'playground/map.js', 'playground/world.json']) {
      expect([path, (await fetch(url('everything', `/${path}`))).status]).toEqual([path, 200])
    }
  })

  test('it is small, and asked for once', async () => {
    const files = [
      '',
      'playground/page.js',
      'playground/page.css',
      'playground/map.js',
      'playground/world.json',
    ]
    let bytes = 0
    for (const file of files) {
      const response = await fetch(url('everything', `/${file}`), { headers: { 'accept-encoding': 'gzip' } })
      const etag = response.headers.get('etag') ?? ''
      bytes += Number(response.headers.get('content-length'))
      const again = await fetch(url('everything', `/${file}`), {
        headers: { 'if-none-match': `W/"x", W/${etag}` },
      })
      expect([file, again.status, await again.text()]).toEqual([file, 304, ''])
      const head = await fetch(url('everything', `/${file}`), { method: 'HEAD' })
      expect([file, head.status, head.headers.get('etag')]).toEqual([file, 200, etag])
    }
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThan(400_000)
  })

  test('a client that takes nothing compressed gets it as it is', async () => {
    const response = await fetch(url('everything', '/playground/icon.svg'), {
      headers: { 'accept-encoding': 'gzip;q=0' },
    })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toMatch(/^<svg/)
  })

  test('it completes and reverses', async () => {
    const completed = await fetch(url('everything', '/playground/complete?q=le+touv'))
    expect(await completed.json()).toMatchObject([{ name: 'Le Touvet' }])
    const reversed = await fetch(url('everything', '/playground/reverse?lat=45.3586&lon=5.9531'))
    expect(await reversed.json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'France' })]),
    )
    expect((await fetch(url('everything', '/playground/reverse?lat=91&lon=0'))).status).toBe(400)
    expect(await (await fetch(url('everything', '/playground/complete'))).json()).toEqual([])
    expect((await fetch(url('no gazetteer', '/playground/complete?q=a'))).status).toBe(503)
  })

  test('it is in no document', async () => {
    const document = (await (await fetch(url('everything', '/openapi.json'))).json()) as { paths: object }
    expect(Object.keys(document.paths).filter((path) => path === '/' || path.includes('playground'))).toEqual(
      [],
    )
  })
})
