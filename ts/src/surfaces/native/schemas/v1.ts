/**
 * Requests of `/v1` but for `/v1/poi` and `/v1/bulk`, and answers that the server makes: the one source of types, validation and the OpenAPI
 * document. What the core writes is in `ts/src/wire`.
 */
import Type, { type TSchema } from 'typebox'

import { Agreement, Comparison, MatchVerdict } from '../../../wire/comparison.js'
import { flag, integer, nullable, number, oneOf, text } from '../../../wire/fields.js'
import { FoundHouse, FoundPlace } from '../../../wire/found.js'
import { GEOCODE_PARTS, GeocodeResult, GivenComponents } from '../../../wire/geocode.js'
import {
  BoundingEdges,
  GEOCODE_OPTIONS,
  Latitude,
  Longitude,
  NearPoint,
} from '../../../wire/geocode-options.js'
import { MOST_CHARACTERS_OF_ADDRESS } from '../../../wire/limits.js'
import { AddressTree, PARSE_PARTS } from '../../../wire/parse.js'
import { ref } from '../../../wire/ref.js'

/** A row of a batch; one that is empty or too long is a row that failed. */
const Row = text(
  `One address. One that is blank or has more than ${String(MOST_CHARACTERS_OF_ADDRESS)} characters is a row that failed; the others are answered.`,
)

const Address = text('The address, one line or several. Empty or blank counts as missing.', {
  minLength: 1,
  maxLength: MOST_CHARACTERS_OF_ADDRESS,
  pattern: '\\S',
})

/** Values of `input_mode`. */
export const INPUT_MODES = ['auto', 'fragmented', 'formatted'] as const

const RequestInputMode = oneOf(INPUT_MODES, {
  $id: 'RequestInputMode',
  description: 'How complete the address is: typed fragments, complete records, or to be seen from the text.',
})

const InputMode = Type.Optional(ref(RequestInputMode))

/** `language` and `formatted` in a query. */
const FLAGS = {
  language: Type.Optional(
    text('Language of the names of places, BCP 47, or several, comma-separated, the preferred one first.', {
      pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*(,[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*)*$',
      maxLength: 256,
    }),
  ),
  formatted: Type.Optional(
    oneOf(['true', 'false'], { description: 'Adds the address in the format of its country.' }),
  ),
}

const CountryHint = Type.Optional(
  text('The country the address is in, as a hint for the parser: ISO 3166-1 alpha-2, in either case.', {
    pattern: '^[A-Za-z]{2}$',
  }),
)

export const ParseQuery = Type.Object({
  address: Address,
  debug: Type.Optional(text('`true` asks for `debug`; anything else does not.')),
  input_mode: InputMode,
  country: CountryHint,
})

export const ParseRequest = Type.Object(
  { address: Address, debug: Type.Optional(Type.Boolean()), input_mode: InputMode, country: CountryHint },
  { $id: 'ParseRequest' },
)

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

export const ReverseRequest = Type.Object(
  {
    lat: Latitude,
    lon: Longitude,
    language: GEOCODE_OPTIONS.language,
    formatted: GEOCODE_OPTIONS.formatted,
  },
  { $id: 'ReverseRequest' },
)

export const ReverseQuery = Type.Object({
  lat: Type.Number({ ...Latitude, examples: [45.3586] }),
  lon: Type.Number({ ...Longitude, examples: [5.9531] }),
  ...FLAGS,
})

const ReverseResult = Type.Object(
  {
    lat: number('As sent.'),
    lon: number('As sent.'),
    house: nullable(ref(FoundHouse)),
    places: Type.Array(ref(FoundPlace), {
      description: 'The places that contain the point, finest first, the country last.',
    }),
    formatted: Type.Optional(
      text(
        'The house and the places as one line in the format of their country; with `formatted`, unless nothing is there.',
      ),
    ),
  },
  { $id: 'ReverseResult', description: 'What is at a point.' },
)

const ResolveOptions = Type.Object(
  {
    defaultCountry: Type.Optional(
      text('ISO 3166-1 alpha-2 of the country to keep to when the tree names none.'),
    ),
    hardCountry: Type.Optional(text('Like `defaultCountry`, and wins over it.')),
    candidatesPerLookup: Type.Optional(
      integer('Places considered, the chosen one included.', { minimum: 0, default: 5 }),
    ),
    includeAncestors: Type.Optional(flag('Adds `metadata.ancestors` to resolved nodes.', { default: false })),
  },
  {
    $id: 'ResolveOptions',
    additionalProperties: true,
    description: 'Options of the resolver; others are accepted and have no effect.',
  },
)

export const ResolveRequest = Type.Object(
  { tree: ref(AddressTree), opts: Type.Optional(ref(ResolveOptions)) },
  { $id: 'ResolveRequest' },
)

const ResolveResponse = Type.Object({ tree: ref(AddressTree) }, { $id: 'ResolveResponse' })

const Text = Type.String({ maxLength: MOST_CHARACTERS_OF_ADDRESS })

const FormatOptions = Type.Object(
  {
    appendCountry: Type.Optional(flag('Add the line of the country.', { default: false })),
    abbreviate: Type.Optional(flag('Let the template abbreviate.', { default: false })),
    separator: Type.Optional(
      text('Stands between lines instead of a line break, e.g. `, `.', { maxLength: 16 }),
    ),
  },
  { $id: 'FormatOptions' },
)

export const FormatRequest = Type.Object(
  {
    components: Type.Object(
      {},
      {
        additionalProperties: Type.Unsafe<string | string[]>({
          anyOf: [Text, { type: 'array', items: Text, maxItems: 64 }],
        }),
        description:
          'Tag to text. The key has all texts of an array; the format has all units, and the first text of other tags. Tags an address line has no place for are left out.',
      },
    ),
    country: text('ISO 3166-1 alpha-2 of the country whose way of writing is used.', { maxLength: 64 }),
    options: Type.Optional(
      Type.Unsafe<{ appendCountry?: boolean; abbreviate?: boolean; separator?: string }>({
        $ref: 'FormatOptions#',
      }),
    ),
  },
  { $id: 'FormatRequest' },
)

const FormatResponse = Type.Object(
  {
    formatted: Type.String(),
    canonicalKey: text(
      'Equal for spellings of one address: lower case, abbreviations expanded, punctuation gone.',
    ),
  },
  { $id: 'FormatResponse' },
)

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

/** Schemas that the document lists as components. */
export const V1_SCHEMAS: TSchema[] = [
  RequestInputMode,
  ParseRequest,
  ...PARSE_PARTS,
  NearPoint,
  BoundingEdges,
  GivenComponents,
  GeocodeRequest,
  StructuredRow,
  BatchRequest,
  ...GEOCODE_PARTS,
  BatchRowError,
  BatchResponse,
  ReverseRequest,
  FoundHouse,
  FoundPlace,
  ReverseResult,
  ResolveOptions,
  ResolveRequest,
  ResolveResponse,
  FormatOptions,
  FormatRequest,
  FormatResponse,
  MatchVerdict,
  Agreement,
  Comparison,
  CompareRequest,
]
