/** The OpenAPI document of the typeahead surface: complete, strict, and made of the routes that are served. */
import { expect, test } from 'vitest'

import { surface } from '../../src/surfaces/typeahead/surface.js'
import { operationsOf, testDocument } from '../surfaces/openapi.js'
import { MEMORY } from './places.js'
import { startTypeahead } from './servers.js'

const { served } = testDocument(surface.describe, () => startTypeahead(MEMORY), 2322)

test('it names the operations and parameters of the surface', () => {
  expect(operationsOf(served())).toEqual([
    ['/', 'getRoot', []],
    ['/api', 'search', ['format', 'lang', 'lat', 'layer', 'limit', 'lon', 'osm_tag', 'q!']],
    ['/reverse', 'reverse', ['format', 'lang', 'lat!', 'limit', 'lon!', 'radius']],
  ])
})
