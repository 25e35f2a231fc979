/** The native surface as a ready instance. */
import { type Engine } from '../../engine/engine.js'
import { type App, createApp } from '../../http/app.js'
import { registerOpenApi } from '../../http/openapi.js'
import { registerRoutes } from './routes.js'
import { COMPONENTS } from './schemas.js'

/** Port of the native surface unless another is asked for. */
export const NATIVE_PORT = 3000

/** Bytes of a request body on every native route: 2 MiB. */
const BODY_LIMIT = 2 * 1024 * 1024

/** Rows of a batch unless `SERVICE_BATCH_MAX` says otherwise. */
export const BATCH_MAX = 1000

/** Options of {@link createNativeServer}. */
export interface NativeServerOptions {
  engine: Engine
  batchMax?: number
  logLevel?: string
}

/** Creates the surface; the caller listens. */
export async function createNativeServer(options: NativeServerOptions): Promise<App> {
  const app = createApp({ bodyLimit: BODY_LIMIT, logLevel: options.logLevel ?? 'warn' })
  COMPONENTS.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, {
    title: 'Milepost',
    description: 'Address parsing and geocoding.',
    port: NATIVE_PORT,
    tags: [
      { name: 'parsing', description: 'Addresses to components' },
      { name: 'geocoding', description: 'Addresses to coordinates' },
      { name: 'meta', description: 'The process itself' },
    ],
  })
  registerRoutes(app, { engine: options.engine, batchMax: options.batchMax ?? BATCH_MAX })
  await app.ready()
  return app
}
