/** Schemas of the native surface: the one source of types, validation and the OpenAPI document. */
import type { TSchema } from 'typebox'

import { COMPARE_SCHEMAS } from './compare.js'
import { GEOCODE_SCHEMAS } from './geocode.js'
import { OPERATION_SCHEMAS } from './operations.js'
import { PARSE_SCHEMAS } from './parse.js'
import { REVERSE_SCHEMAS } from './reverse.js'
import { RESOLVE_FORMAT_SCHEMAS } from './resolve-format.js'

/** Schemas that the document lists as components. */
export const COMPONENTS: TSchema[] = [
  ...PARSE_SCHEMAS,
  ...GEOCODE_SCHEMAS,
  ...REVERSE_SCHEMAS,
  ...RESOLVE_FORMAT_SCHEMAS,
  ...COMPARE_SCHEMAS,
  ...OPERATION_SCHEMAS,
]
