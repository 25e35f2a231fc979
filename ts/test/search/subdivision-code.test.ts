/** Codes of divisions whose names differ between gazetteer and standard. */
import { expect, test } from 'vitest'

import { subdivisionCode } from '../../src/surfaces/search/subdivision-code.js'

test.each([
  ['US', 'Nevada', 'US-NV'],
  ['DE', 'Bavaria', 'DE-BY'],
  ['DE', 'Bayern', 'DE-BY'],
  ['DE', 'State of Berlin', 'DE-BE'],
  ['FR', 'Normandy', 'FR-NOR'],
  ['FR', 'Île-de-France', 'FR-IDF'],
  ['IT', 'Tuscany', 'IT-52'],
  ['ES', 'Andalusia', 'ES-AN'],
  ['ES', 'Madrid', 'ES-MD'],
  ['PL', 'Łódź Voivodeship', 'PL-10'],
  ['RO', 'Cluj County', 'RO-CJ'],
  ['AR', 'Buenos Aires', 'AR-B'],
  ['GB', 'England', 'GB-ENG'],
  // One name, two divisions: the word for what it is decides.
  ['UA', 'Kyiv City', 'UA-30'],
  ['UA', 'Kyiv Oblast', 'UA-32'],
  ['MX', 'Mexico City', 'MX-CMX'],
  ['MX', 'México', 'MX-MEX'],
  // Numbered anew: the old numbers of other tables are not taken over.
  ['IR', 'Ilam', 'IR-16'],
  ['DE', 'Nevada', undefined],
  ['DE', '', undefined],
  ['US', 'of the', undefined],
])('%s, %s: %s', (country, name, code) => {
  expect(subdivisionCode(country, name)).toBe(code)
})
