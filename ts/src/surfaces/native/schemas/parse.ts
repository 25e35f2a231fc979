/** `/v1/parse`: requests. What it answers is in `ts/src/wire/parse.ts`. */
import Type from 'typebox'

import { text } from '../../../wire/fields.js'
import {
  AddressNode,
  AddressTree,
  AlternativePlace,
  ComponentTag,
  CountryGuess,
  ParseComponent,
  ParseResponse,
} from '../../../wire/parse.js'
import { Address, CountryHint, InputMode, RequestInputMode } from './address.js'

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

export const PARSE_SCHEMAS = [
  RequestInputMode,
  ParseRequest,
  ComponentTag,
  ParseComponent,
  AlternativePlace,
  AddressNode,
  AddressTree,
  CountryGuess,
  ParseResponse,
]
