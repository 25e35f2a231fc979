/** `/health`, `/metrics`, `/v1/reload`, and the error envelope. */
import Type from 'typebox'

import { DataReport, Versions } from '../../../wire/data-report.js'
import { nullable } from '../../../wire/choice.js'

const HealthResponse = Type.Object(
  {
    status: Type.String({ description: '`ok`' }),
    uptime_s: Type.Integer({ description: 'Seconds since start.' }),
    model: Type.Optional(
      Type.Object({
        name: Type.String(),
        version: Type.String({ description: 'Version of the weights bundle, not of the package.' }),
        locale: Type.String(),
        labels: Type.Integer(),
        format: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    data: Type.Optional(
      Type.Object({
        ...DataReport.properties,
        generation: Type.Integer({
          description:
            'Which data this process serves: 0 is what the server opened at its start, and each reload adds 1.',
        }),
      }),
    ),
  },
  { $id: 'HealthResponse' },
)

const ReadinessResponse = Type.Object(
  {
    ready: Type.Boolean({ description: 'Whether requests should be sent here.' }),
    parse: Type.Boolean(),
    geocode: Type.Boolean(),
    draining: Type.Boolean({ description: 'Whether the server is about to end.' }),
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
        faults: Type.Integer({
          description:
            'Lookups that failed and rows that were skipped because a database is damaged. Of all workers together.',
        }),
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
    error: Type.String({ description: 'Matched by callers.' }),
    detail: Type.Optional(Type.String({ description: 'For people.' })),
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
