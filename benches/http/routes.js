/**
 * The routes that `bench.js` asks, with the requests it sends in turn. `low` and `middle` are the rates of the open loop, a second;
 * they are fixed, so that latencies of two runs can be compared.
 */
import { ADDRESSES, PREFIXES } from './addresses.js'
import { post } from './requests.js'

const few = ADDRESSES.slice(0, 200)
const get = (path) => ({ path })
const TREE = {
  raw: 'Reno NV',
  roots: [
    {
      tag: 'region',
      start: 5,
      end: 7,
      value: 'NV',
      confidence: 1,
      children: [{ tag: 'locality', start: 0, end: 4, value: 'Reno', confidence: 1, children: [] }],
    },
  ],
}
const COMPONENTS = {
  house_number: '350',
  street: '5th',
  street_suffix: 'Ave',
  locality: 'New York',
  region: 'NY',
}
const POINTS = Array.from({ length: 200 }, (_, index) => [40 + (index % 20) / 2, -3 + (index % 37) / 5])

const CHEAP = { low: 100, middle: 1000 }

/** By surface. */
export const ROUTES = [
  {
    surface: 'native',
    name: 'GET /v1/parse',
    requests: few.map((address) => get(`/v1/parse?address=${encodeURIComponent(address)}`)),
    ...CHEAP,
  },
  {
    surface: 'native',
    name: 'POST /v1/parse',
    requests: ADDRESSES.map((address) => post('/v1/parse', { address })),
    ...CHEAP,
  },
  {
    surface: 'native',
    name: 'POST /v1/geocode',
    requests: ADDRESSES.map((address) => post('/v1/geocode', { address })),
    ...CHEAP,
  },
  {
    surface: 'native',
    name: 'POST /v1/batch of 100',
    requests: [0, 100, 200, 300].map((from) =>
      post('/v1/batch', { addresses: ADDRESSES.slice(from, from + 100) }),
    ),
    low: 2,
    middle: 10,
  },
  { surface: 'native', name: 'POST /v1/resolve', requests: [post('/v1/resolve', { tree: TREE })], ...CHEAP },
  {
    surface: 'native',
    name: 'POST /v1/format',
    requests: [post('/v1/format', { components: COMPONENTS, country: 'US' })],
    ...CHEAP,
  },
  { surface: 'native', name: 'GET /health', requests: [get('/health')], ...CHEAP },
  { surface: 'native', name: 'GET /metrics', requests: [get('/metrics')], ...CHEAP },
  ...[
    [1, 2],
    [3, 5],
    [6, 20],
  ].map(([least, most]) => ({
    surface: 'typeahead',
    name: `GET /api, ${least} to ${most} letters`,
    requests: PREFIXES.filter(({ length }) => least <= length && length <= most).map((text) =>
      get(`/api?limit=5&q=${encodeURIComponent(text)}`),
    ),
    ...CHEAP,
  })),
  {
    surface: 'typeahead',
    name: 'GET /api, near a point',
    requests: PREFIXES.map((text) => get(`/api?limit=5&lat=44.5&lon=2.1&q=${encodeURIComponent(text)}`)),
    ...CHEAP,
  },
  {
    surface: 'typeahead',
    name: 'GET /reverse',
    requests: POINTS.map(([lat, lon]) => get(`/reverse?lat=${lat}&lon=${lon}`)),
    ...CHEAP,
  },
  { surface: 'typeahead', name: 'GET /', requests: [get('/')], ...CHEAP },
]
