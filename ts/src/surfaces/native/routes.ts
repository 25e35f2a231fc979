/** The routes of the native surface. Order of checks: body, size, capability, emptiness (GET: capability first). */
import { type FastifyRequest } from 'fastify'

import { type Engine, type InputMode } from '../../engine/engine.js'
import { type App, fail, sendJson } from '../../http/app.js'
import {
  ADDRESS_REQUIRED,
  BATCH_BODY,
  batchTooLarge,
  type Failure,
  GEOCODER_NOT_AVAILABLE,
  invalidField,
  PARSE_NOT_IMPLEMENTED,
} from '../../http/errors.js'
import {
  answers,
  BatchRequest,
  GeocodeRequest,
  MOST_CHARACTERS,
  ParseQuery,
  ParseRequest,
} from './schemas.js'

/** What the routes need besides the engine. */
export interface RouteOptions {
  engine: Engine
  /** Most rows of a batch. */
  batchMax: number
}

/** Registers the routes. */
export function registerRoutes(app: App, { engine, batchMax }: RouteOptions): void {
  const started = performance.now()

  app.get(
    '/v1/parse',
    {
      attachValidation: true,
      schema: {
        operationId: 'parseAddressQuery',
        tags: ['parsing'],
        summary: 'Parse an address',
        querystring: ParseQuery,
        response: answers('ParseResponse', 400, 500, 501),
      },
    },
    (request, reply) => {
      if (engine.parse === undefined) return fail(reply, PARSE_NOT_IMPLEMENTED)
      const refusal = refusalOf(request, request.query)
      if (refusal !== undefined) return fail(reply, refusal)
      const { address, input_mode = 'auto', debug } = request.query
      if (address.trim() === '') return fail(reply, ADDRESS_REQUIRED)
      return sendJson(reply, engine.parse(address, input_mode, debug === 'true'))
    },
  )

  app.post(
    '/v1/parse',
    {
      attachValidation: true,
      schema: {
        operationId: 'parseAddress',
        tags: ['parsing'],
        summary: 'Parse an address',
        body: ParseRequest,
        response: answers('ParseResponse', 400, 413, 500, 501),
      },
    },
    (request, reply) => {
      const refusal = refusalOf(request, request.body)
      if (refusal !== undefined) return fail(reply, refusal)
      const { address, input_mode = 'auto', debug = false } = request.body
      if (address.trim() === '') return fail(reply, ADDRESS_REQUIRED)
      if (engine.parse === undefined) return fail(reply, PARSE_NOT_IMPLEMENTED)
      return sendJson(reply, engine.parse(address, input_mode, debug))
    },
  )

  app.post(
    '/v1/geocode',
    {
      attachValidation: true,
      schema: {
        operationId: 'geocodeAddress',
        tags: ['geocoding'],
        summary: 'Geocode an address',
        body: GeocodeRequest,
        response: answers('GeocodeResult', 400, 413, 500, 503),
      },
    },
    (request, reply) => {
      const refusal = refusalOf(request, request.body)
      if (refusal !== undefined) return fail(reply, refusal)
      if (engine.geocode === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      const { address, input_mode = 'auto' } = request.body
      if (address.trim() === '') return fail(reply, ADDRESS_REQUIRED)
      return sendJson(reply, engine.geocode(address, input_mode))
    },
  )

  app.post(
    '/v1/batch',
    {
      attachValidation: true,
      schema: {
        operationId: 'geocodeBatch',
        tags: ['geocoding'],
        summary: 'Geocode many addresses',
        body: BatchRequest,
        response: answers('BatchResponse', 400, 413, 500, 503),
      },
    },
    async (request, reply) => {
      if (request.validationError !== undefined) {
        const wrongMode = isAddressList(request.body) && failsOnInputMode(request.validationError)
        return fail(reply, wrongMode ? INPUT_MODE_UNKNOWN : BATCH_BODY)
      }
      const { addresses, input_mode = 'formatted' } = request.body
      if (addresses.length === 0) return sendJson(reply, '{"results":[]}')
      if (addresses.length > batchMax) return fail(reply, batchTooLarge(addresses.length, batchMax))
      if (engine.geocodeAll === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      const results = await geocodeRows(engine.geocodeAll, addresses, input_mode)
      return sendJson(reply, `{"results":[${results.join(',')}]}`)
    },
  )

  app.get(
    '/health',
    {
      schema: {
        operationId: 'retrieveHealth',
        tags: ['meta'],
        summary: 'Whether the process lives, and what it has open',
        response: answers('HealthResponse'),
      },
    },
    (_request, reply) => {
      const health = {
        status: 'ok',
        uptime_s: Math.round((performance.now() - started) / 1000),
        ...(engine.model && { model: reportModel(engine.model) }),
        ...(engine.data && { data: engine.data() }),
      }
      return sendJson(reply, JSON.stringify(health))
    },
  )
}

const INPUT_MODE_UNKNOWN = invalidField('input_mode', 'must be one of auto, fragmented, formatted')

/** Why a request with one address is refused before any capability is asked for. */
function refusalOf(request: FastifyRequest, fields: unknown): Failure | undefined {
  const error = request.validationError as ValidationFailure | undefined
  if (error === undefined) return undefined
  const address =
    typeof fields === 'object' && fields !== null ? (fields as { address?: unknown }).address : undefined
  if (typeof address !== 'string' || address.length > MOST_CHARACTERS || address.trim() === '')
    return ADDRESS_REQUIRED
  if (failsOnInputMode(error)) return INPUT_MODE_UNKNOWN
  const [first] = error.validation
  return invalidField(first?.instancePath.slice(1) ?? '(root)', first?.message ?? 'is invalid')
}

/** What Fastify attaches to a request whose fields do not fit the schema. */
interface ValidationFailure {
  validation: { instancePath: string; message?: string }[]
}

function failsOnInputMode(error: ValidationFailure): boolean {
  return error.validation.some(({ instancePath }) => instancePath === '/input_mode')
}

function isAddressList(body: unknown): boolean {
  const addresses =
    typeof body === 'object' && body !== null ? (body as { addresses?: unknown }).addresses : undefined
  return (
    Array.isArray(addresses) &&
    addresses.every((row) => typeof row === 'string' && row.length <= MOST_CHARACTERS)
  )
}

/** Bodies of the rows, in order; an empty row answers an error of its own and keeps the rest. */
async function geocodeRows(
  geocodeAll: NonNullable<Engine['geocodeAll']>,
  addresses: string[],
  inputMode: InputMode,
): Promise<string[]> {
  const rows = addresses.map((address) => address.trim())
  const answered = await geocodeAll(
    rows.filter((row) => row !== ''),
    inputMode,
  )
  let next = 0
  return rows.map((row) => (row === '' ? EMPTY_ROW : (answered[next++] ?? EMPTY_ROW)))
}

const EMPTY_ROW = JSON.stringify({ input: '', error: ADDRESS_REQUIRED.body.error })

function reportModel({ name, version, locale, labels, format }: NonNullable<Engine['model']>) {
  return { name, version, locale, labels: labels.length, format }
}
