/** What the library loads: a program that parses one address should not wait for the schemas of the servers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../dist')

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
