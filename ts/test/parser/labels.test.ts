/** Real parses in the labels of the C library; the table itself is tested in `crates/address/src/libpostal.rs`. */
import { expect, test } from 'vitest'

import type { LabelledPart } from '../../src/wire/labelled-part.js'
import { WITH_WEIGHTS } from './servers.js'

const parts = (body: string | undefined) =>
  (JSON.parse(body ?? '') as LabelledPart[]).map(({ label, value }) => `${label} ${value}`)

test.each([
  [
    '1600 Pennsylvania Ave NW, Washington DC 20500',
    ['house_number 1600', 'road Pennsylvania Ave NW', 'city Washington', 'state DC', 'postcode 20500'],
  ],
  [
    '30 Rue de Rivoli, 75004 Paris',
    ['house_number 30', 'road Rue de Rivoli', 'postcode 75004', 'city Paris'],
  ],
  // Case stays the sender's.
  ['12 MAIN st, reno NV', ['house_number 12', 'road MAIN st', 'city reno', 'state NV']],
  ['Main St & 5th Ave, Portland, OR', ['road Main St', 'road 5th Ave', 'city Portland', 'state OR']],
])('%s', async (text, expected) => {
  expect(parts(WITH_WEIGHTS.label?.(text))).toEqual(expected)
  expect(parts((await WITH_WEIGHTS.labelAll?.([text], 'formatted'))?.[0])).toEqual(expected)
  expect(parts(Buffer.from((await WITH_WEIGHTS.labelLater?.(text)) ?? '').toString())).toEqual(expected)
})
