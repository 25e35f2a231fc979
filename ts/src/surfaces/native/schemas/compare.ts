/** `/v1/compare`: requests. What it answers is in `ts/src/wire/comparison.ts`. */
import Type from 'typebox'

import { flag, text } from '../../../wire/fields.js'
import { Agreement, Comparison, MatchVerdict } from '../../../wire/comparison.js'
import { Address, InputMode } from './address.js'

export const CompareRequest = Type.Object(
  {
    a: Address,
    b: Address,
    country: Type.Optional(
      text('ISO 3166-1 alpha-2 of the country of an address that names none.', { pattern: '^[A-Za-z]{2}$' }),
    ),
    input_mode: InputMode,
    geocode: Type.Optional(
      flag('Geocodes both addresses, so that the distance of their points counts. Default: false.'),
    ),
  },
  { $id: 'CompareRequest' },
)

export const COMPARE_SCHEMAS = [MatchVerdict, Agreement, Comparison, CompareRequest]
