/** The routes of the profile `milepost`, and those of every profile. A capability is asked for before the query is read. */
import type { Engine } from '../../engine/engine.js'
import type { App } from '../../http/app.js'
import { type Metrics, PROMETHEUS_TYPE } from '../../http/observability/metrics.js'
import { failureOf } from '../../http/responses/errors.js'
import type { SearchResult } from '../../wire/found.js'
import { around, answersReverse, placesAround } from '../reverse.js'
import { examplesOf, jsonAnswer, prometheusAnswer, register } from '../documented.js'
import { isOnEarth } from '../points.js'
import type { RawQuery } from '../read-parameters.js'
import type { SearchContext } from './context.js'
import { reverseBody, searchBody } from './envelopes.js'
import {
  failuresOf,
  LOOKUP_NOT_IMPLEMENTED,
  pathsOf,
  REVERSE_NOT_IMPLEMENTED,
  SEARCH_NOT_IMPLEMENTED,
} from './errors.js'
import { forwardResult, type Result, reverseResult } from './item.js'
import { countryOf, pointOf, questionOf, wantsHouses, wishOf } from './parameters.js'
import { REVERSES, SEARCHES, STATUS } from './schemas/examples.js'
import { LookupQuery, ReverseQuery, SearchQuery } from './schemas/query.js'

const LAT_LON_REQUIRED = failureOf(400, 'lat and lon are required')
const LAT_LON_RANGE = failureOf(400, 'lat must be in [-90, 90] and lon in [-180, 180]')

/** A 200 answer by the name of its schema. */
const success = (schema: string, description: string, examples: Readonly<Record<string, unknown>>) => ({
  200: jsonAnswer(description, { $ref: `${schema}#` }, examplesOf(examples)),
})

/** Registers `/search`, `/reverse` and `/lookup`. */
export function registerRoutes(app: App, context: SearchContext): void {
  const { engine } = context
  const isAnswered = answersReverse(engine)
  register(app, {
    paths: pathsOf('search'),
    operationId: 'search',
    tags: ['geocoding'],
    summary: 'Find a place, a street or a house',
    querystring: SearchQuery,
    response: {
      ...success('SearchResponse', 'At most one result', SEARCHES),
      ...failuresOf([SEARCH_NOT_IMPLEMENTED]),
    },
    answer: searchHandler(context),
  })
  register(app, {
    paths: pathsOf('reverse'),
    operationId: 'reverse',
    tags: ['geocoding'],
    summary: 'What a point lies in',
    description: 'Without the full administrative database nothing is found, which is null and no error.',
    querystring: ReverseQuery,
    response: {
      ...success('ReverseResponse', 'One result, or null', REVERSES),
      ...failuresOf([LAT_LON_REQUIRED, LAT_LON_RANGE, REVERSE_NOT_IMPLEMENTED]),
    },
    answer: (request) => {
      if (!isAnswered) return REVERSE_NOT_IMPLEMENTED
      const query = request.query as RawQuery
      const point = pointOf(query)
      if (point === undefined) return LAT_LON_REQUIRED
      if (!isOnEarth(point)) return LAT_LON_RANGE
      const found = around(engine, point, { houses: wantsHouses(query) })
      return reverseBody(reverseResult(found, point, context), wishOf(query))
    },
  })
  // The gazetteers have no ids of a map database.
  register(app, {
    paths: pathsOf('lookup'),
    operationId: 'lookup',
    tags: ['geocoding'],
    summary: 'Objects by their ids: not implemented',
    querystring: LookupQuery,
    response: {
      ...success('SearchResponse', 'Not answered yet', { nothing: [] }),
      ...failuresOf([LOOKUP_NOT_IMPLEMENTED]),
    },
    answer: () => LOOKUP_NOT_IMPLEMENTED,
  })
}

/** The handler of a search; what cannot be searched for finds nothing. */
export function searchHandler(context: SearchContext) {
  const { engine } = context
  return (request: { query: unknown }) => {
    if (engine.search === undefined) return SEARCH_NOT_IMPLEMENTED
    const query = request.query as RawQuery
    const question = questionOf(query)
    const country = countryOf(query)
    const bounds = country === undefined ? undefined : { countries: [country] }
    const results = question === undefined ? '[]' : engine.search(question, bounds)
    const [first] = JSON.parse(results) as SearchResult[]
    const found = question === undefined || first === undefined ? undefined : placed(first, question, context)
    return searchBody(found, wishOf(query))
  }
}

/** A plus code or coordinates alone say a country at most: the places around the point say what it lies in. */
function placed(found: SearchResult, question: string, context: SearchContext): Result {
  const { engine } = context
  const isPoint = ['plus_code', 'coordinates'].includes(found.resolution_tier)
  if (found.places.length > 1 || !isPoint || engine.reverse === undefined)
    return forwardResult(found, question, context)
  return forwardResult({ ...found, places: placesAround(engine, found) }, question, context, ['reverse'])
}

/** Registers `/status`, as text with `hasText`, and `/metrics/prometheus`. They answer with any engine, even without one. */
export function registerOperations(app: App, engine: Engine, hasText: boolean, metrics: Metrics): void {
  // The data are those of the start: this surface has no reload.
  const updated = engine.dataUpdated?.()
  const ok = { status: 0, message: 'OK', ...(updated !== undefined && { data_updated: updated }) }
  const body = JSON.stringify(ok)
  const isText = (query: unknown) => hasText && ((query as RawQuery)['format'] ?? 'text') === 'text'
  register(app, {
    paths: pathsOf('status'),
    operationId: 'status',
    tags: ['meta'],
    summary: 'Whether the process lives',
    response: { ...success('Status', 'It does', { ok: STATUS }), ...failuresOf() },
    answer: (request, reply) =>
      isText(request.query) ? reply.type('text/plain; charset=utf-8').send('OK') : body,
  })
  register(app, {
    paths: ['/metrics/prometheus'],
    operationId: 'retrievePrometheusMetrics',
    tags: ['meta'],
    summary: 'Figures of all workers as Prometheus text',
    response: { 200: prometheusAnswer('process_cpu_seconds_total 1.5'), ...failuresOf() },
    answer: async (_request, reply) => reply.type(PROMETHEUS_TYPE).send(await metrics.text()),
  })
}
