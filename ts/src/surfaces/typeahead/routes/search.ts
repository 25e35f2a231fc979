/** `/api`: completes a partial query to places. */
import type { Engine } from '../../../engine/engine.js'
import type { App } from '../../../http/app.js'
import { fail } from '../../../http/responses/errors.js'
import { answersOf, sendFeatures } from '../answers.js'
import { Q_REQUIRED, SEARCH_NOT_IMPLEMENTED } from '../errors.js'
import { wordingIn } from '../features.js'
import { biasOf, limitOf, MOST_CHARACTERS, wantsSchemaOrg } from '../parameters.js'
import { SearchQuery } from '../schemas/query.js'
import type { Completion } from '../../../wire/found.js'
import { withVenues } from '../../venues.js'

const WORDING = wordingIn()

/** Order of checks: the capability, `q`, and only then what `q` holds. Some clients send the path with a slash after it. */
export function registerSearch(app: App, engine: Engine): void {
  for (const path of ['/api', '/api/']) {
    app.get(
      path,
      {
        schema: {
          operationId: 'search',
          tags: ['geocoding'],
          summary: 'Places, streets and addresses that begin with what was typed',
          querystring: SearchQuery,
          response: answersOf([Q_REQUIRED, SEARCH_NOT_IMPLEMENTED]),
          hide: path !== '/api',
        },
      },
      (request, reply) => {
        if (engine.complete === undefined) return fail(reply, SEARCH_NOT_IMPLEMENTED)
        const { q, limit, lat, lon, format } = request.query
        // Of several texts none is the one that was meant.
        if (typeof q !== 'string') return fail(reply, Q_REQUIRED)
        const schemaOrg = wantsSchemaOrg(format)
        if (q.trim() === '' || q.length > MOST_CHARACTERS) return sendFeatures(reply, [], schemaOrg)
        const options = { limit: limitOf(limit), ...biasOf(lat, lon) }
        const places = JSON.parse(engine.complete(q, options)) as Completion[]
        const features = withVenues(engine, q, options, places, WORDING)
        return sendFeatures(reply, features, schemaOrg)
      },
    )
  }
}
