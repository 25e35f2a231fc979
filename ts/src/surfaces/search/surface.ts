/** The search surface as `milepost search serve` starts it. */
import { createEngine } from '../../engine/engine.js'
import type { ServeOptions, Surface } from '../../http/surface.js'
import { tilesOf } from '../../playground/tiles.js'
import type { Profile } from './profile.js'
import { createSearchServer } from './server.js'

/** Flags of `milepost search serve`. */
export interface SearchOptions extends ServeOptions {
  candidateDb?: string
  weights?: string
  profile?: Profile
}

export const surface: Surface<SearchOptions> = {
  open: async (options, { workers, say }) => {
    const { candidateDb, weights, logLevel, trustProxy, cors, profile } = options
    const tiles = tilesOf(options)
    const engine = createEngine({ candidateDb, weights, warn: say, verify: true })
    if (engine.refused !== undefined) throw new Error(engine.refused)
    say(`searching ${engine.search ? 'on' : 'off'}, reverse lookup ${engine.reverse ? 'on' : 'off'}`)
    const app = await createSearchServer({ engine, workers, logLevel, trustProxy, cors, tiles, profile })
    return { app }
  },
  describe: () => createSearchServer({ engine: {} }),
}
