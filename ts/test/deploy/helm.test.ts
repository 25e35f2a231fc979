/**
 * The chart, rendered by Helm: manifests that Kubernetes' own schemas accept, what each of them must say, and the command of each
 * container in a real process. No cluster runs here.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { serveIn } from '../support/command.js'
import { helmProgram } from './helm.js'
import { orSkip, pythonWith } from '../support/needs.js'
import { COMMAND, ROOT } from '../support/paths.js'

const CHART = join(ROOT, 'deploy/helm/milepost')
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'ts/package.json'), 'utf8')) as { version: string })
  .version
/** The oldest that the chart promises, and the newest whose schemas there are. */
const KUBERNETES = ['1.27.0', '1.37.0']

const PORTS = { native: 3000, search: 8080, typeahead: 2322, pelias: 4000, parser: 8081 }
const SURFACES = Object.keys(PORTS) as (keyof typeof PORTS)[]
const ALL = Object.fromEntries(SURFACES.map((name) => [name, { enabled: true }]))

/** Values to render with, by what they are. */
const VALUE_SETS: Record<string, object> = {
  defaults: {},
  'all surfaces, autoscaled, with telemetry': {
    surfaces: ALL,
    defaults: {
      cpus: 2,
      cors: true,
      trustProxy: '10.0.0.0/8',
      autoscaling: { enabled: true, behavior: { scaleDown: { stabilizationWindowSeconds: 600 } } },
    },
    telemetry: {
      enabled: true,
      endpoint: 'http://collector:4318',
      env: { OTEL_TRACES_SAMPLER: 'always_on' },
    },
  },
  'an ingress and a network policy': {
    surfaces: ALL,
    ingress: {
      enabled: true,
      className: 'nginx',
      hosts: SURFACES.map((surface) => ({ host: `${surface}.example.org`, paths: [{ path: '/', surface }] })),
      tls: [{ secretName: 'certificate', hosts: ['native.example.org'] }],
    },
    networkPolicy: {
      enabled: true,
      from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
      egress: [{ ports: [{ port: 4318, protocol: 'TCP' }] }],
    },
  },
  'data pulled by each pod': {
    surfaces: ALL,
    data: { source: 'pull', pull: { from: 'https://data.example.org/milepost', bundles: ['candidate'] } },
  },
  'data of a claim': {
    surfaces: ALL,
    data: { source: 'claim', revision: '2026-11', claim: { name: 'addresses', subPath: '2026-11' } },
  },
  'data of another volume': {
    data: { source: 'volume', volume: { nfs: { server: 'files.example.org', path: '/data' } } },
  },
}

interface Container {
  name: string
  image: string
  args: string[]
  env?: { name: string; value?: string }[]
  ports?: { name: string; containerPort: number }[]
  securityContext: object
  resources: { requests: object; limits: object }
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean; subPath?: string }[]
  lifecycle: { preStop: { exec: { command: string[] } } }
  [probe: string]: unknown
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace: string; labels: Record<string, string> }
  // The shapes are those of Kubernetes, whose schemas are checked; the tests pick from them.
  spec: Record<string, unknown>
  automountServiceAccountToken?: boolean
}
interface PodSpec {
  containers: Container[]
  initContainers?: Container[]
  volumes?: object[]
  automountServiceAccountToken: boolean
  securityContext: object
  terminationGracePeriodSeconds: number
  serviceAccountName: string
  topologySpreadConstraints: { labelSelector: { matchLabels: object } }[]
}
interface Template {
  metadata: { labels: Record<string, string>; annotations: Record<string, string> }
  spec: PodSpec
}

const folder = mkdtempSync(join(tmpdir(), 'milepost-helm-'))
const program = helmProgram()
const validator = pythonWith(['kubernetes-validate==1.37.0'])
let helm = ''
let python = ''

beforeEach((context) => {
  helm = orSkip(program, context).command
  python = orSkip(validator, context).command
})

