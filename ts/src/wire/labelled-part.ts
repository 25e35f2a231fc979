/** What an address is in libpostal's labels, as `crates/address/src/libpostal.rs` writes it. */
import Type, { type Static } from 'typebox'

import { text } from './fields.js'

/** One labelled part of an address. */
export const LabelledPart = Type.Object(
  {
    label: Type.String({
      description:
        'house_number, road, house, unit, level, po_box, postcode, city, suburb, city_district, state, state_district, \
country, country_region, world_region; a tag without a label among these goes by its own name.',
    }),
    value: text('As it was written.'),
  },
  { $id: 'LibpostalComponent', additionalProperties: false },
)

/** One labelled part of an address. */
export type LabelledPart = Static<typeof LabelledPart>
