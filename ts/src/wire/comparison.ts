/** Whether two addresses are the same, as `crates/match` writes it. */
import Type, { type Static } from 'typebox'

import { number, oneOf } from './fields.js'
import { ref } from './ref.js'

/** Conclusions of a comparison. */
export const MatchVerdict = oneOf(['same', 'same_building', 'likely', 'different'], {
  $id: 'MatchVerdict',
  description:
    '`same`: number, street and unit agree. `same_building`: the units differ, or one side has none. `likely`: a name is mistyped or a part is missing. `different`: two addresses, or too little in common.',
})

/** Agreement of a component. */
export const Agreement = oneOf(['exact', 'equivalent', 'typo', 'missing', 'contradicts'], {
  $id: 'Agreement',
  description:
    '`exact`: the same words. `equivalent`: two spellings of one value. `typo`: a typing error apart. `missing`: one side lacks it, or a part of it. `contradicts`: two values.',
})

const OfAComponent = Type.Optional(ref(Agreement))

/** The answer of a comparison. */
export const Comparison = Type.Object(
  {
    verdict: ref(MatchVerdict),
    probability: number('Calibrated probability that both are one address.', { minimum: 0, maximum: 1 }),
    components: Type.Object(
      {
        po_box: OfAComponent,
        house_number: OfAComponent,
        venue: OfAComponent,
        street: OfAComponent,
        unit: OfAComponent,
        locality: OfAComponent,
        region: OfAComponent,
        postcode: OfAComponent,
        country: OfAComponent,
        point: OfAComponent,
      },
      { additionalProperties: false, description: 'Components that one side has at least.' },
    ),
    distance_m: Type.Optional(
      number('Metres between the two points, if both addresses were geocoded and found.', { minimum: 0 }),
    ),
  },
  { $id: 'Comparison', additionalProperties: false },
)

/** Whether two addresses are the same. */
export type Comparison = Static<typeof Comparison>
