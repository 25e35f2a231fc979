/** Metrics of the databases of streets and house numbers: a lost shard makes answers coarser without an error. */
import { Gauge } from 'prom-client'

import type { Engine } from '../../engine/engine.js'
import { countAtScrape, type Metrics } from '../../http/observability/metrics.js'
import type { Workers } from '../../http/workers/workers.js'

/** Topic of the question that each worker answers with its {@link ShardFigures}. */
export const SHARDS_OF_ALL = 'shards'

/** The figures of one worker. */
export interface ShardFigures {
  open: number
  skipped: number
  faults: number
}

/** Reports the engine's shards to the other workers and to Prometheus. */
export function countShards(engine: Engine, workers: Workers, metrics: Metrics): void {
  const figures = (): ShardFigures => {
    const report = engine.shards?.()
    if (report === undefined) return { open: 0, skipped: 0, faults: 0 }
    const { address_points, interpolation, street_centroids, skipped, faults } = report
    return { open: address_points + interpolation + street_centroids, skipped: skipped.length, faults }
  }
  workers.answer(SHARDS_OF_ALL, figures)
  new Gauge({
    name: 'milepost_shards',
    help: 'Databases of streets and house numbers by state: open, or skipped because they cannot be used',
    labelNames: ['state'],
    registers: [metrics.registry],
    // Every worker opens the same files.
    aggregator: 'max',
    collect() {
      const { open, skipped } = figures()
      this.set({ state: 'open' }, open)
      this.set({ state: 'skipped' }, skipped)
    },
  })
  countAtScrape(
    metrics,
    ['milepost_shard_faults_total'],
    'Lookups that failed because a shard was damaged while open; they answered from the next tier',
    () => [['', figures().faults]],
  )
}

/** The `shards` part of `/metrics` from the figures of all workers. */
export function shardsBody(all: ShardFigures[]): ShardFigures {
  const most = (field: 'open' | 'skipped') => Math.max(0, ...all.map((figures) => figures[field]))
  return {
    open: most('open'),
    skipped: most('skipped'),
    faults: all.reduce((sum, { faults }) => sum + faults, 0),
  }
}
