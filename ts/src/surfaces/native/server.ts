/** The native surface as ready instances. */
import type { App } from '../../http/app.js'
import { createMetrics, type Metrics } from '../../http/observability/metrics.js'
import { onlyWorker } from '../../http/workers/workers.js'
import { createInstance, type ServerOptions } from '../instance.js'
import { NATIVE_ERRORS } from './errors.js'
import { joinReloads } from './reload.js'
import type { BulkFiles } from './routes/bulk.js'
import { registerOperations } from './routes/operations.js'
import { registerPlayground } from './routes/playground.js'
import {
  registerCompare,
  registerFormat,
  registerGeocode,
  registerParse,
  registerPoi,
  registerReload,
  registerResolve,
  registerReverse,
} from './routes/v1.js'
import { EXAMPLES } from './schemas/examples.js'
import { OPERATION_SCHEMAS } from './schemas/operations.js'
import { POI_SCHEMAS } from './schemas/poi.js'
import { V1_SCHEMAS } from './schemas/v1.js'
import { countShards } from './shards.js'
import { Timings } from './timings.js'

/** Options of {@link createNativeServer}. */
export interface NativeServerOptions extends ServerOptions {
  /** Most rows of a batch; default 1000. */
  batchMax?: number | undefined
  /** Serves `/v1/bulk`, from these files. */
  bulk?: BulkFiles | undefined
  /** Whether `/v1/reload` is served by an instance of its own. */
  separateAdmin?: boolean | undefined
}

/** The surface, and the instance of the admin listener when there is one. The caller listens. */
export interface NativeServer {
  app: App
  admin: App | undefined
}

/** Creates the surface. */
export async function createNativeServer(options: NativeServerOptions): Promise<NativeServer> {
  const { engine, batchMax = 1000, workers = onlyWorker(), separateAdmin = false, bulk, tiles } = options
  const metrics = createMetrics(workers)
  const context = { engine, batchMax, workers, metrics, timings: new Timings(workers, metrics) }
  countShards(engine, workers, metrics)
  joinReloads(workers, engine)
  const register = async (app: App) => {
    registerParse(app, context)
    registerGeocode(app, context)
    registerReverse(app, context)
    registerResolve(app, context)
    registerFormat(app)
    registerCompare(app, context)
    if (engine.poi !== undefined) registerPoi(app, context)
    if (!separateAdmin) registerReload(app, context)
    registerOperations(app, context)
    registerPlayground(app, context, { tiles, bulk: bulk !== undefined })
    if (bulk !== undefined) {
      // What checks its questions takes a tenth of a second to load, and most servers have no use of it.
      const { registerBulk } = await import('./routes/bulk.js')
      await registerBulk(app, bulk, context)
    }
  }
  const registerAdmin = (app: App) => {
    registerReload(app, context)
  }
  return {
    app: await createOne(options, bulk !== undefined, register, metrics),
    admin: separateAdmin ? await createOne(options, false, registerAdmin) : undefined,
  }
}

function createOne(
  options: NativeServerOptions,
  longBodies: boolean,
  register: (app: App) => void | Promise<void>,
  metrics?: Metrics,
): Promise<App> {
  const hasPoi = options.engine.poi !== undefined
  const frame = {
    bodyLimit: 2 * 1024 * 1024,
    errors: NATIVE_ERRORS,
    longBodies,
    components: [...V1_SCHEMAS, ...OPERATION_SCHEMAS, ...(hasPoi ? POI_SCHEMAS : [])],
    document: {
      title: 'Milepost',
      description: 'Address parsing and geocoding.',
      port: 3000,
      examples: { parameters: EXAMPLES.ParseRequest, bodies: EXAMPLES },
      tags: [
        { name: 'parsing', description: 'Addresses to components' },
        { name: 'geocoding', description: 'Addresses to coordinates' },
        { name: 'resolving', description: 'Parses to gazetteer places' },
        { name: 'formatting', description: 'Components to addresses and keys' },
        ...(hasPoi ? [{ name: 'poi', description: 'Points of interest' }] : []),
        { name: 'meta', description: 'The process itself' },
      ],
    },
    register,
  }
  return createInstance(options, frame, metrics)
}
