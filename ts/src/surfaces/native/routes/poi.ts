/** `/v1/poi`, registered only where a database of points of interest is open. */
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { GEOCODER_NOT_AVAILABLE, POI_NOT_IMPLEMENTED, QUERY_REQUIRED } from '../errors.js'
import { POISearchRequest } from '../schemas/poi.js'
import { refusalOfText } from '../validation.js'

/** Order of checks: body, capabilities. */
export function registerPoi(app: App, { engine }: NativeContext): void {
  app.post(
    '/v1/poi',
    {
      attachValidation: true,
      schema: {
        operationId: 'searchPOI',
        tags: ['poi'],
        summary: 'Points of interest by category, brand or name',
        body: ref(POISearchRequest),
        response: answers('POISearchResponse', ERRORS.poi),
      },
    },
    (request, reply) => {
      const refusal = refusalOfText(request, 'query', QUERY_REQUIRED)
      if (refusal !== undefined) return fail(reply, refusal)
      if (engine.poi === undefined || engine.parse === undefined) return fail(reply, POI_NOT_IMPLEMENTED)
      if (engine.geocode === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      return sendJson(reply, engine.poi(request.body.query))
    },
  )
}
