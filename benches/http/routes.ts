/**
 * The routes that `bench.ts` asks, with the requests it sends in turn. `low` and `middle` are the rates of the open loop, a second;
 * they are fixed, so that latencies of two runs can be compared.
 */
import { URLSearchParams } from 'node:url'

import { ADDRESSES, COMPONENTS, PREFIXES } from './addresses.js'
import { post, type Request } from './requests.js'

/** A route, and the requests that it is sent in turn. */
export interface Route {
  surface: string
  name: string
  requests: Request[]
  /** Rates of the open loop, requests a second. */
  low: number
  middle: number
}

const few = ADDRESSES.slice(0, 200)
const get = (path: string): Request => ({ path })
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
const PARTS = few.map((address) => {
  const [street = '', ...rest] = address.split(', ')
  return new URLSearchParams({ street, city: rest.join(', ') }).toString()
})
const POINTS = Array.from({ length: 200 }, (_, index) => ({
  lat: String(40 + (index % 20) / 2),
  lon: String(-3 + (index % 37) / 5),
}))

const CHEAP = { low: 100, middle: 1000 }

/** By surface. */
export const ROUTES: Route[] = [
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
    requests: COMPONENTS.map((request) => post('/v1/format', request)),
    ...CHEAP,
  },
  { surface: 'native', name: 'GET /health', requests: [get('/health')], ...CHEAP },
  { surface: 'native', name: 'GET /health/ready', requests: [get('/health/ready')], ...CHEAP },
  { surface: 'native', name: 'GET /metrics', requests: [get('/metrics')], ...CHEAP },
  {
    surface: 'native',
    name: 'GET /metrics/prometheus',
    requests: [get('/metrics/prometheus')],
    low: 10,
    middle: 100,
  },
  // Only where the data root has points of interest.
  {
    surface: 'native',
    name: 'POST /v1/poi',
    requests: ['Reno, NV', 'New York', 'Paris', 'Lyon'].map((town) =>
      post('/v1/poi', { query: `coffee in ${town}` }),
    ),
    ...CHEAP,
  },
  {
    surface: 'search',
    name: 'GET /search',
    requests: few.map((address) => get(`/search?q=${encodeURIComponent(address)}`)),
    ...CHEAP,
  },
  {
    surface: 'search',
    name: 'GET /search in parts, with details, GeoJSON',
    requests: PARTS.map((query) => get(`/search?${query}&addressdetails=1&format=geojson`)),
    ...CHEAP,
  },
  {
    surface: 'search',
    name: 'GET /search, JSON-LD',
    requests: few.map((address) => get(`/search?format=jsonld&q=${encodeURIComponent(address)}`)),
    ...CHEAP,
  },
  {
    surface: 'search',
    name: 'GET /reverse',
    requests: POINTS.map(({ lat, lon }) => get(`/reverse?lat=${lat}&lon=${lon}&addressdetails=1`)),
    ...CHEAP,
  },
  { surface: 'search', name: 'GET /status', requests: [get('/status')], ...CHEAP },
  { surface: 'search', name: 'GET /', requests: [get('/')], ...CHEAP },
  ...['/parse', '/expand'].flatMap((path) => [
    {
      surface: 'parser',
      name: `GET ${path}`,
      requests: few.map((address) => get(`${path}?address=${encodeURIComponent(address)}`)),
      ...CHEAP,
    },
    {
      surface: 'parser',
      name: `POST ${path}`,
      requests: few.map((address) => post(path, { address })),
      ...CHEAP,
    },
  ]),
  { surface: 'parser', name: 'GET /', requests: [get('/')], ...CHEAP },
  { surface: 'native', name: 'GET /openapi.json', requests: [get('/openapi.json')], low: 10, middle: 100 },
  ...(
    [
      [1, 2],
      [3, 5],
      [6, 20],
    ] as const
  ).map(([least, most]) => ({
    surface: 'typeahead',
    name: `GET /api, ${String(least)} to ${String(most)} letters`,
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
    requests: POINTS.map(({ lat, lon }) => get(`/reverse?lat=${lat}&lon=${lon}`)),
    ...CHEAP,
  },
  { surface: 'typeahead', name: 'GET /', requests: [get('/')], ...CHEAP },
]
