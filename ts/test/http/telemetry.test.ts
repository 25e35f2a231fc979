/** `--otel` in real processes, with a receiver of OTLP over HTTP in this one. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type Served, serveIn } from '../support/command.js'
import { COMMAND, ROOT } from '../support/paths.js'

const ADDRESS = '1742 Quetzalcoatl Avenue, Reno NV 89501'
/** Every word of it that could give it away, as it stands in a body and in a path. */
const SECRETS = /quetzalcoatl|\b(?:1742|89501)\b/i
const PARENT = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }

interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Attribute[]
  status: { code: number }
}
interface Point {
  attributes: Attribute[]
  count?: number
  asDouble?: number
}
interface Metric {
  name: string
  unit: string
  histogram?: { dataPoints: Point[] }
  sum?: { dataPoints: Point[] }
}

/** What was received: the path and the body as bytes that say everything. */
let received: { path: string; body: string }[] = []
let receiver: Server
let endpoint: string

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: String(request.url), body })
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  endpoint = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  received = []
})

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function spans(): Span[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(body).resourceSpans)
    .flatMap((resource) => resource.scopeSpans)
    .flatMap((scope) => scope.spans as Span[])
}

function metrics(): Metric[] {
  return received
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => JSON.parse(body).resourceMetrics)
    .flatMap((resource) => resource.scopeMetrics)
    .flatMap((scope) => scope.metrics as Metric[])
}

function resources() {
  return received
    .flatMap(({ body }) => {
      const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body)
      return [...resourceSpans, ...resourceMetrics]
    })
    .map(({ resource }) => plain(resource.attributes as Attribute[]))
}

