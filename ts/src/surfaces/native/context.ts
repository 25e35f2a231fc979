/** What the routes of the native surface share. */
import type { Engine } from '../../engine/engine.js'
import type { Metrics } from '../../http/observability/metrics.js'
import type { Workers } from '../../http/workers/workers.js'
import type { Timings } from './timings.js'

/** Passed to every route. */
export interface NativeContext {
  engine: Engine
  /** Most rows of a batch. */
  batchMax: number
  workers: Workers
  metrics: Metrics
  timings: Timings
}
