/** `/status` and `/metrics/prometheus`: the process itself. */
import type { App } from '../../../http/app.js'
import { sendJson } from '../../../http/responses/errors.js'
import { type Metrics, PROMETHEUS_TYPE } from '../../../http/observability/metrics.js'
import { failuresOf, success } from '../answers.js'
import type { Query } from '../parameters.js'
import { pathsOf } from '../paths.js'
import type { SearchContext } from '../context.js'
import { STATUS } from '../schemas/examples.js'

const OK = { status: 0, message: 'OK' }

/** Registers the routes. They answer with any engine, even without one. */
export function registerOperations(app: App, { engine, profile }: SearchContext, metrics: Metrics): void {
  // The data are those of the start: this surface has no reload.
  const updated = engine.dataUpdated?.()
  const status = JSON.stringify({ ...OK, ...(updated !== undefined && { data_updated: updated }) })
  const isText = (query: unknown) =>
    profile === 'nominatim' && ((query as Query)['format'] ?? 'text') === 'text'
  for (const { url, hide } of pathsOf('status')) {
    app.get(
      url,
      {
        schema: {
          operationId: 'status',
          tags: ['meta'],
          summary: 'Whether the process lives',
          response: { ...success('Status', 'It does', { ok: STATUS }), ...failuresOf() },
          hide,
        },
      },
      (request, reply) =>
        isText(request.query) ? reply.type('text/plain; charset=utf-8').send('OK') : sendJson(reply, status),
    )
  }

  app.get(
    '/metrics/prometheus',
    {
      schema: {
        operationId: 'retrievePrometheusMetrics',
        tags: ['meta'],
        summary: 'Figures of all workers as Prometheus text',
        response: {
          200: {
            description: 'Text exposition format',
            content: {
              'text/plain': { schema: { type: 'string' }, example: 'process_cpu_seconds_total 1.5' },
            },
          },
          ...failuresOf(),
        },
      },
    },
    async (_request, reply) => reply.type(PROMETHEUS_TYPE).send(await metrics.text()),
  )
}
