/** The routes of `/v1`, but for `/v1/bulk`. */
import type { Static } from 'typebox'

import type { AnswerBounds } from '../../../wire/answer-bounds.js'
import { NO_GAZETTEER } from '../../../engine/open-data.js'
import type { Components } from '../../../format/components.js'
import { formatAddress } from '../../../format/format.js'
import type { App } from '../../../http/app.js'
import { whenGone } from '../../../http/connections/client-gone.js'
import { nestsDeeperThan } from '../../../http/requests/body.js'
import { type Answer, fail } from '../../../http/responses/errors.js'
import { answerBounds, languagesOf } from '../../../wire/answer-bounds.js'
import { MOST_CHARACTERS_OF_ADDRESS } from '../../../wire/limits.js'
import { languagesIn } from '../../address-parts/languages.js'
import { type RawQuery, readerOf, Refusal } from '../../read-parameters.js'
import {
  ADDRESS_REQUIRED,
  BATCH_BODY,
  batchTooLarge,
  COMPARE_NOT_IMPLEMENTED,
  GAZETTEER_IS_GONE,
  GEOCODER_NOT_AVAILABLE,
  invalidField,
  PARSE_NOT_IMPLEMENTED,
  POI_NOT_IMPLEMENTED,
  QUERY_REQUIRED,
  RESOLVE_BODY,
  RESOLVER_NOT_AVAILABLE,
  REVERSE_NOT_AVAILABLE,
} from '../errors.js'
import { POISearchRequest } from '../schemas/poi.js'
import {
  BatchRequest,
  CompareRequest,
  FormatRequest,
  GeocodeQuery,
  GeocodeRequest,
  ParseQuery,
  ParseRequest,
  ResolveRequest,
  ReverseQuery,
  ReverseRequest,
} from '../schemas/v1.js'
import { addressOf, refusalOfAddress, refusalOfBatch, refusalOfBounds, refusalOfText } from '../validation.js'
import { type NativeContext, register } from './route.js'

const ADDRESS = {
  no_address: ADDRESS_REQUIRED,
  field: invalidField('input_mode', 'must be one of auto, fragmented, formatted'),
  too_long: invalidField('address', `must be at most ${String(MOST_CHARACTERS_OF_ADDRESS)} characters`),
}

/** Registers `/v1/parse`. Order of checks: by GET the capability first, by POST the body. */
export function registerParse(app: App, { engine }: NativeContext): void {
  const errors = { ...ADDRESS, no_weights: PARSE_NOT_IMPLEMENTED }
  const answer = (
    {
      address,
      input_mode = 'auto',
      country,
    }: Pick<Static<typeof ParseQuery>, 'address' | 'input_mode' | 'country'>,
    debug: boolean,
  ): Answer => {
    if (address.trim() === '') return ADDRESS_REQUIRED
    return engine.parse?.(address, input_mode, debug, country) ?? PARSE_NOT_IMPLEMENTED
  }
  register(app, 'GET /v1/parse', {
    operationId: 'parseAddressQuery',
    tags: ['parsing'],
    summary: 'Parse an address given in the query',
    fields: ParseQuery,
    gives: 'ParseResponse',
    errors,
    refuses: (request, query) =>
      engine.parse === undefined ? PARSE_NOT_IMPLEMENTED : refusalOfAddress(request, query),
    answer: (query) => answer(query, query.debug === 'true'),
  })
  register(app, 'POST /v1/parse', {
    operationId: 'parseAddress',
    tags: ['parsing'],
    summary: 'Parse an address',
    fields: ParseRequest,
    gives: 'ParseResponse',
    errors,
    refuses: refusalOfAddress,
    answer: (body) => answer(body, body.debug ?? false),
  })
}