function geocode(url: string, headers: Record<string, string> = {}) {
  return fetch(`${url}/v1/geocode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ address: ADDRESS }),
  })
}

/** Ends a server; what it flushed was received by the time it has ended. */
async function end({ child }: Served): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await exit) as [number | null]
  return code
}

/** Has each process name the modules of OpenTelemetry it loaded, when it ends. */
function listLoaded(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'milepost-telemetry-')), 'loaded.cjs')
  writeFileSync(
    file,
    `process.on('exit', () => {
  const names = Object.keys(require.cache).map((path) => /@opentelemetry\\/[\\w-]+/.exec(path)?.[0])
  require('node:fs').writeSync(2, 'loaded: ' + JSON.stringify([...new Set(names)].filter(Boolean)) + '\\n')
})
`,
  )
  return `--require ${file}`
}

test('without the flag nothing is loaded and nothing sent, even if the environment asks for it', async () => {
  const served = await serveIn(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, NODE_OPTIONS: listLoaded() },
    'serve',
    '--cpus',
    '1',
  )
  expect((await geocode(served.url)).status).toBe(200)
  expect(await end(served)).toBe(0)
  expect(received).toEqual([])
  // prom-client loads the interface, which does nothing by itself.
  expect(served.said()).toMatch(/loaded: \[("@opentelemetry\/api")?\]/)
})

describe.each(['1', '2'])('with the flag and %s processes', (cpus) => {
  test('each request is a span and a duration, and no byte has the address', async () => {
    const served = await serveIn(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_SERVICE_NAME: 'addresses',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        NODE_OPTIONS: listLoaded(),
      },
      'serve',
      '--otel',
      '--cpus',
      cpus,
    )
    const { url } = served
    const traceparent = `00-${PARENT.trace}-${PARENT.span}-01`
    expect((await geocode(url, { traceparent })).status).toBe(200)
    expect((await geocode(url)).status).toBe(200)
    expect((await fetch(`${url}/nowhere/${encodeURIComponent(ADDRESS)}?q=${ADDRESS}`)).status).toBe(404)
    expect((await fetch(`${url}/health?q=${ADDRESS}`, { headers: { 'x-request-id': 'a' } })).status).toBe(200)
    expect(await end(served)).toBe(0)

    expect(served.said()).toContain('@opentelemetry/sdk-trace-base')
    const all = spans()
    expect(all.map(({ name }) => name).sort()).toEqual([
      'GET',
      'GET /health',
      'POST /v1/geocode',
      'POST /v1/geocode',
    ])
    expect(all.every(({ kind, status }) => kind === 2 && status.code === 0)).toBe(true)
    const child = all.find(({ traceId }) => traceId === PARENT.trace)
    expect(child?.parentSpanId).toBe(PARENT.span)
    expect(plain(child?.attributes ?? [])).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/geocode',
      'http.response.status_code': 200,
      'network.protocol.version': '1.1',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(url).port),
      'url.scheme': 'http',
    })
    expect(all.filter((span) => span !== child).every(({ parentSpanId }) => parentSpanId === undefined)).toBe(
      true,
    )

    const points = metrics()
      .filter(({ name, unit }) => name === 'http.server.request.duration' && unit === 's')
      .flatMap(({ histogram }) => histogram?.dataPoints ?? [])
      .filter(({ attributes }) => plain(attributes)['http.route'] === '/v1/geocode')
    expect(points.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(2)
    const answers = metrics()
      .filter(({ name }) => name === 'milepost.answers')
      .flatMap(({ sum }) => sum?.dataPoints ?? [])
    expect(answers.reduce((sum, { asDouble = 0 }) => sum + asDouble, 0)).toBe(2)
    expect(answers.every(({ attributes }) => plain(attributes)['tier'] === 'admin')).toBe(true)

    for (const resource of resources()) {
      expect(resource).toMatchObject({
        'service.name': 'addresses',
        'deployment.environment.name': 'test',
        'service.version': JSON.parse(readFileSync(join(ROOT, 'ts/package.json'), 'utf8')).version,
      })
    }
    // One instance a worker: their series would otherwise overwrite each other.
    const instances = new Set(resources().map((resource) => resource['service.instance.id']))
    expect(instances.size).toBe(Number(cpus))
    received.forEach(({ body }) => {
      expect(body).not.toMatch(SECRETS)
    })
  })
})

test('a fault of the server is an error of its span', async () => {
  const data = mkdtempSync(join(tmpdir(), 'milepost-telemetry-'))
  const served = await serveIn(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SERVICE_DATA_ROOT: data },
    'serve',
    '--otel',
    '--cpus',
    '1',
  )
  expect((await geocode(served.url)).status).toBe(503)
  expect(await end(served)).toBe(0)
  expect(spans()).toMatchObject([{ name: 'POST /v1/geocode', status: { code: 2 } }])
  expect(plain(spans()[0]?.attributes ?? [])).toMatchObject({
    'http.response.status_code': 503,
    'error.type': '503',
  })
})

test('a drop-in sends, with the sampler that the environment names', async () => {
  const served = await serveIn(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_off' },
    'search',
    'serve',
    '--otel',
    '--cpus',
    '1',
  )
  expect((await fetch(`${served.url}/search?q=${encodeURIComponent(ADDRESS)}`)).status).toBe(200)
  expect(await end(served)).toBe(0)
  expect(spans()).toEqual([])
  const points = metrics().flatMap(({ histogram }) => histogram?.dataPoints ?? [])
  expect(points.map(({ attributes }) => plain(attributes)['http.route'])).toEqual(['/search'])
  received.forEach(({ body }) => {
    expect(body).not.toMatch(SECRETS)
  })
})

test('the environment turns it off', async () => {
  const served = await serveIn(
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' },
    'serve',
    '--otel',
    '--cpus',
    '1',
  )
  expect((await geocode(served.url)).status).toBe(200)
  expect(await end(served)).toBe(0)
  expect(received).toEqual([])
})

test('a receiver that never answers does not keep the server from ending in its grace time', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const served = await serveIn(
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}` },
    'serve',
    '--otel',
    '--cpus',
    '1',
    '--grace',
    '1500',
  )
  expect((await geocode(served.url)).status).toBe(200)
  expect(await end(served)).toBe(0)
  silent.closeAllConnections()
  silent.close()
})

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'telemetry is sent over HTTP as JSON'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER is otlp or none here'],
])('what is not spoken here is one sentence: %o', (environment, sentence) => {
  const flags = ['serve', '--otel', '--port', '0', '--host', '127.0.0.1', '--cpus', '2']
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...flags], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  expect(stderr).toContain(`milepost: ${sentence}`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(1)
})
