/** Schemas of the parser surface: what the document says of requests and answers. */
import Type, { type TSchema } from 'typebox'

import { LabelledPart } from '../../wire/labelled-part.js'

const Text = (description: string) => Type.Optional(Type.String({ pattern: '\\S', description }))

const QUERY = 'The address. Where it is, also when empty, `address` is not looked at.'
const ADDRESS = 'The address, one line or several.'

const TEXTS = { query: Text(QUERY), address: Text(ADDRESS) }

/** Parameters of every route. */
export const Parameters = Type.Object(TEXTS)

export const ParseRequest = Type.Object(TEXTS, {
  $id: 'ParseRequest',
  description:
    'Either field, or neither when the query string has one. A field of another type counts as absent.',
})

export const ExpandRequest = Type.Object(TEXTS, {
  $id: 'ExpandRequest',
  description: 'May be left out when the query string has the address.',
})

/** The forms of a text. */
export const Expansions = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
  description: 'The text as sent, normalised, and without abbreviations; equal ones once.',
})

const ExpandResponse = Type.Object(
  { expansions: Expansions },
  { $id: 'ExpandResponse', additionalProperties: false },
)

const ErrorBody = Type.Object({ error: Type.String() }, { $id: 'Error', additionalProperties: false })

/** Schemas that the document lists as components. */
export const COMPONENTS: TSchema[] = [ParseRequest, ExpandRequest, LabelledPart, ExpandResponse, ErrorBody]

/** An address, as an example. */
export const ADDRESS_EXAMPLE = '1600 Pennsylvania Ave NW, Washington DC 20500'

/** Real answers, as examples. */
export const EXAMPLES = {
  parse: [
    { label: 'house_number', value: '1600' },
    { label: 'road', value: 'Pennsylvania Ave NW' },
    { label: 'city', value: 'Washington' },
    { label: 'state', value: 'DC' },
    { label: 'postcode', value: '20500' },
  ],
  expand: { expansions: [ADDRESS_EXAMPLE, '1600 Pennsylvania Avenue Northwest, Washington DC 20500'] },
}