function render(values: object): string {
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(values))
  return execFileSync(helm, ['template', 'geo', CHART, '--namespace', 'prod', '--values', file], {
    encoding: 'utf8',
  })
}

function manifestsOf(values: object): Manifest[] {
  return parseAllDocuments(render(values))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

const kindOf = (manifests: Manifest[], kind: string) => manifests.filter((one) => one.kind === kind)
const templateOf = ({ spec }: Manifest) => spec['template'] as Template
const surfaceOf = ({ metadata }: Manifest) =>
  metadata.labels['app.kubernetes.io/component'] as keyof typeof PORTS
const containerOf = (deployment: Manifest) => templateOf(deployment).spec.containers[0] as Container
const isSubset = (part: object, whole: Record<string, unknown>) =>
  Object.entries(part).length > 0 && Object.entries(part).every(([key, value]) => whole[key] === value)

test('Helm finds nothing in the chart', () => {
  const said = execFileSync(helm, ['lint', '--strict', CHART], { encoding: 'utf8' })
  expect(said).toContain('0 chart(s) failed')
  expect(said).not.toMatch(/\[(WARNING|ERROR)\]/)
})

test('the chart is of the version that it starts', () => {
  const { appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { appVersion: string }
  expect(appVersion).toBe(VERSION)
})

test.each([
  [{ image: { tag: 3 } }, '/image/tag'],
  [{ surfaces: { native: { replica: 3 } } }, "'replica' not allowed"],
  [{ data: { source: 'claim' } }, '/data/claim/name'],
  [{ data: { source: 'pull' } }, '/data/pull'],
  [{ defaults: { cpus: 0 } }, '/defaults/cpus'],
  [
    { ingress: { enabled: true, hosts: [{ host: 'a', paths: [{ path: '/', surface: 'search' }] }] } },
    'not enabled',
  ],
])('values that make no sense are refused: %j', (values, reason) => {
  const file = join(folder, 'refused.json')
  writeFileSync(file, JSON.stringify(values))
  const { status, stderr } = spawnSync(helm, ['template', 'geo', CHART, '--values', file], {
    encoding: 'utf8',
  })
  expect(status).not.toBe(0)
  expect(stderr).toContain(reason)
})

describe.each(Object.entries(VALUE_SETS))('%s', (_name, values) => {
  let manifests: Manifest[]
  let deployments: Manifest[]
  beforeEach(() => {
    manifests = manifestsOf(values)
    deployments = kindOf(manifests, 'Deployment')
  })

  test.each(KUBERNETES)('every manifest fits the schemas of Kubernetes %s, strictly', (version) => {
    const file = join(folder, 'manifests.yaml')
    writeFileSync(file, render(values))
    const flags = ['-m', 'kubernetes_validate', '--strict', '-k', version, file]
    const { status, stdout, stderr } = spawnSync(python, flags, { encoding: 'utf8' })
    expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' })
    expect(stdout.match(/passed/g)).toHaveLength(manifests.length)
  })

  test('no container can do more than serve', () => {
    expect(deployments.length).toBeGreaterThan(0)
    for (const { spec } of deployments.map(templateOf)) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      })
      for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          privileged: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.image).toBe(`milepost:${VERSION}`)
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        })
      }
      // Only what pulls may write.
      const writable = [...spec.containers, ...(spec.initContainers ?? [])]
        .filter(({ volumeMounts = [] }) => volumeMounts.some(({ readOnly }) => readOnly !== true))
        .map(({ name }) => name)
      expect(writable).toEqual(writable.length === 0 ? [] : ['pull'])
    }
    const [account] = kindOf(manifests, 'ServiceAccount')
    expect(account?.automountServiceAccountToken).toBe(false)
    expect(templateOf(deployments[0] as Manifest).spec.serviceAccountName).toBe(account?.metadata.name)
  })

  test('each has its probes, and time to end', () => {
    for (const deployment of deployments) {
      const { terminationGracePeriodSeconds } = templateOf(deployment).spec
      const container = containerOf(deployment)
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(container[probe]).toMatchObject({
          httpGet: { path: expect.stringMatching(/^\//), port: 'http' },
        })
      }
      const grace = Number(container.args.find((flag) => flag.startsWith('--grace='))?.slice(8)) / 1000
      const pause = Number(container.lifecycle.preStop.exec.command[1])
      expect(pause).toBeGreaterThan(0)
      expect(terminationGracePeriodSeconds).toBeGreaterThan(pause + grace)
      expect(deployment.spec['strategy']).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } })
    }
  })

  test('what belongs to a surface finds its pods and no others', () => {
    for (const deployment of deployments) {
      const { labels } = templateOf(deployment).metadata
      const others = deployments
        .filter((one) => one !== deployment)
        .map((one) => templateOf(one).metadata.labels)
      const surface = surfaceOf(deployment)
      const [service] = kindOf(manifests, 'Service').filter((one) => surfaceOf(one) === surface)
      const [budget] = kindOf(manifests, 'PodDisruptionBudget').filter((one) => surfaceOf(one) === surface)
      const selectors = [
        (deployment.spec['selector'] as { matchLabels: object }).matchLabels,
        service?.spec['selector'] as object,
        (budget?.spec['selector'] as { matchLabels: object }).matchLabels,
        ...templateOf(deployment).spec.topologySpreadConstraints.map((one) => one.labelSelector.matchLabels),
      ]
      for (const selector of selectors) {
        expect(isSubset(selector, labels)).toBe(true)
        expect(others.some((other) => isSubset(selector, other))).toBe(false)
      }
      // Only the port of requests: reload is on another.
      expect(service?.spec['ports']).toMatchObject([{ port: PORTS[surface], targetPort: 'http' }])
      expect(service?.spec['ports']).toHaveLength(1)
      expect(containerOf(deployment).ports).toMatchObject([{ name: 'http', containerPort: PORTS[surface] }])
    }
    for (const scaler of kindOf(manifests, 'HorizontalPodAutoscaler')) {
      const deployment = deployments.find(({ metadata }) => metadata.name === scaler.metadata.name)
      expect(scaler.spec['scaleTargetRef']).toEqual({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: deployment?.metadata.name,
      })
      // Else every upgrade would undo what the autoscaler did.
      expect(deployment?.spec).not.toHaveProperty('replicas')
    }
    for (const { spec } of kindOf(manifests, 'NetworkPolicy')) {
      const { matchLabels } = spec['podSelector'] as { matchLabels: object }
      for (const one of deployments) expect(isSubset(matchLabels, templateOf(one).metadata.labels)).toBe(true)
    }
    const services = kindOf(manifests, 'Service').map(({ metadata }) => metadata.name)
    for (const { spec } of kindOf(manifests, 'Ingress')) {
      const backends = JSON.stringify(spec).matchAll(/"service":\{"name":"([^"]+)"/g)
      expect([...backends].map(([, name]) => name).sort()).toEqual([...services].sort())
    }
  })

  test('every flag is one of its command', () => {
    for (const deployment of deployments) {
      const { args } = containerOf(deployment)
      const command = args.filter((arg) => !arg.startsWith('--'))
      const help = execFileSync(process.execPath, [COMMAND, ...command, '--help'], {
        encoding: 'utf8',
      })
      for (const flag of args.filter((arg) => arg.startsWith('--'))) {
        expect(help).toMatch(new RegExp(`(^|[ ,])${String(flag.split('=')[0])}[ ,\\n]`, 'm'))
      }
    }
  })
})

