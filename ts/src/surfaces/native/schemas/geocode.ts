/** `/v1/geocode` and `/v1/batch`. */
import Type, { type TSchema } from 'typebox'

import { Address, InputMode, ref, Row } from './address.js'

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const GeocodeRequest = Type.Object(
  { address: Address, input_mode: InputMode },
  { $id: 'GeocodeRequest' },
)

export const BatchRequest = Type.Object(
  { addresses: Type.Array(Row), input_mode: InputMode },
  { $id: 'BatchRequest' },
)

const HierarchyEntry = Type.Object(
  {
    tag: ref('ComponentTag'),
    value: Type.String({ description: 'As parsed; the name of a place that was not written.' }),
    name: Type.String({ description: 'Name in the gazetteer.' }),
    lat: Type.Number(),
    lon: Type.Number(),
    placeID: Type.String(),
  },
  { $id: 'HierarchyEntry', description: 'One place of the resolved chain, most specific first.' },
)

const GeocodeCandidate = Type.Object(
  {
    name: Type.String(),
    tag: ref('ComponentTag'),
    lat: Type.Number(),
    lon: Type.Number(),
    countryCode: Nullable(Type.String()),
    placeID: Type.String(),
  },
  { $id: 'GeocodeCandidate', description: 'A place that was considered; the chosen one comes first.' },
)

const DroppedComponent = Type.Object(
  { tag: ref('ComponentTag'), value: Type.String(), kept: Type.String() },
  { $id: 'DroppedComponent', description: 'A span that `components`, one value a tag, has no room for.' },
)

const ResolutionTier = Type.Unsafe<string>({
  $id: 'ResolutionTier',
  type: 'string',
  enum: ['address_point', 'interpolated', 'street', 'admin', 'venue', 'plus_code'],
  description: 'The tier that answered; `admin` also when none did.',
})

const EpistemicStatus = Type.Unsafe<string>({
  $id: 'EpistemicStatus',
  type: 'string',
  enum: ['unresolved', 'designated', 'derived', 'observed', 'inferred'],
  description: 'How the coordinates are known.',
})

const AsParsed = Nullable(Type.String())

const GeocodeResult = Type.Object(
  {
    input: Type.String({ description: 'The address as sent, trimmed.' }),
    components: Type.Object(
      {},
      { additionalProperties: Type.String(), description: 'Tag to text; the first span of a tag.' },
    ),
    dropped_components: Type.Optional(Type.Array(ref('DroppedComponent'))),
    lat: Nullable(Type.Number({ description: 'Degrees; null when nothing resolved.' })),
    lon: Nullable(Type.Number({ description: 'Degrees; null when nothing resolved.' })),
    resolution_tier: ref('ResolutionTier'),
    epistemic_status: ref('EpistemicStatus'),
    uncertainty_m: Nullable(Type.Number({ description: 'Metres; null at the administrative tier.' })),
    locality: AsParsed,
    region: AsParsed,
    postcode: AsParsed,
    house_number: AsParsed,
    street: AsParsed,
    unit: AsParsed,
    venue: AsParsed,
    dependent_locality: AsParsed,
    countryCode: Nullable(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
    hierarchy: Type.Array(ref('HierarchyEntry')),
    candidates: Type.Array(ref('GeocodeCandidate')),
  },
  { $id: 'GeocodeResult' },
)

const BatchRowError = Type.Object(
  { input: Type.String(), error: Type.String() },
  { $id: 'BatchRowError', description: 'A row that failed.', additionalProperties: false },
)

const BatchResponse = Type.Object(
  {
    results: Type.Array(
      Type.Unsafe<unknown>({ anyOf: [{ $ref: 'GeocodeResult#' }, { $ref: 'BatchRowError#' }] }),
      { description: 'In the order of the addresses.' },
    ),
  },
  { $id: 'BatchResponse' },
)

export const GEOCODE_SCHEMAS = [
  GeocodeRequest,
  BatchRequest,
  HierarchyEntry,
  GeocodeCandidate,
  DroppedComponent,
  ResolutionTier,
  EpistemicStatus,
  GeocodeResult,
  BatchRowError,
  BatchResponse,
]
