/** `/v1/compare`. */
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { COMPARE_NOT_IMPLEMENTED, GEOCODER_NOT_AVAILABLE } from '../errors.js'
import { CompareRequest } from '../schemas/compare.js'
import { refusalOf } from '../validation.js'

/** Registers the route. */
export function registerCompare(app: App, { engine }: NativeContext): void {
  app.post(
    '/v1/compare',
    {
      attachValidation: true,
      schema: {
        operationId: 'compareAddresses',
        tags: ['matching'],
        summary: 'Tell whether two addresses are the same',
        body: ref(CompareRequest),
        response: answers('Comparison', ERRORS.compare),
      },
    },
    (request, reply) => {
      const refusal = refusalOf(request)
      if (refusal !== undefined) return fail(reply, refusal)
      const { a, b, country = '', input_mode = 'auto', geocode = false } = request.body
      if (engine.compare === undefined) return fail(reply, COMPARE_NOT_IMPLEMENTED)
      if (geocode && engine.geocode === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      return sendJson(reply, engine.compare(a, b, country, input_mode, geocode))
    },
  )
}
