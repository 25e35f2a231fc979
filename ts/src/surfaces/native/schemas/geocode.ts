/** `/v1/geocode` and `/v1/batch`: requests, and the list of a batch. What a geocode is, is in `ts/src/wire/geocode.ts`. */
import Type from 'typebox'

import { text } from '../../../wire/fields.js'
import {
  Coherence,
  DroppedComponent,
  EpistemicStatus,
  GeocodeCandidate,
  GeocodeResult,
  GivenComponents,
  HierarchyEntry,
  IntentMarker,
  MatchLevel,
  PlaceTag,
  ResolutionTier,
} from '../../../wire/geocode.js'
import { BoundingEdges, GEOCODE_OPTIONS, NearPoint } from '../../../wire/geocode-options.js'
import { ref } from '../../../wire/ref.js'
import { Address, FLAGS, InputMode, Row } from './address.js'

const Given = Type.Optional(ref(GivenComponents))

export const GeocodeRequest = Type.Object(
  { address: Type.Optional(Address), components: Given, input_mode: InputMode, ...GEOCODE_OPTIONS },
  {
    $id: 'GeocodeRequest',
    description: 'An address, or its `components`, which count if both are there.',
    anyOf: [{ required: ['address'] }, { required: ['components'] }],
  },
)

export const GeocodeQuery = Type.Object({
  address: Address,
  input_mode: InputMode,
  country: Type.Optional(
    text('The country the answer lies in, ISO 3166-1 alpha-2, any case.', { pattern: '^[A-Za-z]{2}$' }),
  ),
  ...FLAGS,
})

const StructuredRow = Type.Object(
  { components: ref(GivenComponents) },
  { $id: 'StructuredRow', additionalProperties: false, description: 'An address in parts.' },
)

export const BatchRequest = Type.Object(
  {
    addresses: Type.Array(Type.Union([Row, ref(StructuredRow)])),
    input_mode: InputMode,
    ...GEOCODE_OPTIONS,
  },
  { $id: 'BatchRequest' },
)

const BatchRowError = Type.Object(
  { input: Type.String(), error: Type.String() },
  { $id: 'BatchRowError', description: 'A row that failed.', additionalProperties: false },
)

const BatchResponse = Type.Object(
  {
    results: Type.Array(Type.Union([ref(GeocodeResult), ref(BatchRowError)]), {
      description: 'In the order of the addresses.',
    }),
  },
  { $id: 'BatchResponse' },
)

export const GEOCODE_SCHEMAS = [
  NearPoint,
  BoundingEdges,
  GivenComponents,
  GeocodeRequest,
  StructuredRow,
  BatchRequest,
  PlaceTag,
  HierarchyEntry,
  GeocodeCandidate,
  DroppedComponent,
  ResolutionTier,
  EpistemicStatus,
  IntentMarker,
  MatchLevel,
  Coherence,
  GeocodeResult,
  BatchRowError,
  BatchResponse,
]
