/** `/v1/geocode` and `/v1/batch`. */
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { whenGone } from '../../../http/connections/client-gone.js'
import { answerBounds } from '../../../wire/answer-bounds.js'
import { ref } from '../../../wire/ref.js'
import { languagesIn } from '../../address-parts/languages.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { ADDRESS_REQUIRED, BATCH_BODY, batchTooLarge, GEOCODER_NOT_AVAILABLE } from '../errors.js'
import { MOST_CHARACTERS } from '../schemas/address.js'
import { BatchRequest, GeocodeQuery, GeocodeRequest } from '../schemas/geocode.js'
import { addressOf, refusalOfAddress, refusalOfBatch, refusalOfBounds } from '../validation.js'

/** Order of checks: body, size, capability; a blank address comes last, an empty list needs nothing. */
export function registerGeocode(app: App, context: NativeContext): void {
  registerQuery(app, context)
  registerAddress(app, context)
  registerBatch(app, context)
}

function registerQuery(app: App, { engine, timings }: NativeContext): void {
  app.get(
    '/v1/geocode',
    {
      attachValidation: true,
      schema: {
        operationId: 'geocodeAddressQuery',
        tags: ['geocoding'],
        summary: 'Geocode an address given in the query',
        querystring: GeocodeQuery,
        response: answers('GeocodeResult', ERRORS.geocodeQuery),
      },
    },
    (request, reply) => {
      const refusal = refusalOfAddress(request, request.query)
      if (refusal !== undefined) return fail(reply, refusal)
      if (engine.geocode === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      const { input_mode = 'auto', country, language, formatted } = request.query
      const address = addressOf(request.query)
      if (address === undefined) return fail(reply, ADDRESS_REQUIRED)
      const languages = languagesIn(language)
      const bounds = answerBounds({
        ...(country !== undefined && { country }),
        ...(languages && { language: languages }),
        ...(formatted !== undefined && { formatted: formatted === 'true' }),
      })
      return sendJson(reply, timings.measure(engine.geocode, address, input_mode, bounds))
    },
  )
}

function registerAddress(app: App, { engine, timings }: NativeContext): void {
  app.post(
    '/v1/geocode',
    {
      attachValidation: true,
      schema: {
        operationId: 'geocodeAddress',
        tags: ['geocoding'],
        summary: 'Geocode an address',
        body: ref(GeocodeRequest),
        response: answers('GeocodeResult', ERRORS.geocode),
      },
    },
    (request, reply) => {
      const refusal = refusalOfAddress(request, request.body) ?? refusalOfBounds(request.body)
      if (refusal !== undefined) return fail(reply, refusal)
      if (engine.geocode === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      const { input_mode = 'auto' } = request.body
      const address = addressOf(request.body)
      if (address === undefined) return fail(reply, ADDRESS_REQUIRED)
      const body = timings.measure(engine.geocode, address, input_mode, answerBounds(request.body))
      return sendJson(reply, body)
    },
  )
}

function registerBatch(app: App, { engine, batchMax, timings }: NativeContext): void {
  app.post(
    '/v1/batch',
    {
      attachValidation: true,
      schema: {
        operationId: 'geocodeBatch',
        tags: ['geocoding'],
        summary: 'Geocode many addresses',
        body: ref(BatchRequest),
        response: answers('BatchResponse', ERRORS.batch),
      },
    },
    async (request, reply) => {
      const refusal = refusalOfBatch(request, BATCH_BODY) ?? refusalOfBounds(request.body)
      if (refusal !== undefined) return fail(reply, refusal)
      const { addresses, input_mode = 'formatted' } = request.body
      if (addresses.length === 0) return sendJson(reply, '{"results":[]}')
      if (addresses.length > batchMax) return fail(reply, batchTooLarge(addresses.length, batchMax))
      if (engine.geocodeBatch === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      const rows = addresses.map((row) => (typeof row === 'string' ? row : row.components))
      const bounds = answerBounds(request.body)
      const begun = performance.now()
      const signal = whenGone(reply)
      const answer = await engine
        .geocodeBatch(rows, input_mode, { longest: MOST_CHARACTERS, signal, bounds })
        .catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error
        })
      timings.batch(answer, performance.now() - begun)
      return sendJson(reply, answer.body)
    },
  )
}
