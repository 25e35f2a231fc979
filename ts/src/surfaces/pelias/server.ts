/** The Pelias surface as a ready instance. */
import type { Engine } from '../../engine/engine.js'
import { type App, createApp } from '../../http/app.js'
import { registerDocs } from '../../http/openapi/docs-page.js'
import { createMetrics } from '../../http/observability/metrics.js'
import { registerOpenApi } from '../../http/openapi/document.js'
import { registerHealth } from '../../http/observability/health.js'
import { onlyWorker, type Workers } from '../../http/workers/workers.js'
import { PELIAS_ERRORS } from './errors.js'
import { registerPages } from './pages.js'
import { registerRoutes } from './routes.js'
import { COMPONENTS } from './schemas.js'

/** Port of the surface by default. */
export const PELIAS_PORT = 4000

/** Bytes of a request body. No route reads one. */
const BODY_LIMIT = 1024

/** Options of {@link createPeliasServer}. */
export interface PeliasServerOptions {
  engine: Engine
  workers?: Workers | undefined
  logLevel?: string | undefined
  trustProxy?: boolean | string | undefined
  /** Whether pages of any origin may call. */
  cors?: boolean | undefined
}

/** Creates the surface. The caller listens. */
export async function createPeliasServer(options: PeliasServerOptions): Promise<App> {
  const { engine, workers = onlyWorker(), logLevel, trustProxy, cors } = options
  const metrics = createMetrics(workers)
  const app = await createApp({
    bodyLimit: BODY_LIMIT,
    errors: PELIAS_ERRORS,
    logLevel,
    trustProxy,
    cors,
    metrics,
  })
  // A wrong value is an error or a warning in the words of Pelias, which `parameters.ts` finds.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  COMPONENTS.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, {
    title: 'Milepost in place of Pelias',
    description: 'Search, completion and reverse lookup. The requests and answers are those of Pelias.',
    port: PELIAS_PORT,
    examples: {
      parameters: {
        text: 'Reno, NV',
        ids: 'milepost:locality:5511077',
        'point.lat': 45.3586,
        'point.lon': 5.9531,
      },
    },
    tags: [{ name: 'geocoding', description: 'Texts to places, and points to places' }],
  })
  registerDocs(app)
  registerRoutes(app, engine)
  registerPages(app, engine)
  registerHealth(app, engine, 'search', metrics)
  await app.ready()
  return app
}
