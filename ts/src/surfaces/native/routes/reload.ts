/** `/v1/reload`. */
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/errors.js'
import { answers, ERRORS } from '../answers.js'
import type { NativeContext } from '../context.js'
import { GEOCODER_NOT_AVAILABLE } from '../errors.js'
import { reloadAll } from '../reload.js'

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
          'Answers when all workers have switched; requests under way finish on the data they began with. When one of them cannot open the data, all keep those they have.',
        response: answers('ReloadResponse', ERRORS.reload),
      },
    },
    async (_request, reply) => {
      if (engine.openNext === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
      await reloadAll(workers)
      return sendJson(reply, JSON.stringify({ reloaded: true, versions: engine.data?.().versions ?? null }))
    },
  )
}
