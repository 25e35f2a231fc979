/** Addresses in requests. */
import Type from 'typebox'

import { oneOf, text } from '../../../wire/fields.js'
import { ref } from '../../../wire/ref.js'

/** Most characters (UTF-16 units) of an address. */
export const MOST_CHARACTERS = 1024

/** A row of a batch; one that is empty or too long is a row that failed. */
export const Row = text(
  `One address. One that is blank or has more than ${String(MOST_CHARACTERS)} characters is a row that failed; the others are answered.`,
)

/** `address` of a request. */
export const Address = text('The address, one line or several. Empty or blank counts as missing.', {
  minLength: 1,
  maxLength: MOST_CHARACTERS,
  pattern: '\\S',
})

/** Values of `input_mode`. */
export const INPUT_MODES = ['auto', 'fragmented', 'formatted'] as const

/** `input_mode` of a request. */
export const RequestInputMode = oneOf(INPUT_MODES, {
  $id: 'RequestInputMode',
  description: 'How complete the address is: typed fragments, complete records, or to be seen from the text.',
})

export const InputMode = Type.Optional(ref(RequestInputMode))

/** `language` and `formatted` in a query. */
export const FLAGS = {
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

/** `country` of a parse. */
export const CountryHint = Type.Optional(
  text('The country the address is in, as a hint for the parser: ISO 3166-1 alpha-2, in either case.', {
    pattern: '^[A-Za-z]{2}$',
  }),
)
