/** The native surface as ready instances. */
import type { Engine } from '../../engine/engine.js'
import { type App, createApp } from '../../http/app.js'
import { registerDocs } from '../../http/openapi/docs-page.js'
import { createMetrics } from '../../http/observability/metrics.js'
import { registerOpenApi } from '../../http/openapi/document.js'
import { onlyWorker, type Workers } from '../../http/workers/workers.js'
import type { Tiles } from '../../playground/tiles.js'
import type { NativeContext } from './context.js'
import { NATIVE_ERRORS } from './errors.js'
import { joinReloads } from './reload.js'
import { registerCompare } from './routes/compare.js'
import { registerFormat } from './routes/format.js'
import type { BulkFiles } from './routes/bulk.js'
import { registerGeocode } from './routes/geocode.js'
import { registerOperations } from './routes/operations.js'
import { registerParse } from './routes/parse.js'
import { registerPlayground } from './routes/playground.js'
import { registerPoi } from './routes/poi.js'
import { registerReload } from './routes/reload.js'
import { registerResolve } from './routes/resolve.js'
import { registerReverse } from './routes/reverse.js'
import { EXAMPLES } from './schemas/examples.js'
import { COMPONENTS } from './schemas/index.js'
import { POI_SCHEMAS } from './schemas/poi.js'
import { countShards } from './shards.js'
import { Timings } from './timings.js'

/** Port of the native surface by default. */
export const NATIVE_PORT = 3000

/** Bytes of a request body on every native route: 2 MiB. */
const BODY_LIMIT = 2 * 1024 * 1024

/** Rows of a batch unless `SERVICE_BATCH_MAX` says otherwise. */
export const BATCH_MAX = 1000

/** Options of {@link createNativeServer}. */
export interface NativeServerOptions {
  engine: Engine
  batchMax?: number | undefined
  workers?: Workers | undefined
  logLevel?: string | undefined
  trustProxy?: boolean | string | undefined
  cors?: boolean | undefined
  /** Serves `/v1/bulk`, from these files. */
  bulk?: BulkFiles | undefined
  /** Whether `/v1/reload` is served by an instance of its own. */
  separateAdmin?: boolean | undefined
  /** Tiles of the map at `/`, instead of the outlines of the install. */
  tiles?: Tiles | undefined
}

/** The surface, and the instance of the admin listener when there is one. The caller listens. */
export interface NativeServer {
  app: App
  admin: App | undefined
}

/** Creates the surface. */
export async function createNativeServer(options: NativeServerOptions): Promise<NativeServer> {
  const { engine, batchMax = BATCH_MAX, workers = onlyWorker(), separateAdmin = false } = options
  const metrics = createMetrics(workers)
  const context = { engine, batchMax, workers, metrics, timings: new Timings(workers, metrics.registry) }
  countShards(engine, workers, metrics.registry)
  joinReloads(workers, engine)
  const app = await createInstance(options, context, async (instance) => {
    registerParse(instance, context)
    registerGeocode(instance, context)
    registerReverse(instance, context)
    registerResolve(instance, context)
    registerFormat(instance)
    registerCompare(instance, context)
    if (engine.poi !== undefined) registerPoi(instance, context)
    if (!separateAdmin) registerReload(instance, context)
    registerOperations(instance, context)
    registerPlayground(instance, context, { tiles: options.tiles, bulk: options.bulk !== undefined })
    if (options.bulk !== undefined) {
      // What checks its questions takes a tenth of a second to load, and most servers have no use of it.
      const { registerBulk } = await import('./routes/bulk.js')
      await registerBulk(instance, options.bulk, context)
    }
  })
  const admin = separateAdmin
    ? await createInstance(options, undefined, (instance) => {
        registerReload(instance, context)
      })
    : undefined
  return { app, admin }
}

async function createInstance(
  options: NativeServerOptions,
  context: NativeContext | undefined,
  register: (app: App) => void | Promise<void>,
): Promise<App> {
  const app = await createApp({
    bodyLimit: BODY_LIMIT,
    errors: NATIVE_ERRORS,
    logLevel: options.logLevel,
    trustProxy: options.trustProxy,
    cors: options.cors,
    metrics: context?.metrics,
    longBodies: context !== undefined && options.bulk !== undefined,
  })
  const hasPoi = options.engine.poi !== undefined
  const components = hasPoi ? [...COMPONENTS, ...POI_SCHEMAS] : COMPONENTS
  components.forEach((schema) => app.addSchema(schema))
  await registerOpenApi(app, {
    title: 'Milepost',
    description: 'Address parsing and geocoding.',
    port: NATIVE_PORT,
    examples: {
      parameters: EXAMPLES.ParseRequest,
      bodies: EXAMPLES,
    },
    tags: [
      { name: 'parsing', description: 'Addresses to components' },
      { name: 'geocoding', description: 'Addresses to coordinates' },
      { name: 'resolving', description: 'Parses to gazetteer places' },
      { name: 'formatting', description: 'Components to addresses and keys' },
      ...(hasPoi ? [{ name: 'poi', description: 'Points of interest' }] : []),
      { name: 'meta', description: 'The process itself' },
    ],
  })
  registerDocs(app)
  await register(app)
  await app.ready()
  return app
}
