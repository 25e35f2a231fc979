/**
 * Traces and metrics of `--otel`, sent by OpenTelemetry's own SDK and set by its environment variables. Loaded with the flag only, as
 * are the packages, which are optional peers: without telemetry none of it is installed or loaded.
 *
 * An address is personal data, and it is in paths, queries and bodies: none of these is sent, nor who asked. What is sent of a request
 * contains only attributes of the semantic conventions that say nothing about its content.
 */
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'

import type { Attributes, DiagLogFunction, Histogram, Meter, Tracer } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'

import { installCommand } from '../../terminal/optional-packages.js'
import { VERSION } from '../../version.js'
import { REGISTRIES } from './metrics.js'

/** What runs until the process ends. */
export interface Telemetry {
  /** Sends the remaining records, for at most so many milliseconds. */
  end: (patience: number) => Promise<void>
}

/** Seconds. Those of the semantic conventions begin at 5 ms; an address takes a tenth of one. */
const BUCKETS = [
  0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

/** Counters of the Prometheus text that are sent as well, by their names here. */
const COUNTERS = [
  ['milepost.answers', 'milepost_answers_total', 'Geocodes by the tier that answered'],
  ['milepost.failures', 'milepost_failures_total', 'Geocodes that ended in an error'],
] as const

/** A host name; anything else in the header is the client's own text. */
const HOST = /^[\w.:[\]-]{1,253}$/

/** Milliseconds between two sendings of metrics, and how long one may take, by OpenTelemetry's specification. */
const METRICS = { interval: 60_000, timeout: 30_000 }

/**
 * Starts the SDK; every Fastify instance made from now on is watched. Undefined if `OTEL_SDK_DISABLED` says so.
 * @throws Error with one line if a package is missing or a variable asks for an unsupported protocol.
 */
export async function startTelemetry(): Promise<Telemetry | undefined> {
  if (process.env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined
  const wanted = { traces: isSent('TRACES'), metrics: isSent('METRICS') }
  const packages = await loadPackages()
  const { api, core } = packages
  let log: FastifyInstance['log'] | undefined
  reportProblems(api, () => log)
  const { traces, meters } = startProviders(packages, wanted)
  const meter = meters.getMeter('milepost', VERSION)
  const watching: Watching = {
    api,
    tracer: wanted.traces ? traces.getTracer('milepost', VERSION) : undefined,
    propagator: new core.W3CTraceContextPropagator(),
    durations: meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: BUCKETS },
    }),
  }
  // Fastify announces each instance before anything is registered on it.
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    log ??= fastify.log
    watch(fastify, watching)
  })
  subscribe(REGISTRIES.name, (registry) => {
    passOn(registry as Registry, meter)
  })
  return {
    end: async (patience) => {
      const sent = Promise.all([traces.shutdown(), meters.shutdown()]).catch(() => undefined)
      let late: NodeJS.Timeout | undefined
      const waited = new Promise((resolve) => {
        late = setTimeout(resolve, Math.max(0, patience))
      })
      await Promise.race([sent, waited])
      clearTimeout(late)
    },
  }
}

