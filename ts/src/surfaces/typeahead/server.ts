/** The typeahead surface as a ready instance. */
import type { Engine } from '../../engine/engine.js'
import { type App, createApp } from '../../http/app.js'
import { registerDocs } from '../../http/openapi/docs-page.js'
import { createMetrics } from '../../http/observability/metrics.js'
import { registerOpenApi } from '../../http/openapi/document.js'
import { registerHealth } from '../../http/observability/health.js'
import { onlyWorker, type Workers } from '../../http/workers/workers.js'
import type { Tiles } from '../../playground/tiles.js'
import { TYPEAHEAD_ERRORS } from './errors.js'
import { registerPhoton } from './photon/routes.js'
import type { Profile } from './profile.js'
import { registerLanding } from './routes/landing.js'
import { registerReverse } from './routes/reverse.js'
import { registerSearch } from './routes/search.js'
import { COMPONENTS, PHOTON_COMPONENTS } from './schemas/index.js'

/** Port of the typeahead surface by default. */
export const TYPEAHEAD_PORT = 2322

/** Bytes of a request body. No route reads one. */
const BODY_LIMIT = 1024

/** Options of {@link createTypeaheadServer}. */
export interface TypeaheadServerOptions {
  engine: Engine
  workers?: Workers | undefined
  logLevel?: string | undefined
  trustProxy?: boolean | string | undefined
  /** Whether pages of any origin may call. */
  cors?: boolean | undefined
  /** Tiles of the map at `/`, instead of the outlines of the install. */
  tiles?: Tiles | undefined
  /** Whose rules are followed; default `milepost`, Milepost's own. */
  profile?: Profile | undefined
}

/** Creates the surface. The caller listens. */
export async function createTypeaheadServer(options: TypeaheadServerOptions): Promise<App> {
  const { engine, workers = onlyWorker(), logLevel, trustProxy, cors, profile = 'milepost' } = options
  const metrics = createMetrics(workers)
  const app = await createApp({
    bodyLimit: BODY_LIMIT,
    errors: TYPEAHEAD_ERRORS,
    logLevel,
    trustProxy,
    cors,
    metrics,
  })
  // No validator: `parameters.ts` decides what an odd value means, and most count as absent.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  const components = profile === 'photon' ? [...COMPONENTS, ...PHOTON_COMPONENTS] : COMPONENTS
  components.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, {
    title: 'Milepost typeahead',
    description:
      'Places, streets and addresses while they are typed. The requests and answers are those of Photon.',
    port: TYPEAHEAD_PORT,
    examples: { parameters: { q: 'pari', lat: 48.857, lon: 2.352 } },
    tags: [
      { name: 'geocoding', description: 'Texts to places, and points to places' },
      { name: 'meta', description: 'The server itself' },
    ],
  })
  registerDocs(app)
  if (profile === 'photon') {
    registerPhoton(app, engine)
    registerHealth(app, engine, 'complete', metrics)
  } else {
    registerSearch(app, engine)
    registerReverse(app, engine)
  }
  registerLanding(app, options.tiles)
  await app.ready()
  return app
}
