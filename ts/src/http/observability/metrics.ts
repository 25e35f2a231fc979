/** Metrics of the process and of every route, as Prometheus reads them, added up over all workers. */
import { channel } from 'node:diagnostics_channel'

import type { FastifyInstance } from 'fastify'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Histogram,
  Registry,
  type MetricObject,
} from 'prom-client'

import { answered, type Workers } from '../workers/workers.js'

/** Seconds; an address takes a tenth of a millisecond, a large batch a second. */
const BUCKETS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Content type of {@link Metrics.text}. */
export const PROMETHEUS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** The metrics of this process. A surface adds its own counters to `registry`. */
export interface Metrics {
  registry: Registry
  /** The text of all workers together. */
  text: () => Promise<string>
}

/** Hears of each new registry. Only telemetry listens. */
export const REGISTRIES = channel('milepost:registry')

const TOPIC = 'prometheus'

/** Event-loop delay, memory, garbage collection; every figure is labelled by nothing, so that workers add up. */
export function createMetrics(workers: Workers): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  REGISTRIES.publish(registry)
  workers.answer(TOPIC, () => registry.getMetricsAsJSON())
  return {
    registry,
    text: async () => {
      const all = answered<MetricObject[]>(await workers.askAll(TOPIC))
      return AggregatorRegistry.aggregate(all).metrics()
    },
  }
}

/**
 * A counter whose values are read at each scrape, by the value of its label if it has one: incrementing a counter of the library on every
 * request would cost too much.
 */
export function countAtScrape(
  { registry }: Pick<Metrics, 'registry'>,
  [name, label]: readonly [name: string, label?: string],
  help: string,
  values: () => Iterable<readonly [of: string, count: number]>,
): void {
  new Counter({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [of, count] of values()) this.inc(label === undefined ? {} : { [label]: of }, count)
    },
  })
}

/** Durations of a route that are kept until they are put into buckets, which costs several times as much for one as for one of many. */
const KEPT = 256

/** The durations of a method, route and status. */
interface Durations {
  histogram: Histogram.Internal<string>
  /** Milliseconds that are in no bucket yet. */
  kept: number[]
}

/** Measures the requests that Fastify answers by route; paths without a route are one. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  // Looking labels up costs more than counting; there are few of them.
  const known = new Map<string, Durations>()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
    collect() {
      known.forEach(putIntoBuckets)
    },
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'unmatched'
    const status = String(statusCode)
    const key = `${method} ${route} ${status}`
    let one = known.get(key)
    if (one === undefined) {
      one = { histogram: durations.labels({ method, route, status }), kept: [] }
      known.set(key, one)
    }
    if (one.kept.push(elapsedTime) === KEPT) putIntoBuckets(one)
    done()
  })
}

function putIntoBuckets({ histogram, kept }: Durations): void {
  for (const milliseconds of kept) histogram.observe(milliseconds / 1000)
  kept.length = 0
}