test('data of a claim are mounted read-only, and looked at before the server starts', () => {
  const deployments = kindOf(manifestsOf(VALUE_SETS['data of a claim'] as object), 'Deployment')
  for (const deployment of deployments) {
    const { spec, metadata } = templateOf(deployment)
    if (surfaceOf(deployment) === 'parser') {
      expect(spec).not.toHaveProperty('volumes')
      continue
    }
    expect(spec.volumes).toEqual([
      { name: 'data', persistentVolumeClaim: { claimName: 'addresses', readOnly: true } },
    ])
    const mounts = [{ name: 'data', mountPath: '/data', readOnly: true, subPath: '2026-11' }]
    expect(containerOf(deployment).volumeMounts).toEqual(mounts)
    // The data root of each is found by the server's own rules, which a named gazetteer would replace.
    const env = [
      { name: 'SERVICE_DATA_ROOT', value: '/data' },
      { name: 'SERVICE_DATA_REQUIRED', value: 'true' },
    ]
    expect(spec.initContainers).toMatchObject([
      { name: 'check', args: ['doctor'], volumeMounts: mounts, env },
    ])
    expect(containerOf(deployment).env).toEqual(expect.arrayContaining(env))
    expect(JSON.stringify(spec)).not.toContain('SERVICE_CANDIDATE_DB')
    expect(metadata.annotations).toHaveProperty('checksum/data')
  }
})

