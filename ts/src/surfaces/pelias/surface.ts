/** The Pelias surface as `milepost pelias serve` starts it. */
import { createEngine } from '../../engine/engine.js'
import type { ServeOptions, Surface } from '../../http/surface.js'
import { createPeliasServer } from './server.js'

/** Flags of `milepost pelias serve`. */
export interface PeliasOptions extends ServeOptions {
  candidateDb?: string
  weights?: string
}

export const surface: Surface<PeliasOptions> = {
  open: async (options, { workers, say }) => {
    const { candidateDb, weights, logLevel, trustProxy, cors } = options
    const engine = createEngine({ candidateDb, weights, warn: say, verify: true })
    if (engine.refused !== undefined) throw new Error(engine.refused)
    say(`searching ${engine.search ? 'on' : 'off'}, reverse lookup ${engine.reverse ? 'on' : 'off'}`)
    const app = await createPeliasServer({ engine, workers, logLevel, trustProxy, cors })
    return { app }
  },
  describe: () => createPeliasServer({ engine: {} }),
}
