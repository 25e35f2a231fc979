/** `/v1/parse`: requests, the tree, the answer. */
import Type from 'typebox'

import { COMPONENT_TAGS } from '../../../engine/parse-result.js'
import { Address, InputMode, ref, RequestInputMode } from './address.js'

export const ParseQuery = Type.Object({
  address: Address,
  debug: Type.Optional(Type.String({ description: '`true` asks for `debug`; anything else does not.' })),
  input_mode: InputMode,
})

export const ParseRequest = Type.Object(
  { address: Address, debug: Type.Optional(Type.Boolean()), input_mode: InputMode },
  { $id: 'ParseRequest' },
)

const ComponentTag = Type.Unsafe<string>({
  $id: 'ComponentTag',
  type: 'string',
  enum: [...COMPONENT_TAGS],
  description: 'What a stretch of an address is.',
})

const ParseComponent = Type.Object(
  { tag: ref('ComponentTag'), value: Type.String() },
  { $id: 'ParseComponent', description: 'One component, in reading order.' },
)

const Alternative = Type.Object(
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

/** Fields a node has after `/v1/resolve`. */
const RESOLVED = {
  source: Type.Optional(Type.String({ description: '`resolver` once a place was found.' })),
  sourceID: Type.Optional(Type.String({ description: '`<placetype>:<id>`.' })),
  lat: Type.Optional(Type.Number({ description: 'Degrees.' })),
  lon: Type.Optional(Type.Number({ description: 'Degrees.' })),
  placeID: Type.Optional(Type.String({ description: 'Identifier of the gazetteer place.' })),
  metadata: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: '`resolver_name`, `resolver_country`, `ancestors`.' },
    ),
  ),
  alternatives: Type.Optional(Type.Array(ref('AlternativePlace'))),
}

const AddressNode = Type.Object(
  {
    tag: ref('ComponentTag'),
    start: Type.Integer({ minimum: 0, description: 'First UTF-16 code unit in `raw`.' }),
    end: Type.Integer({ minimum: 0, description: 'One past the last UTF-16 code unit.' }),
    value: Type.String({ description: 'The span as it was written.' }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Calibrated probability of the span.' }),
    children: Type.Array(ref('AddressNode')),
    ...RESOLVED,
  },
  { $id: 'AddressNode', description: 'A component with those it contains.' },
)

const AddressTree = Type.Object(
  {
    raw: Type.String({ description: 'The input, trimmed.' }),
    roots: Type.Array(ref('AddressNode')),
  },
  { $id: 'AddressTree', description: 'A parse with containment preserved.' },
)

const ParseResponse = Type.Object(
  {
    input: Type.String({ description: 'The address as sent, trimmed.' }),
    components: Type.Array(ref('ParseComponent')),
    tree: ref('AddressTree'),
    confidence: Type.Number({ description: 'Probability that every component is right.' }),
    address_score: Type.Number({ description: 'Probability that the text is an address at all.' }),
    debug: Type.Optional(Type.String({ description: 'XML rendering of the tree.' })),
  },
  { $id: 'ParseResponse' },
)

export const PARSE_SCHEMAS = [
  RequestInputMode,
  ParseRequest,
  ComponentTag,
  ParseComponent,
  Alternative,
  AddressNode,
  AddressTree,
  ParseResponse,
]
