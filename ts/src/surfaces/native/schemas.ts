/** Schemas of the native surface: the one source of types, validation and the OpenAPI document. */
import Type, { type TSchema } from 'typebox'

/** Most characters (UTF-16 units) of an address. */
export const MOST_CHARACTERS = 1024

/** A reference to a component schema that {@link COMPONENTS} registers. */
function ref(id: string) {
  return Type.Unsafe<unknown>({ $ref: `${id}#` })
}

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const address = Type.String({ maxLength: MOST_CHARACTERS, description: 'The address, one line or several.' })

const INPUT_MODES = ['auto', 'fragmented', 'formatted'] as const

/** `input_mode` of a request. */
export const RequestInputMode = Type.Unsafe<(typeof INPUT_MODES)[number]>({
  type: 'string',
  enum: [...INPUT_MODES],
  description: 'How complete the address is: typed fragments, complete records, or to be seen from the text.',
})

export const ParseQuery = Type.Object({
  address,
  debug: Type.Optional(Type.String({ description: '`true` asks for `debug`.' })),
  input_mode: Type.Optional(RequestInputMode),
})

export const ParseRequest = Type.Object(
  { address, debug: Type.Optional(Type.Boolean()), input_mode: Type.Optional(RequestInputMode) },
  { $id: 'ParseRequest' },
)

export const GeocodeRequest = Type.Object(
  { address, input_mode: Type.Optional(RequestInputMode) },
  { $id: 'GeocodeRequest' },
)

export const BatchRequest = Type.Object(
  { addresses: Type.Array(address), input_mode: Type.Optional(RequestInputMode) },
  { $id: 'BatchRequest' },
)

const ComponentTag = Type.Unsafe<string>({
  $id: 'ComponentTag',
  type: 'string',
  enum: [
    'country',
    'region',
    'locality',
    'dependent_locality',
    'postcode',
    'subregion',
    'cedex',
    'house_number',
    'street',
    'street_prefix',
    'street_prefix_particle',
    'street_suffix',
    'intersection_a',
    'intersection_b',
    'unit',
    'venue',
    'attention',
    'po_box',
    'prefecture',
    'municipality',
    'district',
    'block',
    'sub_block',
    'building_number',
    'building_name',
  ],
})

const ParseComponent = Type.Object(
  { tag: ref('ComponentTag'), value: Type.String() },
  { $id: 'ParseComponent' },
)

const AddressNode = Type.Object(
  {
    tag: ref('ComponentTag'),
    start: Type.Integer({ minimum: 0, description: 'First UTF-16 code unit in `raw`.' }),
    end: Type.Integer({ minimum: 0, description: 'One past the last UTF-16 code unit.' }),
    value: Type.String(),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Calibrated probability of the span.' }),
    children: Type.Array(ref('AddressNode')),
  },
  { $id: 'AddressNode' },
)

const AddressTree = Type.Object(
  { raw: Type.String(), roots: Type.Array(ref('AddressNode')) },
  { $id: 'AddressTree' },
)

const ParseResponse = Type.Object(
  {
    input: Type.String(),
    components: Type.Array(ref('ParseComponent')),
    tree: ref('AddressTree'),
    debug: Type.Optional(Type.String({ description: 'XML rendering of the tree.' })),
  },
  { $id: 'ParseResponse' },
)

const HierarchyEntry = Type.Object(
  {
    tag: ref('ComponentTag'),
    value: Type.String(),
    name: Type.String(),
    lat: Type.Number(),
    lon: Type.Number(),
    placeID: Type.String(),
  },
  { $id: 'HierarchyEntry' },
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
  { $id: 'GeocodeCandidate' },
)

const DroppedComponent = Type.Object({
  tag: ref('ComponentTag'),
  value: Type.String(),
  kept: Type.String(),
})

const GeocodeResult = Type.Object(
  {
    input: Type.String(),
    components: Type.Record(Type.String(), Type.String()),
    dropped_components: Type.Optional(Type.Array(DroppedComponent)),
    lat: Nullable(Type.Number()),
    lon: Nullable(Type.Number()),
    resolution_tier: Type.Unsafe<string>({
      type: 'string',
      enum: ['address_point', 'interpolated', 'street', 'admin'],
    }),
    epistemic_status: Type.Unsafe<string>({
      type: 'string',
      enum: ['unresolved', 'designated', 'derived', 'observed'],
    }),
    uncertainty_m: Nullable(Type.Number()),
    locality: Nullable(Type.String()),
    region: Nullable(Type.String()),
    postcode: Nullable(Type.String()),
    house_number: Nullable(Type.String()),
    street: Nullable(Type.String()),
    unit: Nullable(Type.String()),
    venue: Nullable(Type.String()),
    dependent_locality: Nullable(Type.String()),
    countryCode: Nullable(Type.String()),
    hierarchy: Type.Array(ref('HierarchyEntry')),
    candidates: Type.Array(ref('GeocodeCandidate')),
  },
  { $id: 'GeocodeResult' },
)

const BatchRowError = Type.Object({ input: Type.String(), error: Type.String() }, { $id: 'BatchRowError' })

const BatchResponse = Type.Object(
  {
    results: Type.Array(
      Type.Unsafe<unknown>({ anyOf: [{ $ref: 'GeocodeResult#' }, { $ref: 'BatchRowError#' }] }),
    ),
  },
  { $id: 'BatchResponse' },
)

const HealthResponse = Type.Object(
  {
    status: Type.String(),
    uptime_s: Type.Integer({ description: 'Seconds since start.' }),
    model: Type.Optional(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        locale: Type.String(),
        labels: Type.Integer(),
        format: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
    data: Type.Optional(
      Type.Object({
        data_root: Type.String(),
        versions: Nullable(Type.Record(Type.String(), Type.String())),
        wof_dbs: Type.Array(Type.String()),
        situs_states: Type.Integer(),
        interpolation_states: Type.Integer(),
      }),
    ),
  },
  { $id: 'HealthResponse' },
)

const APIError = Type.Object(
  { error: Type.String(), detail: Type.Optional(Type.String()) },
  { $id: 'APIError' },
)

/** Schemas that the document lists as components. */
export const COMPONENTS: TSchema[] = [
  ParseRequest,
  GeocodeRequest,
  BatchRequest,
  ComponentTag,
  ParseComponent,
  AddressNode,
  AddressTree,
  ParseResponse,
  HierarchyEntry,
  GeocodeCandidate,
  GeocodeResult,
  BatchRowError,
  BatchResponse,
  HealthResponse,
  APIError,
]

const described = (id: string, description: string) =>
  Type.Unsafe<unknown>({ description, content: { 'application/json': { schema: { $ref: `${id}#` } } } })

/** The answers of a route: its 200 schema and the error statuses it can have. */
export function answers(id: string, ...errors: number[]) {
  const failures = errors.map((status) => [status, described('APIError', 'Error')])
  return Object.fromEntries([[200, described(id, 'Success')], ...failures]) as Record<number, TSchema>
}
