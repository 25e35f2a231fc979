/** Turns a failed validation into an error in Milepost's own words, which stay the same when the validator changes. */
import type { FastifyRequest } from 'fastify'

import type { Address } from '../../engine/engine.js'
import { memberOf } from '../../http/requests/body.js'
import type { Failure } from '../../http/responses/errors.js'
import type { GivenComponents } from '../../wire/geocode.js'
import type { GeocodeOptions } from '../../wire/geocode-options.js'
import { ADDRESS_REQUIRED, invalidField } from './errors.js'
import { INPUT_MODES } from './schemas/v1.js'

/** What ajv says of a field. */
interface Finding {
  instancePath: string
  keyword: string
  params: Record<string, unknown>
}

/** What is wrong with the fields of a request; undefined if nothing is. */
function findings(request: FastifyRequest): Finding[] | undefined {
  return (request.validationError as { validation: Finding[] } | undefined)?.validation
}

/** Why a request about one address is refused before any capability is asked for. */
export function refusalOfAddress(request: FastifyRequest, fields: unknown): Failure | undefined {
  const failed = findings(request)
  if (failed === undefined) return undefined
  const address = memberOf(fields, 'address')
  if (memberOf(fields, 'components') !== undefined) return described(failed)
  if (typeof address !== 'string' || address === '') return ADDRESS_REQUIRED
  // The capability is asked for before a blank address is refused, however long it is.
  if (address.trim() === '') return undefined
  return described(failed)
}

/**
 * The address of a request that passed the validation: its components, or the text where none of them has a value; undefined if both are
 * blank.
 */
export function addressOf({
  address,
  components,
}: {
  address?: string
  components?: GivenComponents
}): Address | undefined {
  const isBlank = (text: string) => text.trim() === ''
  if (components !== undefined && !Object.values(components).every(isBlank)) return components
  return address === undefined || isBlank(address) ? undefined : address
}

/** Why a request about the text in `field` is refused; `missing` if it is absent or blank. */
export function refusalOfText(request: FastifyRequest, field: string, missing: Failure): Failure | undefined {
  const failed = findings(request)
  if (failed === undefined) return undefined
  const text = memberOf(request.body, field)
  return typeof text === 'string' && text.trim() !== '' ? described(failed) : missing
}

/** Why a request with a list of addresses is refused; `otherwise` unless only `input_mode` is wrong. */
export function refusalOfBatch(request: FastifyRequest, otherwise: Failure): Failure | undefined {
  const failed = findings(request)
  if (failed === undefined) return undefined
  const rows = memberOf(request.body, 'addresses')
  const isRow = (row: unknown) => typeof row === 'string' || memberOf(row, 'components') !== undefined
  const isList = Array.isArray(rows) && rows.every(isRow)
  return isList ? described(failed) : otherwise
}

/** Why the box of a request is refused that passed the validation; its longitudes may be in either order. */
export function refusalOfBounds({ bounds }: GeocodeOptions): Failure | undefined {
  const isUpsideDown = bounds !== undefined && bounds.south > bounds.north
  return isUpsideDown ? invalidField('bounds', 'south must not be greater than north') : undefined
}

/** Why a request is refused, by its first field that is wrong. */
export function refusalOf(request: FastifyRequest): Failure | undefined {
  const failed = findings(request)
  return failed && described(failed)
}

const COUNTRY_UNKNOWN = invalidField('country', 'must be a code of two letters, or a list of them')
const INPUT_MODE_UNKNOWN = invalidField('input_mode', `must be one of ${INPUT_MODES.join(', ')}`)

function described(failed: Finding[]): Failure {
  // Of the findings about one field the last is that of the whole choice: `anyOf`, not its first alternative.
  const last = failed.at(-1)
  if (last === undefined) return invalidField('(root)', 'is invalid')
  if (last.instancePath === '/input_mode') return INPUT_MODE_UNKNOWN
  if (last.instancePath === '/country' && ['anyOf', 'pattern'].includes(last.keyword)) return COUNTRY_UNKNOWN
  const path = last.instancePath.split('/').slice(1)
  if (last.keyword === 'required') path.push(String(last.params['missingProperty']))
  // A key the caller made up is named only when it looks like a name.
  const field = path.filter((part) => /^\w{1,40}$/.test(part)).join('.')
  return invalidField(field === '' ? '(root)' : field, messageOf(last))
}

function messageOf({ keyword, params }: Finding): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${String(params['type'])}`
    case 'maxLength':
      return `must be at most ${String(params['limit'])} characters`
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
    case 'minimum':
      return `must be at least ${String(params['limit'])}`
    case 'maximum':
      return `must be at most ${String(params['limit'])}`
    case 'additionalProperties':
      return 'has an unknown field'
    case 'anyOf':
      return 'must be a string or an array of strings'
    default:
      return 'is invalid'
  }
}
