/** Names of fields: those that Milepost adds are in snake case; the others are those of the interface, and docs/native.md lists them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { documentOf } from '../../src/http/openapi/document.js'
import { surface } from '../../src/surfaces/native/surface.js'
import { ROOT } from '../support/paths.js'

const PAGE = readFileSync(join(ROOT, 'docs/native.md'), 'utf8')
const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** Names of all properties and parameters of a document. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null) return []
  const { properties, in: place, name } = node as Record<string, unknown>
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const parameter = place === 'query' && typeof name === 'string' ? [name] : []
  return [...own, ...parameter, ...Object.values(node).flatMap(namesIn)]
}

test('a field in another form than snake case is one of the interface, and documented', async () => {
  const app = await surface.describe()
  const odd = [...new Set(namesIn(documentOf(app, '3.1')))].filter((name) => !SNAKE.test(name)).sort()
  await app.close()
  const [, listed = ''] = /Fields in another form: (.*?)\.\n/s.exec(PAGE) ?? []
  expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(odd)
})
