/** `/v1/format`. Needs no engine. */
import type { Components } from '../../../format/components.js'
import { formatAddress } from '../../../format/format.js'
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answers, ERRORS } from '../answers.js'
import { FormatRequest } from '../schemas/resolve-format.js'
import { refusalOf } from '../validation.js'

/** Registers the route. */
export function registerFormat(app: App): void {
  app.post(
    '/v1/format',
    {
      attachValidation: true,
      schema: {
        operationId: 'formatAddress',
        tags: ['formatting'],
        summary: 'Write components as an address, with a key to match on',
        body: ref(FormatRequest),
        response: answers('FormatResponse', ERRORS.format),
      },
    },
    (request, reply) => {
      const refusal = refusalOf(request)
      if (refusal !== undefined) return fail(reply, refusal)
      const { country, options } = request.body
      const components = request.body.components as Components
      return sendJson(reply, JSON.stringify(formatAddress(components, country, options)))
    },
  )
}
