/** `/v1/resolve` and `/v1/format`. */
import Type from 'typebox'

import { flag, integer, text } from '../../../wire/fields.js'
import { AddressTree } from '../../../wire/parse.js'
import { ref } from '../../../wire/ref.js'
import { MOST_CHARACTERS } from './address.js'

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

const Text = Type.String({ maxLength: MOST_CHARACTERS })

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

export const RESOLVE_FORMAT_SCHEMAS = [
  ResolveOptions,
  ResolveRequest,
  ResolveResponse,
  FormatOptions,
  FormatRequest,
  FormatResponse,
]