/** Registers `/v1/geocode` and `/v1/batch`. Order of checks: body, size, capability; a blank address comes last, an empty list needs nothing. */
export function registerGeocode(app: App, { engine, batchMax, timings }: NativeContext): void {
  const errors = { ...ADDRESS, no_gazetteer: GEOCODER_NOT_AVAILABLE }
  const answer = (
    fields: Pick<Static<typeof GeocodeRequest>, 'address' | 'components' | 'input_mode'>,
    bounds: AnswerBounds | undefined,
  ): Answer => {
    if (engine.geocode === undefined) return GEOCODER_NOT_AVAILABLE
    const address = addressOf(fields)
    if (address === undefined) return ADDRESS_REQUIRED
    return timings.measure(engine.geocode, address, fields.input_mode ?? 'auto', bounds)
  }
  register(app, 'GET /v1/geocode', {
    operationId: 'geocodeAddressQuery',
    tags: ['geocoding'],
    summary: 'Geocode an address given in the query',
    fields: GeocodeQuery,
    gives: 'GeocodeResult',
    errors,
    refuses: refusalOfAddress,
    answer: (query) => {
      const { country, language, formatted } = query
      const languages = languagesIn(language)
      const bounds = answerBounds({
        ...(country !== undefined && { country }),
        ...(languages && { language: languages }),
        ...(formatted !== undefined && { formatted: formatted === 'true' }),
      })
      return answer(query, bounds)
    },
  })
  register(app, 'POST /v1/geocode', {
    operationId: 'geocodeAddress',
    tags: ['geocoding'],
    summary: 'Geocode an address',
    fields: GeocodeRequest,
    gives: 'GeocodeResult',
    errors,
    refuses: (request, body) => refusalOfAddress(request, body) ?? refusalOfBounds(body),
    answer: (body) => answer(body, answerBounds(body)),
  })
  register(app, 'POST /v1/batch', {
    operationId: 'geocodeBatch',
    tags: ['geocoding'],
    summary: 'Geocode many addresses',
    fields: BatchRequest,
    gives: 'BatchResponse',
    errors: {
      not_a_list: BATCH_BODY,
      too_many: batchTooLarge(1001, 1000),
      no_gazetteer: GEOCODER_NOT_AVAILABLE,
    },
    refuses: (request, body) => refusalOfBatch(request, BATCH_BODY) ?? refusalOfBounds(body),
    answer: async (body, _request, reply) => {
      const { addresses, input_mode = 'formatted' } = body
      if (addresses.length === 0) return '{"results":[]}'
      if (addresses.length > batchMax) return batchTooLarge(addresses.length, batchMax)
      if (engine.geocodeBatch === undefined) return GEOCODER_NOT_AVAILABLE
      const rows = addresses.map((row) => (typeof row === 'string' ? row : row.components))
      const begun = performance.now()
      const signal = whenGone(reply)
      const batch = await engine
        .geocodeBatch(rows, input_mode, {
          longest: MOST_CHARACTERS_OF_ADDRESS,
          signal,
          bounds: answerBounds(body),
        })
        .catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error
        })
      timings.batch(batch, performance.now() - begun)
      return batch.body
    },
  })
}

const readReverseQuery = readerOf(ReverseQuery, {
  missing: (name) => `${name}: is required`,
  notANumber: (name) => `${name}: must be number`,
})

/** Registers `/v1/reverse`. Order of checks: the point, then the capability. */
export function registerReverse(app: App, { engine }: NativeContext): void {
  const of = {
    tags: ['geocoding'],
    description: 'Without a register of houses `house` is null, and at sea `places` is empty.',
    gives: 'ReverseResult',
    errors: { no_point: invalidField('lat', 'is required'), no_database: REVERSE_NOT_AVAILABLE },
  }
  const answer = ({ lat, lon, language, formatted }: Static<typeof ReverseRequest>): Answer => {
    const languages = language === undefined ? undefined : languagesOf(language)
    return engine.reverseBody?.(lat, lon, { languages, formatted }) ?? REVERSE_NOT_AVAILABLE
  }
  register(app, 'GET /v1/reverse', {
    ...of,
    operationId: 'reverseGeocodeQuery',
    summary: 'Find the house at a point and the places that contain it, given in the query',
    fields: ReverseQuery,
    // Numbers arrive as text, which `readReverseQuery` reads.
    options: { validatorCompiler: () => (value: unknown) => ({ value }) },
    answer: (query) => {
      try {
        return answer(reverseRequestOf(query as unknown as RawQuery))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const [field = '', message = ''] = error.message.split(': ')
        return invalidField(field, message)
      }
    },
  })
  register(app, 'POST /v1/reverse', {
    ...of,
    operationId: 'reverseGeocode',
    summary: 'Find the house at a point and the places that contain it',
    fields: ReverseRequest,
    answer,
  })
}

/** The request that a query stands for. Throws a {@link Refusal} with the field. */
function reverseRequestOf(query: RawQuery): Static<typeof ReverseRequest> {
  const { lat, lon, language, formatted = 'false' } = readReverseQuery(query)
  checkRange('lat', lat, 90)
  checkRange('lon', lon, 180)
  const languages = languagesIn(language)
  if (language !== undefined && languages === undefined) throw new Refusal('language: is invalid')
  const flag: unknown = query['formatted'] ?? formatted
  if (flag !== 'true' && flag !== 'false') throw new Refusal('formatted: must be one of true, false')
  return { lat, lon, ...(languages && { language: languages }), formatted: formatted === 'true' }
}

function checkRange(name: string, value: number, most: number): void {
  const edge = value < 0 ? `least -${String(most)}` : `most ${String(most)}`
  if (Math.abs(value) > most) throw new Refusal(`${name}: must be at ${edge}`)
}

