/** `/lookup`: objects of a map database by their ids, of which the gazetteers have none. */
import type { App } from '../../../http/app.js'
import { fail } from '../../../http/responses/errors.js'
import { failuresOf, success } from '../answers.js'
import { LOOKUP_NOT_IMPLEMENTED } from '../errors.js'
import { pathsOf } from '../paths.js'
import { LookupQuery } from '../schemas/query.js'
import { anything } from '../unchecked.js'

/** Registers the route. */
export function registerLookup(app: App): void {
  for (const { url, hide } of pathsOf('lookup')) {
    app.get(
      url,
      {
        validatorCompiler: anything,
        schema: {
          operationId: 'lookup',
          tags: ['geocoding'],
          summary: 'Objects by their ids: not implemented',
          querystring: LookupQuery,
          response: {
            ...success('SearchResponse', 'Not answered yet', { nothing: [] }),
            ...failuresOf([LOOKUP_NOT_IMPLEMENTED]),
          },
          hide,
        },
      },
      (_request, reply) => fail(reply, LOOKUP_NOT_IMPLEMENTED),
    )
  }
}