test('another release of the data is another pod, and nothing else changes', () => {
  const of = (revision: string) =>
    manifestsOf({ surfaces: ALL, data: { revision } }).map((manifest) => JSON.stringify(manifest))
  const [before, after] = [of('2026-10'), of('2026-11')]
  const changed = before
    .filter((text, index) => text !== after[index])
    .map((text) => JSON.parse(text) as Manifest)
  expect(changed.map(surfaceOf).sort()).toEqual(['native', 'pelias', 'search', 'typeahead'])
  expect(changed.every(({ kind }) => kind === 'Deployment')).toBe(true)
})

test('`doctor` refuses a mount without data', () => {
  const environment = { ...process.env, SERVICE_DATA_ROOT: folder }
  const flags = [COMMAND, 'doctor']
  const candidate = { SERVICE_CANDIDATE_DB: join(folder, 'db/wof/candidate.db') }
  for (const named of [{}, candidate]) {
    expect(spawnSync(process.execPath, flags, { env: { ...environment, ...named } }).status).toBe(1)
  }
})

test('a digest wins over the tag', () => {
  const digest = `sha256:${'0'.repeat(64)}`
  const [deployment] = kindOf(manifestsOf({ image: { tag: '1', digest } }), 'Deployment')
  expect(containerOf(deployment as Manifest).image).toBe(`milepost@${digest}`)
})

describe.each(SURFACES)('the command of %s', (surface) => {
  test('starts, answers its probes, keeps reload to itself, and ends in time', async () => {
    const deployment = kindOf(manifestsOf({ surfaces: ALL }), 'Deployment').find(
      (one) => surfaceOf(one) === surface,
    ) as Manifest
    const container = containerOf(deployment)
    const { terminationGracePeriodSeconds } = templateOf(deployment).spec
    // Any free port, here.
    const args = container.args
      .filter((flag) => !flag.startsWith('--port='))
      .map((flag) => flag.replace(/^--admin-port=.*/, '--admin-port=0'))
    const environment = Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value]))
    const served = await serveIn(environment, ...args)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { httpGet } = container[probe] as { httpGet: { path: string } }
      expect((await fetch(served.url + httpGet.path)).status).toBe(200)
    }
    expect((await fetch(`${served.url}/v1/reload`, { method: 'POST' })).status).toBe(404)
    if (surface === 'native') {
      const [, admin = ''] = await served.says(/reload on (\S+)/)
      expect(admin).toContain('//127.0.0.1:')
      expect((await fetch(`${admin}/v1/reload`, { method: 'POST' })).status).toBe(200)
    }
    const begun = performance.now()
    const exit = once(served.child, 'exit')
    served.child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(performance.now() - begun).toBeLessThan(terminationGracePeriodSeconds * 1000)
  })
})

test('the pages of the chart name every value', () => {
  const values = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Record<string, object>
  const page = readFileSync(join(CHART, 'README.md'), 'utf8')
  for (const name of [...Object.keys(values), ...Object.keys(values['defaults'] ?? {})]) {
    expect(page).toContain(`\`${name}`)
  }
  expect(existsSync(join(ROOT, 'docs/kubernetes.md'))).toBe(true)
})
