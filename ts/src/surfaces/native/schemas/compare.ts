/** `/v1/compare`: requests. What it answers is in `ts/src/wire/comparison.ts`. */
import Type from 'typebox'

import { Agreement, Comparison, MatchVerdict } from '../../../wire/comparison.js'
import { Address, InputMode } from './address.js'

export const CompareRequest = Type.Object(
  {
    a: Address,
    b: Address,
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        description: 'ISO 3166-1 alpha-2 of the country of an address that names none.',
      }),
    ),
    input_mode: InputMode,
    geocode: Type.Optional(
      Type.Boolean({
        description: 'Geocodes both addresses, so that the distance of their points counts. Default: false.',
      }),
    ),
  },
  { $id: 'CompareRequest' },
)

export const COMPARE_SCHEMAS = [MatchVerdict, Agreement, Comparison, CompareRequest]
