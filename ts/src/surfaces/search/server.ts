/** The search surface as a ready instance. */
import { annotate } from '../../annotations/annotate.js'
import type { App } from '../../http/app.js'
import { send } from '../../http/responses/errors.js'
import { pageOf } from '../../playground/page.js'
import { registerRoot } from '../../playground/routes.js'
import { createDropIn, type ServerOptions } from '../instance.js'
import type { RawQuery } from '../read-parameters.js'
import type { Annotate, Profile, SearchContext } from './context.js'
import { failuresOf, SEARCH_ERRORS } from './errors.js'
import { nominatimSearch, registerNominatim } from './nominatim/routes.js'
import { registerOperations, registerRoutes, searchHandler } from './routes.js'
import { COMPONENTS } from './schemas/results.js'

/** Options of {@link createSearchServer}. */
export interface SearchServerOptions extends ServerOptions {
  /** What annotates results; default the annotators of this program. */
  annotate?: Annotate | undefined
  /** Whose rules are followed; default `milepost`, Milepost's own. */
  profile?: Profile | undefined
}

/** Creates the surface; pages of any origin may call it unless the options say otherwise. The caller listens. */
export function createSearchServer(options: SearchServerOptions): Promise<App> {
  const { engine, cors = true } = options
  const isNominatim = options.profile === 'nominatim'
  return createDropIn(
    { ...options, cors },
    {
      // No route has a body; one that is sent all the same is read so far and not used.
      bodyLimit: 100 * 1024,
      errors: SEARCH_ERRORS,
      components: COMPONENTS,
      document: {
        title: 'Milepost search',
        description: 'Forward and reverse geocoding in the shapes of Nominatim.',
        port: 8080,
        examples: { parameters: { q: 'Reno NV', lat: 45.3586, lon: 5.9531 } },
        tags: [
          { name: 'geocoding', description: 'Addresses to places, points to places' },
          { name: 'meta', description: 'The process itself' },
        ],
      },
      needs: 'search',
      register: (app, metrics) => {
        // No route reads a body, so none can be malformed; one that says nothing of its type is passed over.
        app.addHook('onRequest', (request, _reply, done) => {
          delete request.headers['content-type']
          done()
        })
        const context = { engine, annotate: options.annotate ?? annotateWith(app, options) }
        if (isNominatim) registerNominatim(app, context)
        else registerRoutes(app, context)
        registerOperations(app, engine, isNominatim, metrics)
        const search = isNominatim ? nominatimSearch(context) : searchHandler(context)
        // With `q` it is a search, as clients send it that take the root for the service.
        registerRoot(app, failuresOf(), pageOf({ ...PAGE, tiles: options.tiles }), (request, reply) =>
          (request.query as RawQuery)['q'] === undefined ? undefined : send(reply, search(request, reply)),
        )
      },
    },
  )
}

/** Annotates with the lookup databases that are open at the time of the question. */
function annotateWith(app: App, { engine }: Pick<SearchContext, 'engine'>): Annotate {
  const failed = (annotation: string, error: unknown) => {
    app.log.error({ err: error, annotation }, 'annotation failed')
  }
  return (lat, lon, options) => annotate(lat, lon, { ...options, lookups: engine.lookups, failed })
}

const PAGE = {
  surface: 'search',
  title: 'Milepost search',
  lead: 'Finds places, streets and houses by their address, and what lies at a point of the map. Clients of Nominatim only change their server address.',
  examples: ['350 5th Ave, New York, NY 10118', '10 Rue de la République, Lyon, France', 'Le Touvet'],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['search?q=Paris&countrycodes=us', 'A search as JSON'],
    ['reverse?lat=45.3586&lon=5.9531&addressdetails=1', 'A point as JSON'],
    ['status', 'Status'],
  ],
  form: ['search', 'q'],
} as const
