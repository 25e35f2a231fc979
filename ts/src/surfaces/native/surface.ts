/** The native surface as `milepost serve` starts it. */
import { createEngine } from '../../engine/engine.js'
import type { Surface, ServeOptions } from '../../http/surface.js'
import { tilesOf } from '../../playground/tiles.js'
import { createNativeServer } from './server.js'

/** Flags of `milepost serve`. */
export interface NativeOptions extends ServeOptions {
  candidateDb?: string
  locale: string
  weights?: string
  /** `SERVICE_BATCH_MAX` */
  batchMax?: number
  /** Whether `/v1/bulk` is served. */
  bulk?: boolean
  /** `SERVICE_WOF_DB` */
  adminDb?: string
}

export const surface: Surface<NativeOptions> = {
  open: async (options, { workers, say }) => {
    const { locale, weights, candidateDb, adminDb, adminPort, batchMax, logLevel, trustProxy, cors } = options
    const tiles = tilesOf(options)
    const bulk = options.bulk === true ? { locale, weights, candidateDb } : undefined
    const engine = createEngine({ locale, weights, candidateDb, adminDb, warn: say, verify: true })
    if (engine.refused !== undefined) throw new Error(engine.refused)
    say(`parsing ${engine.parse ? 'on' : 'off'}, geocoding ${engine.geocode ? 'on' : 'off'}`)
    const separateAdmin = adminPort !== undefined
    const server = await createNativeServer({
      engine,
      batchMax,
      workers,
      logLevel,
      trustProxy,
      cors,
      separateAdmin,
      tiles,
      bulk,
    })
    return server
  },
  describe: async () => (await createNativeServer({ engine: {} })).app,
}
