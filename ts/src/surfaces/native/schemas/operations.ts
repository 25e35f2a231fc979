/** `/health`, `/metrics`, `/v1/reload`, and the error envelope. */
import Type from 'typebox'

import { DataReport, Versions } from '../../../wire/data-report.js'
import { flag, integer, nullable, text } from '../../../wire/fields.js'

const HealthResponse = Type.Object(
  {
    status: text('`ok`'),
    uptime_s: integer('Seconds since start.'),
    model: Type.Optional(
      Type.Object({
        name: Type.String(),
        version: text('Version of the weights bundle, not of the package.'),
        locale: Type.String(),
        labels: Type.Integer(),
        format: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    data: Type.Optional(
      Type.Object({
        ...DataReport.properties,
        generation: integer(
          'Which data this process serves: 0 is what the server opened at its start, and each reload adds 1.',
        ),
      }),
    ),
  },
  { $id: 'HealthResponse' },
)

const ReadinessResponse = Type.Object(
  {
    ready: flag('Whether requests should be sent here.'),
    parse: Type.Boolean(),
    geocode: Type.Boolean(),
    draining: flag('Whether the server is about to end.'),
  },
  { $id: 'ReadinessResponse' },
)

const MetricsResponse = Type.Object(
  {
    uptime_s: Type.Integer(),
    timings: Type.Object({
      total: Type.Integer(),
      errors: Type.Integer(),
      tiers: Type.Object({}, { additionalProperties: Type.Integer() }),
      latency_ms: nullable(
        Type.Object({ p50: Type.Number(), p90: Type.Number(), p99: Type.Number(), max: Type.Number() }),
      ),
      latency_samples: Type.Integer(),
    }),
    shards: Type.Object(
      {
        open: Type.Integer(),
        skipped: Type.Integer(),
        faults: integer(
          'Lookups that failed and rows that were skipped because a database is damaged. Of all workers together.',
        ),
      },
      { description: 'Databases of streets and house numbers.' },
    ),
  },
  { $id: 'MetricsSnapshot', description: 'Geocodes and batches, added up over all workers.' },
)

const ReloadResponse = Type.Object(
  { reloaded: Type.Boolean(), versions: nullable(Versions) },
  { $id: 'ReloadResponse' },
)

const APIError = Type.Object(
  {
    error: text('Matched by callers.'),
    detail: Type.Optional(text('For people.')),
  },
  { $id: 'APIError', additionalProperties: false },
)

export const OPERATION_SCHEMAS = [
  HealthResponse,
  ReadinessResponse,
  MetricsResponse,
  ReloadResponse,
  APIError,
]
