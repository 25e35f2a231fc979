/** What a parse is: the body of `/v1/parse`, as `crates/address/src/wire.rs` writes it. */
import Type, { type Static } from 'typebox'

import { COMPONENT_TAGS } from './component-tags.js'
import { integer, nullable, number, oneOf, text } from './fields.js'
import { ref } from './ref.js'

export const ComponentTag = oneOf(COMPONENT_TAGS, {
  $id: 'ComponentTag',
  description: 'What a stretch of an address is.',
})

/** One of the 25 tags. */
export type ComponentTag = Static<typeof ComponentTag>

export const ParseComponent = Type.Object(
  { tag: ref(ComponentTag), value: Type.String() },
  { $id: 'ParseComponent', description: 'One component, in reading order.' },
)

export const AlternativePlace = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    placetype: Type.String(),
    country: Type.String(),
    lat: Type.Number(),
    lon: Type.Number(),
  },
  { $id: 'AlternativePlace', description: 'A place that was considered for a node.' },
)

const OwnFields = {
  tag: ref(ComponentTag),
  start: integer('First UTF-16 code unit in `raw`.', { minimum: 0 }),
  end: integer('One past the last UTF-16 code unit.', { minimum: 0 }),
  value: text('The span as it was written.'),
  confidence: number('Calibrated probability of the span.', { minimum: 0, maximum: 1 }),
}

/** Fields a node has after `/v1/resolve`. */
const ResolvedFields = {
  source: Type.Optional(text('`resolver` once a place was found.')),
  sourceID: Type.Optional(text('`<placetype>:<id>`.')),
  lat: Type.Optional(number('Degrees.')),
  lon: Type.Optional(number('Degrees.')),
  placeID: Type.Optional(text('Identifier of the gazetteer place.')),
  metadata: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: '`resolver_name`, `resolver_country`, `ancestors`.' },
    ),
  ),
  alternatives: Type.Optional(Type.Array(ref(AlternativePlace))),
}

/** A component with those it contains. */
export interface ParseNode extends Static<
  ReturnType<typeof Type.Object<typeof OwnFields & typeof ResolvedFields>>
> {
  children: ParseNode[]
}

export const AddressNode = Type.Unsafe<ParseNode>(
  Type.Object(
    {
      ...OwnFields,
      children: Type.Array(Type.Unsafe<ParseNode>({ $ref: 'AddressNode#' })),
      ...ResolvedFields,
    },
    { $id: 'AddressNode', description: 'A component with those it contains.' },
  ),
)

export const AddressTree = Type.Object(
  {
    raw: text('The address as sent.'),
    roots: Type.Array(ref(AddressNode)),
  },
  { $id: 'AddressTree', description: 'A parse with containment preserved.' },
)

export const CountryGuess = Type.Object(
  {
    code: text('ISO 3166-1 alpha-2.', { pattern: '^[A-Z]{2}$' }),
    probability: number('That it is this country, if the text is an address.', { minimum: 0, maximum: 1 }),
  },
  {
    $id: 'CountryGuess',
    description: 'The country the address most likely lies in, by its words and postcode.',
  },
)

export const ParseResponse = Type.Object(
  {
    input: text('The address as sent.'),
    components: Type.Array(ref(ParseComponent)),
    tree: ref(AddressTree),
    confidence: number('Probability that every component is right.'),
    address_score: number('Probability that the text is an address at all.'),
    country_guess: nullable(ref(CountryGuess)),
    debug: Type.Optional(text('XML rendering of the tree.')),
  },
  { $id: 'ParseResponse' },
)

/** The parse of one address. */
export type Parse = Static<typeof ParseResponse>

/** The schemas of a parse, in the order of documents. */
export const PARSE_PARTS = [
  ComponentTag,
  ParseComponent,
  AlternativePlace,
  AddressNode,
  AddressTree,
  CountryGuess,
  ParseResponse,
]