/** Levels of arrays and objects; a tree by tag has 7 levels of nodes, each two levels here. */
const DEEPEST = 64

/** Registers `/v1/resolve`. Order of checks: body, capability. */
export function registerResolve(app: App, { engine }: NativeContext): void {
  register(app, 'POST /v1/resolve', {
    operationId: 'resolveTree',
    tags: ['resolving'],
    summary: 'Attach gazetteer places to a parse',
    fields: ResolveRequest,
    gives: 'ResolveResponse',
    errors: { not_a_tree: RESOLVE_BODY, no_gazetteer: RESOLVER_NOT_AVAILABLE },
    refuses: (request) => (request.validationError === undefined ? undefined : RESOLVE_BODY),
    options: {
      preValidation: async (request, reply) => {
        if (nestsDeeperThan(request.body, DEEPEST)) return fail(reply, RESOLVE_BODY)
      },
    },
    answer: (body) => engine.resolve?.(wellFormed(JSON.stringify(body))) ?? RESOLVER_NOT_AVAILABLE,
  })
}

/** Half a surrogate pair is not a character: the core cannot read one, and gets U+FFFD as it does for other texts. */
function wellFormed(json: string): string {
  return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (escape) => (escape === '\\\\' ? escape : '\ufffd'))
}

/** Registers `/v1/format`, which needs no engine. */
export function registerFormat(app: App): void {
  register(app, 'POST /v1/format', {
    operationId: 'formatAddress',
    tags: ['formatting'],
    summary: 'Write components as an address, with a key to match on',
    fields: FormatRequest,
    gives: 'FormatResponse',
    errors: { field: invalidField('country', 'is required') },
    answer: ({ components, country, options }) =>
      JSON.stringify(formatAddress(components as Components, country, options)),
  })
}

/** Registers `/v1/compare`. */
export function registerCompare(app: App, { engine }: NativeContext): void {
  register(app, 'POST /v1/compare', {
    operationId: 'compareAddresses',
    tags: ['matching'],
    summary: 'Tell whether two addresses are the same',
    fields: CompareRequest,
    gives: 'Comparison',
    errors: {
      field: invalidField('b', 'is required'),
      no_weights: COMPARE_NOT_IMPLEMENTED,
      no_gazetteer: GEOCODER_NOT_AVAILABLE,
    },
    answer: ({ a, b, country = '', input_mode = 'auto', geocode = false }) => {
      if (engine.compare === undefined) return COMPARE_NOT_IMPLEMENTED
      if (geocode && engine.geocode === undefined) return GEOCODER_NOT_AVAILABLE
      return engine.compare(a, b, country, input_mode, geocode)
    },
  })
}

/** Registers `/v1/poi`, only where a database of points of interest is open. Order of checks: body, capabilities. */
export function registerPoi(app: App, { engine }: NativeContext): void {
  register(app, 'POST /v1/poi', {
    operationId: 'searchPOI',
    tags: ['poi'],
    summary: 'Points of interest by category, brand or name',
    fields: POISearchRequest,
    gives: 'POISearchResponse',
    errors: {
      no_query: QUERY_REQUIRED,
      no_weights: POI_NOT_IMPLEMENTED,
      no_gazetteer: GEOCODER_NOT_AVAILABLE,
    },
    refuses: (request) => refusalOfText(request, 'query', QUERY_REQUIRED),
    answer: ({ query }) => {
      if (engine.poi === undefined || engine.parse === undefined) return POI_NOT_IMPLEMENTED
      return engine.geocode === undefined ? GEOCODER_NOT_AVAILABLE : engine.poi(query)
    },
  })
}

/** Registers `/v1/reload`, without authentication: block it at the ingress, or move it to the admin listener. */
export function registerReload(app: App, { engine, workers }: NativeContext): void {
  register(app, 'POST /v1/reload', {
    operationId: 'reloadData',
    tags: ['meta'],
    summary: 'Open the data anew in every worker',
    description:
      'Answers 200 when every worker that accepts connections serves the data on disk; a worker that starts meanwhile opens them first. Requests under way finish on the data they began with. If one worker cannot open the data, all keep those they have. `/health` has the number of the data in `data.generation`.',
    gives: 'ReloadResponse',
    errors: { no_gazetteer: GEOCODER_NOT_AVAILABLE, gazetteer_is_gone: GAZETTEER_IS_GONE },
    answer: async () => {
      if (engine.openNext === undefined) return GEOCODER_NOT_AVAILABLE
      try {
        await workers.reloadAll()
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined
        if (typeof cause === 'string' && cause.startsWith(NO_GAZETTEER)) return GAZETTEER_IS_GONE
        throw error
      }
      return JSON.stringify({ reloaded: true, versions: engine.data?.().versions ?? null })
    },
  })
}
