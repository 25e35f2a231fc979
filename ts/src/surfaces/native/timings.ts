/** Metrics of geocodes and batches, in a form that adds up over workers. */
import type { Engine } from '../../engine/engine.js'
import { countAtScrape, type Metrics } from '../../http/observability/metrics.js'
import type { Workers } from '../../http/workers/workers.js'

/** Latencies kept; percentiles are those of the latest. */
const SAMPLES = 2048

const TOPIC = 'timings'

/** The figures of one worker. */
export interface TimingFigures {
  uptime_s: number
  total: number
  errors: number
  tiers: Record<string, number>
  /** Milliseconds, in no order. */
  latencies: number[]
}

/** Counts answers. Counters start at zero with the process. */
export class Timings {
  readonly #started = performance.now()
  readonly #latencies: number[] = []
  readonly #tiers = new Map<string, number>()
  #total = 0
  #errors = 0

  constructor(workers: Workers, metrics: Metrics) {
    workers.answer(TOPIC, () => this.#figures())
    countAtScrape(
      metrics,
      ['milepost_answers_total', 'tier'],
      'Geocodes by the tier that answered; batch counts requests for several',
      () => this.#tiers,
    )
    countAtScrape(metrics, ['milepost_failures_total'], 'Geocodes that ended in an error', () => [
      ['', this.#errors],
    ])
  }

  /** Seconds since the process began to serve. */
  get uptime(): number {
    return Math.round((performance.now() - this.#started) / 1000)
  }

  /** Geocodes one address and counts it. */
  measure(
    geocode: NonNullable<Engine['geocode']>,
    ...question: Parameters<NonNullable<Engine['geocode']>>
  ): string {
    const begun = performance.now()
    try {
      const { body, tier } = geocode(...question)
      this.#count(tier, 1)
      return body
    } catch (error) {
      this.#fail(1)
      throw error
    } finally {
      this.#sample(performance.now() - begun)
    }
  }

  /** Counts a batch and its rows. */
  batch(
    rows: { tiers: Record<string, number>; errors: number; latencies: Float64Array },
    milliseconds: number,
  ): void {
    for (const [tier, count] of Object.entries(rows.tiers)) this.#count(tier, count)
    this.#fail(rows.errors)
    rows.latencies.forEach((latency) => {
      this.#sample(latency)
    })
    this.#count('batch', 1)
    this.#sample(milliseconds)
  }

  #count(tier: string, count: number): void {
    this.#tiers.set(tier, (this.#tiers.get(tier) ?? 0) + count)
  }

  #fail(count: number): void {
    this.#errors += count
  }

  #sample(milliseconds: number): void {
    this.#latencies[this.#total % SAMPLES] = milliseconds
    this.#total += 1
  }

  #figures(): TimingFigures {
    return {
      uptime_s: this.uptime,
      total: this.#total,
      errors: this.#errors,
      tiers: Object.fromEntries(this.#tiers),
      latencies: this.#latencies,
    }
  }
}

/** Asks all workers for their figures. */
export const TIMINGS_OF_ALL = TOPIC

/** The body of `/metrics` from the figures of all workers. */
export function metricsBody(all: TimingFigures[]) {
  const tiers: Record<string, number> = {}
  for (const figures of all) {
    for (const [tier, count] of Object.entries(figures.tiers)) tiers[tier] = (tiers[tier] ?? 0) + count
  }
  const latencies = Float64Array.from(all.flatMap((figures) => figures.latencies)).sort()
  const sum = (field: 'total' | 'errors') => all.reduce((total, figures) => total + figures[field], 0)
  return {
    uptime_s: Math.max(0, ...all.map((figures) => figures.uptime_s)),
    timings: {
      total: sum('total'),
      errors: sum('errors'),
      tiers,
      latency_ms: latencies.length === 0 ? null : percentiles(latencies),
      latency_samples: latencies.length,
    },
  }
}

function percentiles(sorted: Float64Array) {
  const at = (share: number) =>
    rounded(sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0)
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
