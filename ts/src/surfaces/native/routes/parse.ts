/** `/v1/parse`. */
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { ADDRESS_REQUIRED, PARSE_NOT_IMPLEMENTED } from '../errors.js'
import { ParseQuery, ParseRequest } from '../schemas/parse.js'
import { refusalOfAddress } from '../validation.js'

/** Order of checks: by GET the capability first, by POST the body. */
export function registerParse(app: App, { engine }: NativeContext): void {
  app.get(
    '/v1/parse',
    {
      attachValidation: true,
      schema: {
        operationId: 'parseAddressQuery',
        tags: ['parsing'],
        summary: 'Parse an address given in the query',
        querystring: ParseQuery,
        response: answers('ParseResponse', ERRORS.parseQuery),
      },
    },
    (request, reply) => {
      if (engine.parse === undefined) return fail(reply, PARSE_NOT_IMPLEMENTED)
      const refusal = refusalOfAddress(request, request.query)
      if (refusal !== undefined) return fail(reply, refusal)
      const { address, input_mode = 'auto', debug, country } = request.query
      if (address.trim() === '') return fail(reply, ADDRESS_REQUIRED)
      return sendJson(reply, engine.parse(address, input_mode, debug === 'true', country))
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
        body: ref(ParseRequest),
        response: answers('ParseResponse', ERRORS.parse),
      },
    },
    (request, reply) => {
      const refusal = refusalOfAddress(request, request.body)
      if (refusal !== undefined) return fail(reply, refusal)
      const { address, input_mode = 'auto', debug = false, country } = request.body
      if (address.trim() === '') return fail(reply, ADDRESS_REQUIRED)
      if (engine.parse === undefined) return fail(reply, PARSE_NOT_IMPLEMENTED)
      return sendJson(reply, engine.parse(address, input_mode, debug, country))
    },
  )
}
