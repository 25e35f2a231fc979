/** `/health`, `/health/ready` and `/metrics`: the process itself. */
import type { Engine } from '../../../engine/engine.js'
import type { App } from '../../../http/app.js'
import { sendJson } from '../../../http/responses/errors.js'
import { PROMETHEUS_TYPE } from '../../../http/observability/metrics.js'
import { answered } from '../../../http/workers/workers.js'
import { answers, ERRORS, success } from '../answers.js'
import type { NativeContext } from '../context.js'
import { shardsBody, type ShardFigures, SHARDS_OF_ALL } from '../shards.js'
import { metricsBody, type TimingFigures, TIMINGS_OF_ALL } from '../timings.js'

/** Registers the routes. They answer with any engine, even without one. */
export function registerOperations(app: App, context: NativeContext): void {
  registerHealth(app, context)
  registerReadiness(app, context)
  registerMetrics(app, context)
}

function registerHealth(app: App, { engine, workers, timings }: NativeContext): void {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'retrieveHealth',
        tags: ['meta'],
        summary: 'Whether the process lives, and what it has open',
        response: answers('HealthResponse', ERRORS.operations),
      },
    },
    (_request, reply) => {
      const health = {
        status: 'ok',
        uptime_s: timings.uptime,
        ...(engine.model && { model: reportModel(engine.model) }),
        ...(engine.data && { data: { ...engine.data(), generation: workers.generation() } }),
      }
      return sendJson(reply, JSON.stringify(health))
    },
  )
}

function registerReadiness(app: App, { engine }: NativeContext): void {
  app.get(
    '/health/ready',
    {
      schema: {
        operationId: 'retrieveReadiness',
        tags: ['meta'],
        summary: 'Whether requests should be sent here',
        description:
          'Ready with weights loaded, and the gazetteer open unless there is none; not ready with one that cannot be opened, nor while draining.',
        response: Object.assign(answers('ReadinessResponse', ERRORS.operations), {
          503: success('ReadinessResponse', 'Not ready'),
        }),
      },
    },
    (_request, reply) => {
      const parse = engine.parse !== undefined
      const geocode = engine.geocode !== undefined
      const draining = app.draining()
      const ready = parse && !draining && engine.broken !== true
      return sendJson(reply.code(ready ? 200 : 503), JSON.stringify({ ready, parse, geocode, draining }))
    },
  )
}

function registerMetrics(app: App, { workers, metrics }: NativeContext): void {
  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'retrieveMetrics',
        tags: ['meta'],
        summary: 'Geocodes and batches of all workers',
        description: 'With `Accept: text/plain` the figures of `/metrics/prometheus`.',
        response: answers('MetricsSnapshot', ERRORS.operations),
      },
    },
    async (request, reply) => {
      if (wantsText(request.accepts().type(OFFERED))) {
        return reply.type(PROMETHEUS_TYPE).send(await metrics.text())
      }
      const all = answered<TimingFigures>(await workers.askAll(TIMINGS_OF_ALL))
      const shards = shardsBody(answered<ShardFigures>(await workers.askAll(SHARDS_OF_ALL)))
      return sendJson(reply, JSON.stringify({ ...metricsBody(all), shards }))
    },
  )

  app.get(
    '/metrics/prometheus',
    {
      schema: {
        operationId: 'retrievePrometheusMetrics',
        tags: ['meta'],
        summary: 'Figures of all workers as Prometheus text',
        response: {
          ...answers('MetricsSnapshot', ERRORS.operations),
          200: {
            description: 'Text exposition format',
            content: {
              'text/plain': { schema: { type: 'string' }, example: 'milepost_answers_total{tier="admin"} 5' },
            },
          },
        },
      },
    },
    async (_request, reply) => reply.type(PROMETHEUS_TYPE).send(await metrics.text()),
  )
}

/** Scrapers ask for a version of the text, which then must be offered as such. */
const OFFERED = ['application/json', PROMETHEUS_TYPE, 'text/plain;version=0.0.4', 'text/plain']

function wantsText(chosen: string | string[] | false): boolean {
  return chosen !== false && chosen !== 'application/json'
}

function reportModel({ name, version, locale, labels, format }: NonNullable<Engine['model']>) {
  return { name, version, locale, labels: labels.length, format }
}
