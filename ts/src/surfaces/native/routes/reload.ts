/** `/v1/reload`. */
import { NO_GAZETTEER } from '../../../engine/open-data.js'
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { GAZETTEER_IS_GONE, GEOCODER_NOT_AVAILABLE } from '../errors.js'

/** Without authentication: block it at the ingress, or move it to the admin listener. */
export function registerReload(app: App, { engine, workers }: NativeContext): void {
  app.post(
    '/v1/reload',
    {
      schema: {
        operationId: 'reloadData',
        tags: ['meta'],
        summary: 'Open the data anew in every worker',
        description:
          'Answers 200 when every worker that accepts connections serves the data on disk; a worker that starts meanwhile opens them first. Requests under way finish on the data they began with. If one worker cannot open the data, all keep those they have. `/health` has the number of the data in `data.generation`.',
        response: answers('ReloadResponse', ERRORS.reload),
      },
    },
    async (_request, reply) => {
      if (engine.openNext === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      try {
        await workers.reloadAll()
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined
        if (typeof cause === 'string' && cause.startsWith(NO_GAZETTEER)) return fail(reply, GAZETTEER_IS_GONE)
        throw error
      }
      return sendJson(reply, JSON.stringify({ reloaded: true, versions: engine.data?.().versions ?? null }))
    },
  )
}
