/** The bill of materials that is packed beside the packages. */
import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { ROOT } from '../support/paths.js'

interface Component {
  name: string
  version: string
  purl: string
  licenses: unknown[]
}

test('names what ships, with version and licence, and nothing that only builds and tests', () => {
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release/sbom.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const { bomFormat, specVersion, components } = JSON.parse(said) as {
    bomFormat: string
    specVersion: string
    components: Component[]
  }
  expect({ bomFormat, specVersion }).toEqual({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  for (const { purl, version, licenses } of components) {
    expect({ purl, whole: version !== '' && licenses.length > 0 }).toEqual({ purl, whole: true })
  }
  const names = components.map(({ name }) => name)
  const shipped = [
    'fastify',
    '@milepost/weights-en-us',
    'rusqlite',
    'ort',
    'clap',
    'onnxruntime-node',
    '@opentelemetry/api',
  ]
  expect(names).toEqual(expect.arrayContaining([...shipped, 'swagger-ui-dist', 'leaflet', 'world-atlas']))
  for (const tool of [
    'vitest',
    'typescript',
    'esbuild',
    'axe-core',
    'criterion',
    'proptest',
    '@opentelemetry/core',
  ]) {
    expect(names).not.toContain(tool)
  }
  // Shared with tools of this repository, and shipped all the same.
  expect(names).toEqual(expect.arrayContaining(['commander', 'yaml', 'semver']))
  const { version } = JSON.parse(
    execFileSync('npm', ['ls', 'fastify', '--json', '-w', 'milepost'], { cwd: ROOT, encoding: 'utf8' }),
  ).dependencies.milepost.dependencies.fastify as { version: string }
  expect(components.find(({ name }) => name === 'fastify')?.version).toBe(version)
})

test('every licence of what ships is among those that are allowed', () => {
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release/licences.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(said).toMatch(/^licences: \d+ components ship, \d+ packages looked at, 0 faults\n$/)
})
