/** `/v1/resolve` and `/v1/format`. */
import Type from 'typebox'

import { AddressTree } from '../../../wire/parse.js'
import { ref } from '../../../wire/ref.js'
import { MOST_CHARACTERS } from './address.js'

const ResolveOptions = Type.Object(
  {
    defaultCountry: Type.Optional(
      Type.String({ description: 'ISO 3166-1 alpha-2 of the country to keep to when the tree names none.' }),
    ),
    hardCountry: Type.Optional(Type.String({ description: 'Like `defaultCountry`, and wins over it.' })),
    candidatesPerLookup: Type.Optional(
      Type.Integer({ minimum: 0, default: 5, description: 'Places considered, the chosen one included.' }),
    ),
    includeAncestors: Type.Optional(
      Type.Boolean({ default: false, description: 'Adds `metadata.ancestors` to resolved nodes.' }),
    ),
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

const Text = Type.String({ maxLength: MOST_CHARACTERS })

const FormatOptions = Type.Object(
  {
    appendCountry: Type.Optional(
      Type.Boolean({ default: false, description: 'Add the line of the country.' }),
    ),
    abbreviate: Type.Optional(Type.Boolean({ default: false, description: 'Let the template abbreviate.' })),
    separator: Type.Optional(
      Type.String({ maxLength: 16, description: 'Stands between lines instead of a line break, e.g. `, `.' }),
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
    country: Type.String({
      maxLength: 64,
      description: 'ISO 3166-1 alpha-2 of the country whose way of writing is used.',
    }),
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
    canonicalKey: Type.String({
      description:
        'Equal for spellings of one address: lower case, abbreviations expanded, punctuation gone.',
    }),
  },
  { $id: 'FormatResponse' },
)

export const RESOLVE_FORMAT_SCHEMAS = [
  ResolveOptions,
  ResolveRequest,
  ResolveResponse,
  FormatOptions,
  FormatRequest,
  FormatResponse,
]
