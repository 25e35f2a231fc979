/** The typeahead surface as `milepost typeahead serve` starts it. */
import { createEngine } from '../../engine/engine.js'
import type { ServeOptions, Surface } from '../../http/surface.js'
import { tilesOf } from '../../playground/tiles.js'
import type { Profile } from './profile.js'
import { createTypeaheadServer } from './server.js'

/** Flags of `milepost typeahead serve`. */
export interface TypeaheadOptions extends ServeOptions {
  candidateDb?: string
  weights?: string
  profile?: Profile
}

export const surface: Surface<TypeaheadOptions> = {
  open: async (options, { workers, say }) => {
    const { candidateDb, weights, logLevel, trustProxy, cors, profile } = options
    const tiles = tilesOf(options)
    const engine = createEngine({ candidateDb, weights, warn: say, verify: true })
    if (engine.refused !== undefined) throw new Error(engine.refused)
    say(`typeahead ${engine.complete ? 'on' : 'off'}, reverse ${engine.reverse ? 'on' : 'off'}`)
    const app = await createTypeaheadServer({ engine, workers, logLevel, trustProxy, cors, tiles, profile })
    return { app }
  },
  describe: () => createTypeaheadServer({ engine: {} }),
}
