/** What is loaded: a program that parses one address does not wait for the schemas of the servers, nor a server for what they are written with. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'

import { expect, test } from 'vitest'

import { ROOT } from '../support/paths.js'

const DIST = join(ROOT, 'ts/dist')
const SOURCES = join(ROOT, 'ts/src')

/** Packages that a built module imports, itself or by way of others of ours. Types leave no import behind. */
function packagesOf(module: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(module)) return packages
  seen.add(module)
  for (const [, name = ''] of readFileSync(module, 'utf8').matchAll(
    /^(?:import|export) .*?from '([^']+)'/gms,
  )) {
    if (!name.startsWith('.')) packages.add(name)
    else for (const found of packagesOf(join(module, '..', name), seen)) packages.add(found)
  }
  return packages
}

test('the library imports no schemas and no server', () => {
  const packages = packagesOf(join(DIST, 'index.js'))
  expect(packages).toContain('node:fs')
  for (const heavy of ['typebox', 'fastify', 'ajv', 'prom-client', 'pino'])
    expect(packages).not.toContain(heavy)
})

test.each(['native', 'parser', 'pelias', 'search', 'typeahead'])(
  'the %s server reads its schemas and does not load what they are written with',
  (surface) => {
    const packages = packagesOf(join(DIST, 'surfaces', surface, 'surface.js'))
    expect(packages).toContain('fastify')
    expect(packages).not.toContain('typebox')
    expect(packages).not.toContain('typebox/value')
  },
)

test.each([
  'annotations/schema',
  'surfaces/native/schemas/v1',
  'surfaces/native/schemas/operations',
  'surfaces/parser/schemas',
  'surfaces/pelias/schemas',
  'surfaces/search/schemas/query',
  'surfaces/typeahead/schemas/collection',
  'wire/parse',
])('%s is built as what its source says', async (module) => {
  const source = (await import(join(SOURCES, `${module}.ts`))) as object
  const built = (await import(join(DIST, `${module}.js`))) as object
  expect(Object.keys(built).length).toBeGreaterThan(0)
  expect(JSON.parse(JSON.stringify(built))).toEqual(JSON.parse(JSON.stringify(source)))
})

/** Which folders of the sources each folder imports from, types included. */
function importedFolders(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const path of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    const [folder = '', ...below] = path.split(sep)
    if (!path.endsWith('.ts') || below.length === 0) continue
    const imported = folders.get(folder) ?? new Set()
    folders.set(folder, imported)
    const text = readFileSync(join(SOURCES, path), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const [other = ''] = normalize(join(path, '..', name)).split(sep)
      if (other !== folder) imported.add(other)
    }
  }
  return folders
}

test('folders import each other in one direction', () => {
  const left = importedFolders()
  expect(left.size).toBeGreaterThan(8)
  // Takes away what imports nothing that is left, until nothing is: a circle would stay.
  for (;;) {
    const free = [...left].filter(([, imported]) => ![...imported].some((folder) => left.has(folder)))
    if (free.length === 0) break
    for (const [folder] of free) left.delete(folder)
  }
  expect([...left.keys()]).toEqual([])
})
