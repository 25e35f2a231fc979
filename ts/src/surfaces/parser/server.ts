/** The parser surface as a ready instance. */
import type { Engine } from '../../engine/engine.js'
import { type App, createApp } from '../../http/app.js'
import { registerDocs } from '../../http/openapi/docs-page.js'
import { createMetrics } from '../../http/observability/metrics.js'
import { registerOpenApi } from '../../http/openapi/document.js'
import { registerHealth } from '../../http/observability/health.js'
import { onlyWorker, type Workers } from '../../http/workers/workers.js'
import { PARSER_ERRORS } from './errors.js'
import type { Profile } from './profile.js'
import { registerExpand } from './routes/expand.js'
import { registerLanding } from './routes/landing.js'
import { registerParse } from './routes/parse.js'
import { ADDRESS_EXAMPLE, COMPONENTS } from './schemas.js'
import { textsOf } from './texts.js'

/** Default port of the parser surface. */
export const PARSER_PORT = 8081

/** Bytes of a request body: 100 KiB. */
const BODY_LIMIT = 100 * 1024

/** Options of {@link createParserServer}. */
export interface ParserServerOptions {
  engine: Engine
  workers?: Workers | undefined
  logLevel?: string | undefined
  trustProxy?: boolean | string | undefined
  /** Whether pages of any origin may call. */
  cors?: boolean | undefined
  /** Whose answers are given; default `milepost`, Milepost's own. */
  profile?: Profile | undefined
}

/** Creates the surface. The caller listens. */
export async function createParserServer(options: ParserServerOptions): Promise<App> {
  const { engine, workers = onlyWorker(), logLevel, trustProxy, cors, profile = 'milepost' } = options
  const metrics = createMetrics(workers)
  const app = await createApp({
    bodyLimit: BODY_LIMIT,
    errors: PARSER_ERRORS,
    malformedBodies: 'absent',
    logLevel,
    trustProxy,
    cors,
    metrics,
  })
  // No odd value of a field or parameter refuses a request: each handler treats it as absent or as its default.
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  COMPONENTS.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, {
    title: 'Milepost parser',
    description:
      'Addresses to labelled parts, and without abbreviations. The requests and answers are those of a libpostal server.',
    port: PARSER_PORT,
    examples: {
      parameters: { address: ADDRESS_EXAMPLE },
      bodies: { ParseRequest: { address: ADDRESS_EXAMPLE }, ExpandRequest: { address: ADDRESS_EXAMPLE } },
    },
    tags: [
      { name: 'parsing', description: 'Addresses to labelled parts' },
      { name: 'expansion', description: 'Addresses without abbreviations' },
      { name: 'meta', description: 'The server itself' },
    ],
  })
  registerDocs(app)
  const texts = textsOf(engine)
  registerParse(app, texts)
  registerExpand(app, texts, profile)
  registerLanding(app)
  registerHealth(app, engine, 'label', metrics)
  await app.ready()
  return app
}
