/**
 * Checks the licence of everything that ships against those that are allowed, and that no npm package we build or test with is
 * under a licence of the GPL family alone. Part of `npm test`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import satisfies from 'spdx-satisfies'

import { billOfMaterials, licenceOf } from './bill-of-materials.js'

/** What may ship. A choice is fine when one of its licences is here, a sum when all are. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'Unicode-3.0',
  'Unlicense',
  'bzip2-1.0.6',
  'Zlib',
  'etalab-2.0',
]

/** Families that nothing may have alone, shipped or not. */
const REFUSED = /\b[AL]?GPL\b/

const faults: string[] = []
const { components } = billOfMaterials()
for (const component of components) {
  const licence = licenceOf(component)
  if (licence === undefined || !satisfies(licence, ALLOWED)) {
    faults.push(`${component.purl} ships under ${licence ?? 'no licence'}`)
  }
}
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Record<string, { license?: string }>
}
const tools = Object.entries(lock.packages).flatMap(([path, { license }]) =>
  license === undefined ? [] : [{ path, license }],
)
for (const { path, license } of tools) {
  const choices = license.split(/ OR |\//)
  if (choices.every((choice) => REFUSED.test(choice))) faults.push(`${path} is under ${license}`)
}
for (const fault of faults) console.error(fault)
console.log(
  `licences: ${String(components.length)} components ship, ${String(tools.length)} packages looked at, ${String(faults.length)} faults`,
)
process.exitCode = faults.length === 0 ? 0 : 1
