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
const POINTS = Array.from(
  { length: 200 },
  (_, index) => `lat=${String(40 + (index % 20) / 2)}&lon=${String(-3 + (index % 37) / 5)}`,
)

const CHEAP = [100, 1000] as const

function route(
  surface: string,
  name: string,
  requests: Request[],
  [low, middle]: readonly [number, number] = CHEAP,
) {
  return { surface, name, requests, low, middle }
}

/** The same request with each text as the value that ends it. */
const withEach = (texts: readonly string[], path: string) =>
  texts.map((text) => get(path + encodeURIComponent(text)))

/** Typed texts of so many letters. */
const typed = (least: number, most: number) =>
  PREFIXES.filter(({ length }) => least <= length && length <= most)

const BATCHES = [0, 100, 200, 300].map((from) => ADDRESSES.slice(from, from + 100))
const TOWNS = ['Reno, NV', 'New York', 'Paris', 'Lyon']

/** By surface. */
export const ROUTES: Route[] = [
  route('native', 'GET /v1/parse', withEach(few, '/v1/parse?address=')),
  ...['parse', 'geocode'].map((call) =>
    route(
      'native',
      `POST /v1/${call}`,
      ADDRESSES.map((address) => post(`/v1/${call}`, { address })),
    ),
  ),
  route(
    'native',
    'POST /v1/batch of 100',
    BATCHES.map((addresses) => post('/v1/batch', { addresses })),
    [2, 10],
  ),
  route('native', 'POST /v1/resolve', [post('/v1/resolve', { tree: TREE })]),
  route(
    'native',
    'POST /v1/format',
    COMPONENTS.map((request) => post('/v1/format', request)),
  ),
  route('native', 'GET /health', [get('/health')]),
  route('native', 'GET /health/ready', [get('/health/ready')]),
  route('native', 'GET /metrics', [get('/metrics')]),
  route('native', 'GET /metrics/prometheus', [get('/metrics/prometheus')], [10, 100]),
  // Only where the data root has points of interest.
  route(
    'native',
    'POST /v1/poi',
    TOWNS.map((town) => post('/v1/poi', { query: `coffee in ${town}` })),
  ),
  route('search', 'GET /search', withEach(few, '/search?q=')),
  route(
    'search',
    'GET /search in parts, with details, GeoJSON',
    PARTS.map((query) => get(`/search?${query}&addressdetails=1&format=geojson`)),
  ),
  route('search', 'GET /search, JSON-LD', withEach(few, '/search?format=jsonld&q=')),
  route(
    'search',
    'GET /reverse',
    POINTS.map((point) => get(`/reverse?${point}&addressdetails=1`)),
  ),
  route('search', 'GET /status', [get('/status')]),
  route('search', 'GET /', [get('/')]),
  ...['/parse', '/expand'].flatMap((path) => [
    route('parser', `GET ${path}`, withEach(few, `${path}?address=`)),
    route(
      'parser',
      `POST ${path}`,
      few.map((address) => post(path, { address })),
    ),
  ]),
  route('parser', 'GET /', [get('/')]),
  route('native', 'GET /openapi.json', [get('/openapi.json')], [10, 100]),
  route('typeahead', 'GET /api, 1 to 2 letters', withEach(typed(1, 2), '/api?limit=5&q=')),
  route('typeahead', 'GET /api, 3 to 5 letters', withEach(typed(3, 5), '/api?limit=5&q=')),
  route('typeahead', 'GET /api, 6 to 20 letters', withEach(typed(6, 20), '/api?limit=5&q=')),
  route('typeahead', 'GET /api, near a point', withEach(PREFIXES, '/api?limit=5&lat=44.5&lon=2.1&q=')),
  route(
    'typeahead',
    'GET /reverse',
    POINTS.map((point) => get(`/reverse?${point}`)),
  ),
  route('typeahead', 'GET /', [get('/')]),
]
