/** Reports parameters that a route does not know, each once, so that a client's misspelt or unsupported parameter is seen by the operator. */
import type { FastifyInstance } from 'fastify'

/** Names that a process reports; a client that makes names up would fill the log. */
const MOST_NAMES = 100

/** Characters of a name that are shown. */
const MOST_CHARACTERS = 60

/** Warns of each unknown parameter of a route once. Values are personal data and are not logged. */
export function reportUnknownParameters(app: FastifyInstance): void {
  const reported = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions
    const known = (route.schema?.querystring as { properties?: object } | undefined)?.properties
    if (known !== undefined && reported.size < MOST_NAMES) {
      for (const name in request.query as object) {
        const key = `${route.url ?? ''} ${name}`
        if (Object.hasOwn(known, name) || reported.has(key)) continue
        reported.add(key)
        request.log.warn(
          { route: route.url, parameter: name.slice(0, MOST_CHARACTERS) },
          'unknown parameter, which has no effect',
        )
      }
    }
    done()
  })
}
