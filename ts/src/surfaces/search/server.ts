/** The search surface as a ready instance. */
import type { Engine } from '../../engine/engine.js'
import { type App, createApp } from '../../http/app.js'
import { registerDocs } from '../../http/openapi/docs-page.js'
import { createMetrics } from '../../http/observability/metrics.js'
import { registerOpenApi } from '../../http/openapi/document.js'
import { registerHealth } from '../../http/observability/health.js'
import { onlyWorker, type Workers } from '../../http/workers/workers.js'
import type { Tiles } from '../../playground/tiles.js'
import { type Annotate, annotateWith } from './annotate.js'
import { SEARCH_ERRORS } from './errors.js'
import { registerNominatim } from './nominatim/routes.js'
import type { Profile } from './profile.js'
import { registerLanding } from './routes/landing.js'
import { registerLookup } from './routes/lookup.js'
import { registerOperations } from './routes/operations.js'
import { registerReverse } from './routes/reverse.js'
import { registerSearch } from './routes/search.js'
import { COMPONENTS } from './schemas/results.js'

/** Port of the surface by default. */
export const SEARCH_PORT = 8080

/** No route has a body; one that is sent all the same is read so far and not used. */
const BODY_LIMIT = 100 * 1024

/** Options of {@link createSearchServer}. */
export interface SearchServerOptions {
  engine: Engine
  /** What annotates results; default the annotators of this program. */
  annotate?: Annotate | undefined
  workers?: Workers | undefined
  logLevel?: string | undefined
  trustProxy?: boolean | string | undefined
  /** Whether pages of any origin may call; default true. */
  cors?: boolean | undefined
  /** Tiles of the map at `/`, instead of the outlines of the install. */
  tiles?: Tiles | undefined
  /** Whose rules are followed; default `milepost`, Milepost's own. */
  profile?: Profile | undefined
}

/** Creates the surface. The caller listens. */
export async function createSearchServer(options: SearchServerOptions): Promise<App> {
  const { engine, workers = onlyWorker(), cors = true } = options
  const metrics = createMetrics(workers)
  const app = await createApp({
    bodyLimit: BODY_LIMIT,
    errors: SEARCH_ERRORS,
    logLevel: options.logLevel,
    trustProxy: options.trustProxy,
    cors,
    metrics,
  })
  // No route reads a body, so none can be malformed; one that says nothing of its type is passed over.
  app.addHook('onRequest', (request, _reply, done) => {
    delete request.headers['content-type']
    done()
  })
  COMPONENTS.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, {
    title: 'Milepost search',
    description: 'Forward and reverse geocoding in the shapes of Nominatim.',
    port: SEARCH_PORT,
    examples: { parameters: { q: 'Reno NV', lat: 45.3586, lon: 5.9531 } },
    tags: [
      { name: 'geocoding', description: 'Addresses to places, points to places' },
      { name: 'meta', description: 'The process itself' },
    ],
  })
  registerDocs(app)
  const failed = (annotation: string, error: unknown) => {
    app.log.error({ err: error, annotation }, 'annotation failed')
  }
  const context = {
    engine,
    annotate: options.annotate ?? annotateWith(engine, failed),
    profile: options.profile ?? 'milepost',
  }
  if (context.profile === 'nominatim') {
    registerNominatim(app, context)
  } else {
    registerSearch(app, context)
    registerReverse(app, context)
    registerLookup(app)
  }
  registerOperations(app, context, metrics)
  registerHealth(app, engine, 'search', metrics)
  registerLanding(app, context, options.tiles)
  await app.ready()
  return app
}
