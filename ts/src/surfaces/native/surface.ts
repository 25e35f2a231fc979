/** The native surface as `milepost serve` starts it. */
import type { Surface, ServeOptions } from '../../http/surface.js'
import { tilesOf } from '../../playground/tiles.js'
import { openEngine } from '../instance.js'
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
  open: (options, { workers, say }) => {
    const { locale, weights, candidateDb, adminDb, adminPort, batchMax, logLevel, trustProxy, cors } = options
    const tiles = tilesOf(options)
    const bulk = options.bulk === true ? { locale, weights, candidateDb } : undefined
    const engine = openEngine(
      { locale, weights, candidateDb, adminDb, warn: say, verify: true },
      ({ parse, geocode }) => [
        ['parsing', parse],
        ['geocoding', geocode],
      ],
    )
    const separateAdmin = adminPort !== undefined
    const shared = { engine, workers, logLevel, trustProxy, cors, tiles }
    return createNativeServer({ ...shared, batchMax, separateAdmin, bulk })
  },
  describe: async () => (await createNativeServer({ engine: {} })).app,
}
