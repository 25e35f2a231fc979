/** `/health`, `/health/ready` and `/metrics`: the process itself. They answer with any engine, even without one. */
import type { Engine } from '../../../engine/engine.js'
import type { App } from '../../../http/app.js'
import { PROMETHEUS_TYPE } from '../../../http/observability/metrics.js'
import { answered } from '../../../http/workers/workers.js'
import { prometheusAnswer } from '../../documented.js'
import { shardsBody, type ShardFigures, SHARDS_OF_ALL } from '../shards.js'
import { metricsBody, type TimingFigures, TIMINGS_OF_ALL } from '../timings.js'
import { type NativeContext, register, success } from './route.js'

/** Registers the routes. */
export function registerOperations(app: App, { engine, workers, timings, metrics }: NativeContext): void {
  const tags = ['meta']
  register(app, 'GET /health', {
    operationId: 'retrieveHealth',
    tags,
    summary: 'Whether the process lives, and what it has open',
    gives: 'HealthResponse',
    answer: () =>
      JSON.stringify({
        status: 'ok',
        uptime_s: timings.uptime,
        ...(engine.model && { model: reportModel(engine.model) }),
        ...(engine.data && { data: { ...engine.data(), generation: workers.generation() } }),
      }),
  })
  register(app, 'GET /health/ready', {
    operationId: 'retrieveReadiness',
    tags,
    summary: 'Whether requests should be sent here',
    description:
      'Ready with weights loaded, and the gazetteer open unless there is none; not ready with one that cannot be opened, nor while draining.',
    gives: 'ReadinessResponse',
    answers: { 503: success('ReadinessResponse', 'Not ready') },
    answer: (_query, _request, reply) => {
      const parse = engine.parse !== undefined
      const geocode = engine.geocode !== undefined
      const draining = app.draining()
      const ready = parse && !draining && engine.broken !== true
      reply.code(ready ? 200 : 503)
      return JSON.stringify({ ready, parse, geocode, draining })
    },
  })
  register(app, 'GET /metrics', {
    operationId: 'retrieveMetrics',
    tags,
    summary: 'Geocodes and batches of all workers',
    description: 'With `Accept: text/plain` the figures of `/metrics/prometheus`.',
    gives: 'MetricsSnapshot',
    answer: async (_query, request, reply) => {
      const chosen = request.accepts().type(OFFERED)
      if (chosen !== false && chosen !== 'application/json') {
        return reply.type(PROMETHEUS_TYPE).send(await metrics.text())
      }
      const all = answered<TimingFigures>(await workers.askAll(TIMINGS_OF_ALL))
      const shards = shardsBody(answered<ShardFigures>(await workers.askAll(SHARDS_OF_ALL)))
      return JSON.stringify({ ...metricsBody(all), shards })
    },
  })
  register(app, 'GET /metrics/prometheus', {
    operationId: 'retrievePrometheusMetrics',
    tags,
    summary: 'Figures of all workers as Prometheus text',
    gives: 'MetricsSnapshot',
    answers: { 200: prometheusAnswer('milepost_answers_total{tier="admin"} 5') },
    answer: async (_query, _request, reply) => reply.type(PROMETHEUS_TYPE).send(await metrics.text()),
  })
}

/** Scrapers ask for a version of the text, which then must be offered as such. */
const OFFERED = ['application/json', PROMETHEUS_TYPE, 'text/plain;version=0.0.4', 'text/plain']

function reportModel({ name, version, locale, labels, format }: NonNullable<Engine['model']>) {
  return { name, version, locale, labels: labels.length, format }
}
