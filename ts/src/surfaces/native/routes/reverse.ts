/** `/v1/reverse`. */
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'

import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { languagesOf } from '../../../wire/answer-bounds.js'
import { ref } from '../../../wire/ref.js'
import { languagesIn } from '../../address-parts/languages.js'
import { type RawQuery, readerOf, Refusal } from '../../read-parameters.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { invalidField, REVERSE_NOT_AVAILABLE } from '../errors.js'
import { ReverseQuery, ReverseRequest } from '../schemas/reverse.js'
import { refusalOf } from '../validation.js'

type Request = Static<typeof ReverseRequest>

const DESCRIPTION = 'Without a register of houses `house` is null, and at sea `places` is empty.'

const readQuery = readerOf(ReverseQuery, {
  missing: (name) => `${name}: is required`,
  notANumber: (name) => `${name}: must be number`,
})

/** Order of checks: the point, then the capability. */
export function registerReverse(app: App, { engine }: NativeContext): void {
  const answer = (reply: FastifyReply, { lat, lon, language, formatted }: Request) => {
    if (engine.reverseBody === undefined) return fail(reply, REVERSE_NOT_AVAILABLE)
    const languages = language === undefined ? undefined : languagesOf(language)
    return sendJson(reply, engine.reverseBody(lat, lon, { languages, formatted }))
  }

  app.get(
    '/v1/reverse',
    {
      // Numbers arrive as text, which `readQuery` reads.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        operationId: 'reverseGeocodeQuery',
        tags: ['geocoding'],
        summary: 'Find the house at a point and the places that contain it, given in the query',
        description: DESCRIPTION,
        querystring: ReverseQuery,
        response: answers('ReverseResult', ERRORS.reverseQuery),
      },
    },
    (request, reply) => {
      try {
        return answer(reply, requestOf(request.query as unknown as RawQuery))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const [field = '', message = ''] = error.message.split(': ')
        return fail(reply, invalidField(field, message))
      }
    },
  )

  app.post(
    '/v1/reverse',
    {
      attachValidation: true,
      schema: {
        operationId: 'reverseGeocode',
        tags: ['geocoding'],
        summary: 'Find the house at a point and the places that contain it',
        description: DESCRIPTION,
        body: ref(ReverseRequest),
        response: answers('ReverseResult', ERRORS.reverse),
      },
    },
    (request, reply) => {
      const refusal = refusalOf(request)
      return refusal === undefined ? answer(reply, request.body) : fail(reply, refusal)
    },
  )
}

/** The request that a query stands for. Throws a {@link Refusal} with the field. */
function requestOf(query: RawQuery): Request {
  const { lat, lon, language, formatted = 'false' } = readQuery(query)
  checkRange('lat', lat, 90)
  checkRange('lon', lon, 180)
  const languages = languagesIn(language)
  if (language !== undefined && languages === undefined) throw new Refusal('language: is invalid')
  if (!isFlag(query['formatted'] ?? formatted)) throw new Refusal('formatted: must be one of true, false')
  return { lat, lon, ...(languages && { language: languages }), formatted: formatted === 'true' }
}

function isFlag(text: unknown): boolean {
  return text === 'true' || text === 'false'
}

function checkRange(name: string, value: number, most: number): void {
  const edge = value < 0 ? `least -${String(most)}` : `most ${String(most)}`
  if (Math.abs(value) > most) throw new Refusal(`${name}: must be at ${edge}`)
}
