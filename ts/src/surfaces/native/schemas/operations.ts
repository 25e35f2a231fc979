/** `/health`, `/metrics`, `/v1/reload`, and the error envelope. */
import Type from 'typebox'

import { nullable } from '../../../wire/ref.js'

const Versions = Type.Object(
  {},
  {
    additionalProperties: Type.String(),
    description: 'Family of data to version, from `releases.json`; null without one.',
  },
)

const Shards = Type.Object(
  {
    address_points: Type.Integer(),
    interpolation: Type.Integer(),
    street_centroids: Type.Integer(),
    skipped: Type.Integer({ description: 'Found and not asked: not opened, or damaged; the log says why.' }),
    faults: Type.Integer({ description: 'Lookups that failed since: a shard was damaged while open.' }),
  },
  { description: 'Databases of streets and house numbers that are open, of all areas.' },
)

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
        data_root: Type.String(),
        poi_db: Type.Optional(Type.String({ description: 'The open database of points of interest.' })),
        versions: nullable(Versions),
        wof_dbs: Type.Array(Type.String()),
        situs_states: Type.Integer({ description: 'States with open address points.' }),
        interpolation_states: Type.Integer({ description: 'States with open address ranges.' }),
        damaged: Type.Integer({
          description: 'Databases other than shards that do not fit their checksums and stay in use.',
        }),
        shards: Shards,
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
        faults: Type.Integer({ description: 'Of all workers together.' }),
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