/** Logs the problems of the SDK, once there is a log. */
function reportProblems(api: Packages['api'], log: () => FastifyInstance['log'] | undefined): void {
  const report =
    (level: 'warn' | 'error'): DiagLogFunction =>
    (message) =>
      log()?.[level]({ telemetry: message }, 'telemetry')
  const silent = () => undefined
  api.diag.setLogger(
    { verbose: silent, debug: silent, info: silent, warn: report('warn'), error: report('error') },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** Starts what collects and sends the wanted signals. */
function startProviders(
  { core, resources, sdkTrace, sdkMetrics, otlpTraces, otlpMetrics }: Packages,
  wanted: { traces: boolean; metrics: boolean },
) {
  // The instance distinguishes workers. The environment's attributes win.
  const resource = resources
    .resourceFromAttributes({
      'service.name': 'milepost',
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
    })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
  const traces = new sdkTrace.BasicTracerProvider({
    resource,
    spanProcessors: wanted.traces
      ? [new sdkTrace.BatchSpanProcessor(new otlpTraces.OTLPTraceExporter())]
      : [],
  })
  const interval = core.getNumberFromEnv('OTEL_METRIC_EXPORT_INTERVAL') ?? METRICS.interval
  const timeout = core.getNumberFromEnv('OTEL_METRIC_EXPORT_TIMEOUT') ?? METRICS.timeout
  const reader = () =>
    new sdkMetrics.PeriodicExportingMetricReader({
      exporter: new otlpMetrics.OTLPMetricExporter(),
      exportIntervalMillis: interval,
      exportTimeoutMillis: Math.min(timeout, interval),
    })
  const meters = new sdkMetrics.MeterProvider({ resource, readers: wanted.metrics ? [reader()] : [] })
  return { traces, meters }
}

/** Whether a signal is to be sent; `OTEL_*` may name another way than OTLP over HTTP, which is the only one here. */
function isSent(signal: 'TRACES' | 'METRICS'): boolean {
  const exporter = process.env[`OTEL_${signal}_EXPORTER`] ?? ''
  if (!['', 'otlp', 'none'].includes(exporter)) {
    throw new Error(`OTEL_${signal}_EXPORTER is otlp or none here, not \`${exporter}\``)
  }
  const name = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`
  const protocol = process.env[name] ?? process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] ?? ''
  // A collector accepts both forms of HTTP on one port and distinguishes them by content type; gRPC has its own port.
  if (!['', 'http/json', 'http/protobuf'].includes(protocol)) {
    throw new Error(`telemetry is sent over HTTP as JSON (port 4318 of a collector), not by \`${protocol}\``)
  }
  return exporter !== 'none'
}

async function loadPackages() {
  try {
    const [api, core, resources, sdkTrace, sdkMetrics, otlpTraces, otlpMetrics] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ])
    return { api, core, resources, sdkTrace, sdkMetrics, otlpTraces, otlpMetrics }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(`--otel needs packages that are not installed: ${installCommand('@opentelemetry')}`, {
      cause: error,
    })
  }
}

type Packages = Awaited<ReturnType<typeof loadPackages>>

interface Watching {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer | undefined
  propagator: import('@opentelemetry/core').W3CTraceContextPropagator
  durations: Histogram
}

function watch(app: FastifyInstance, { api, tracer, propagator, durations }: Watching): void {
  app.addHook('onRequest', (request, reply, done) => {
    const begun = performance.now()
    const about = aboutRequest(request)
    const parent = propagator.extract(api.ROOT_CONTEXT, request.headers, api.defaultTextMapGetter)
    const route = request.routeOptions.url
    const span = tracer?.startSpan(
      route === undefined ? request.method : `${request.method} ${route}`,
      { kind: api.SpanKind.SERVER, attributes: { ...about, ...aboutServer(request) } },
      parent,
    )
    // `close` comes for every response. One whose client left before it was sent has no status.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const result: Attributes = writableFinished ? { 'http.response.status_code': statusCode } : {}
      if (writableFinished && statusCode >= 500) result['error.type'] = String(statusCode)
      durations.record((performance.now() - begun) / 1000, { ...about, ...result })
      if (span === undefined) return
      span.setAttributes(result)
      if (result['error.type'] !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    })
    done()
  })
}

function aboutRequest({ method, protocol, routeOptions, raw }: FastifyRequest): Attributes {
  return {
    'http.request.method': method,
    'url.scheme': protocol,
    'network.protocol.version': raw.httpVersion,
    ...(routeOptions.url !== undefined && { 'http.route': routeOptions.url }),
  }
}

/** What the client calls the server; not on durations, whose series a client could multiply with it. */
function aboutServer({ hostname, port }: FastifyRequest): Attributes {
  if (!HOST.test(hostname)) return {}
  return { 'server.address': hostname, ...(port !== null && { 'server.port': port }) }
}

function passOn(registry: Registry, meter: Meter): void {
  for (const [name, counter, description] of COUNTERS) {
    meter.createObservableCounter(name, { description }).addCallback(async (result) => {
      // A surface that geocodes nothing lacks the counter.
      const figures = await registry.getSingleMetric(counter)?.get()
      figures?.values.forEach(({ value, labels }) => {
        result.observe(value, labels)
      })
    })
  }
}
