/** The OpenAPI document of the search surface: complete, strict, and made of the routes that are served. */
import { expect, test } from 'vitest'

import { surface } from '../../src/surfaces/search/surface.js'
import { operationsOf, testDocument } from '../surfaces/openapi.js'
import { startWith } from './servers.js'

const { served } = testDocument(surface.describe, () => startWith({}), 8080)

const QUESTION = ['city', 'country', 'county', 'postalcode', 'q', 'state', 'street']
const WISHES = ['accept-language', 'addressdetails', 'bounded', 'countrycodes', 'format', 'limit']

test('it names the operations and parameters of the surface', () => {
  expect(operationsOf(served())).toEqual([
    ['/', 'getRoot', []],
    ['/lookup', 'lookup', ['addressdetails', 'format', 'osm_ids']],
    ['/metrics/prometheus', 'retrievePrometheusMetrics', []],
    ['/reverse', 'reverse', ['accept-language', 'addressdetails', 'format', 'lat!', 'lon!', 'zoom']],
    ['/search', 'search', [...QUESTION, ...WISHES].sort()],
    ['/status', 'status', []],
  ])
})
