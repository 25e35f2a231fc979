/** The OpenAPI document: complete, strict, true of the answers, and good enough to make a client from. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createClient } from '@hey-api/openapi-ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { documentOf } from '../../src/http/openapi.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { EVERYTHING, type Running, start } from '../servers.js'

interface Document {
  openapi: string
  info: { version: string; license: Record<string, string> }
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  components: { schemas: Record<string, unknown> }
}

let running: Running
const documents: Record<string, Document> = {}

beforeAll(async () => {
  running = await start(EVERYTHING)
  const { app } = await createNativeServer({ engine: {}, logLevel: 'silent' })
  documents['3.1'] = documentOf(app, '3.1') as Document
  documents['3.0'] = documentOf(app, '3.0') as Document
  await app.close()
})

afterAll(() => running.close())

describe('the document', () => {
  test('that is served names the operations of the interface', async () => {
    const document = (await (await fetch(`${running.url}/openapi.json`)).json()) as Document
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual([
      'formatAddress',
      'geocodeAddress',
      'geocodeBatch',
      'parseAddress',
      'parseAddressQuery',
      'reloadData',
      'resolveTree',
      'retrieveHealth',
      'retrieveMetrics',
      'retrievePrometheusMetrics',
      'retrieveReadiness',
    ])
    expect(document).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://{host}:{port}', variables: { host: { default: '127.0.0.1' } } }],
      security: [],
    })
    expect(document).toEqual(documents['3.1'])
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
    for (const word of ['"type":"null"', '"const":', '"type":[', '"identifier":', '"patternProperties":']) {
      expect(text).not.toContain(word)
    }
  })

  test('every reference leads to a schema', () => {
    const text = JSON.stringify(documents['3.1'])
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\/\w+$/)
      expect(documents['3.1']?.components.schemas).toHaveProperty(reference.split('/').at(-1) ?? '')
    }
  })
})

describe('a client made from the document', () => {
  test('calls the server by operation ids', async () => {
    const folder = mkdtempSync(join(import.meta.dirname, '.client-'))
    try {
      await createClient({
        input: documents['3.1'] as unknown as Record<string, unknown>,
        output: { path: folder },
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
        logs: { level: 'silent' },
      })
      const sdk = (await import(pathToFileURL(join(folder, 'sdk.gen.ts')).href)) as Record<
        string,
        (options: object) => Promise<{ data?: unknown; error?: unknown }>
      >
      const call = async (id: string, options: object) => {
        const { data, error } = (await sdk[id]?.({ baseUrl: running.url, ...options })) ?? {}
        return data ?? error
      }
      expect(await call('parseAddress', { body: { address: 'Reno NV' } })).toMatchObject({
        components: [{ tag: 'locality' }, { tag: 'region' }],
      })
      expect(await call('parseAddressQuery', { query: { address: 'Reno NV' } })).toHaveProperty('tree')
      expect(await call('geocodeBatch', { body: { addresses: ['Reno NV'] } })).toHaveProperty('results')
      expect(await call('geocodeAddress', { body: { address: '' } })).toEqual({
        error: 'address is required',
      })
      expect(await call('retrieveHealth', {})).toMatchObject({ status: 'ok' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
