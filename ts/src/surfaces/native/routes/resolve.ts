/** `/v1/resolve`. */
import type { App } from '../../../http/app.js'
import { nestsDeeperThan } from '../../../http/requests/body.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { RESOLVE_BODY, RESOLVER_NOT_AVAILABLE } from '../errors.js'
import { ResolveRequest } from '../schemas/resolve-format.js'

/** Levels of arrays and objects; a tree by tag has 7 levels of nodes, each two levels here. */
const DEEPEST = 64

/** Order of checks: body, capability. */
export function registerResolve(app: App, { engine }: NativeContext): void {
  app.post(
    '/v1/resolve',
    {
      attachValidation: true,
      preValidation: async (request, reply) => {
        if (nestsDeeperThan(request.body, DEEPEST)) return fail(reply, RESOLVE_BODY)
      },
      schema: {
        operationId: 'resolveTree',
        tags: ['resolving'],
        summary: 'Attach gazetteer places to a parse',
        body: ref(ResolveRequest),
        response: answers('ResolveResponse', ERRORS.resolve),
      },
    },
    (request, reply) => {
      if (request.validationError !== undefined) return fail(reply, RESOLVE_BODY)
      if (engine.resolve === undefined) return fail(reply, RESOLVER_NOT_AVAILABLE)
      return sendJson(reply, engine.resolve(wellFormed(JSON.stringify(request.body))))
    },
  )
}

/** Half a surrogate pair is not a character: the core cannot read one, and gets U+FFFD as it does for other texts. */
function wellFormed(json: string): string {
  return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (escape) => (escape === '\\\\' ? escape : '\ufffd'))
}
