/** The OpenAPI document: complete, strict, true of the answers, and good enough to make a client from. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createClient } from '@hey-api/openapi-ts'
import { describe, expect, test } from 'vitest'

import { surface } from '../../src/surfaces/native/surface.js'
import { operationsOf, testDocument } from '../surfaces/openapi.js'
import { EVERYTHING, start } from '../support/servers.js'

const { running, served } = testDocument(surface.describe, () => start(EVERYTHING), 3000)

test('it names the operations of the surface', () => {
  expect(
    operationsOf(served())
      .map(([, id]) => id)
      .sort(),
  ).toEqual([
    'compareAddresses',
    'formatAddress',
    'geocodeAddress',
    'geocodeAddressQuery',
    'geocodeBatch',
    'parseAddress',
    'parseAddressQuery',
    'reloadData',
    'resolveTree',
    'retrieveHealth',
    'retrieveMetrics',
    'retrievePrometheusMetrics',
    'retrieveReadiness',
    'reverseGeocode',
    'reverseGeocodeQuery',
  ])
})

describe('a client made from the document', () => {
  test('calls the server by operation ids', async () => {
    const folder = mkdtempSync(join(import.meta.dirname, '.client-'))
    try {
      await createClient({
        input: served() as unknown as Record<string, unknown>,
        output: { path: folder },
        plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
        logs: { level: 'silent' },
      })
      const sdk = (await import(pathToFileURL(join(folder, 'sdk.gen.ts')).href)) as Record<
        string,
        (options: object) => Promise<{ data?: unknown; error?: unknown }>
      >
      const call = async (id: string, options: object) => {
        const { data, error } = (await sdk[id]?.({ baseUrl: running().url, ...options })) ?? {}
        return data ?? error
      }
      expect(await call('parseAddress', { body: { address: 'Reno NV' } })).toMatchObject({
        components: [{ tag: 'locality' }, { tag: 'region' }],
      })
      expect(await call('parseAddressQuery', { query: { address: 'Reno NV' } })).toHaveProperty('tree')
      expect(await call('geocodeAddressQuery', { query: { address: 'Reno NV' } })).toHaveProperty('lat')
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
