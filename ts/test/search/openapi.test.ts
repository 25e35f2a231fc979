/** The OpenAPI document of the search surface: complete, strict, and made of the routes that are served. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { documentOf } from '../../src/http/openapi.js'
import { surface } from '../../src/surfaces/search/surface.js'
import type { Running } from '../servers.js'
import { startWith } from './servers.js'

interface Document {
  openapi: string
  paths: Record<string, { get: { operationId: string; parameters?: { name: string; required?: boolean }[] } }>
  components: { schemas: Record<string, unknown> }
}

let running: Running
const documents: Record<string, Document> = {}

beforeAll(async () => {
  running = await startWith({})
  const app = await surface.describe()
  documents['3.1'] = documentOf(app, '3.1') as Document
  documents['3.0'] = documentOf(app, '3.0') as Document
  await app.close()
})

afterAll(() => running.close())

describe('the document', () => {
  test('that is served is that of the command, and names the operations and parameters of the interface', async () => {
    const document = (await (await fetch(`${running.url}/openapi.json`)).json()) as Document
    expect(document).toEqual(documents['3.1'])
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [
        {
          url: 'http://{host}:{port}',
          variables: { host: { default: '127.0.0.1' }, port: { default: '8080' } },
        },
      ],
      security: [],
    })
    const operations = Object.entries(document.paths).map(([path, { get }]) => [
      path,
      get.operationId,
      (get.parameters ?? []).map(({ name, required }) => (required === true ? `${name}!` : name)).sort(),
    ])
    expect(operations.sort()).toEqual([
      ['/', 'getRoot', []],
      ['/lookup', 'lookup', ['addressdetails', 'format', 'osm_ids']],
      ['/metrics/prometheus', 'retrievePrometheusMetrics', []],
      ['/reverse', 'reverse', ['accept-language', 'addressdetails', 'format', 'lat!', 'lon!', 'zoom']],
      [
        '/search',
        'search',
        [
          'accept-language',
          'addressdetails',
          'bounded',
          'city',
          'country',
          'countrycodes',
          'county',
          'format',
          'limit',
          'postalcode',
          'q',
          'state',
          'street',
        ],
      ],
      ['/status', 'status', []],
    ])
  })

  test.each(['3.1', '3.0'])(
    '%s passes the strictest rules of the linter, examples checked',
    async (flavor) => {
      const config = await createConfig({ extends: ['recommended-strict'] })
      const source = JSON.stringify(documents[flavor])
      const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
      expect(
        problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
      ).toEqual([])
    },
  )

  test('3.0 has no word of 3.1', () => {
    const text = JSON.stringify(documents['3.0'])
    expect(documents['3.0']?.openapi).toBe('3.0.3')
    for (const word of ['"type":"null"', '"const":', '"type":[', '"identifier":']) {
      expect(text).not.toContain(word)
    }
  })

  test('every reference leads to a schema', () => {
    const text = JSON.stringify(documents['3.1'])
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
    expect(references.length).toBeGreaterThan(8)
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/)
      expect(documents['3.1']?.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '')
    }
  })
})
