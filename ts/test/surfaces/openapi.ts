/** What holds for the OpenAPI document of every surface. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { App } from '../../src/http/app.js'
import { documentOf, type Flavor } from '../../src/http/openapi/document.js'
import type { Running } from '../support/servers.js'

/** An operation, as far as tests read it. */
export interface Operation {
  operationId: string
  parameters?: { name: string; required?: boolean }[]
}

/** A document, as far as tests read it. */
export interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

const WORDS_OF_31 = ['"type":"null"', '"const":', '"type":[', '"identifier":', '"patternProperties":']

/** What the linter's strictest rules, which check examples too, say against a document. */
export async function problemsOf(document: unknown): Promise<unknown[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])
}

/** Path, operation and parameters (`!` behind those that are required) of every operation, in order. */
export function operationsOf({ paths }: Document): [path: string, id: string, parameters: string[]][] {
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.values(methods).map((operation) => ({ path, ...operation })))
    .map(({ path, operationId, parameters = [] }): [string, string, string[]] => [
      path,
      operationId,
      parameters.map(({ name, required }) => (required === true ? `${name}!` : name)).sort(),
    ])
    .sort()
}

/**
 * Registers the tests of a surface's document: served as emitted, strict in both flavors, with no dangling reference. Returns where
 * the running server and its document are once tests run.
 */
export function testDocument(
  describeSurface: () => Promise<App>,
  start: () => Promise<Running>,
  port: number,
): { running: () => Running; served: () => Document } {
  let running: Running
  let served: Document
  const emitted = {} as Record<Flavor, Document>

  beforeAll(async () => {
    running = await start()
    served = (await (await fetch(`${running.url}/openapi.json`)).json()) as Document
    const app = await describeSurface()
    emitted['3.1'] = documentOf(app, '3.1') as Document
    emitted['3.0'] = documentOf(app, '3.0') as Document
    await app.close()
  })

  afterAll(() => running.close())

  test('the document that is served is that of the command', () => {
    expect(served).toEqual(emitted['3.1'])
    const variables = { host: { default: '127.0.0.1' }, port: { default: String(port) } }
    expect(served).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://{host}:{port}', variables }],
      security: [],
    })
  })

  test.each(['3.1', '3.0'] as const)('%s passes the strictest rules of the linter', async (flavor) => {
    expect(await problemsOf(emitted[flavor])).toEqual([])
  })

  test('3.0 has no word of 3.1', () => {
    const text = JSON.stringify(emitted['3.0'])
    expect(emitted['3.0'].openapi).toBe('3.0.3')
    for (const word of WORDS_OF_31) expect(text).not.toContain(word)
  })

  test('every reference leads to a schema', () => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(8)
    for (const [, reference = ''] of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/)
      expect(served.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '')
    }
  })

  return { running: () => running, served: () => served }
}
