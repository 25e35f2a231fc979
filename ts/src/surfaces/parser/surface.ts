/** The parser surface as `milepost parser serve` starts it. */
import { createEngine } from '../../engine/engine.js'
import type { ServeOptions, Surface } from '../../http/surface.js'
import type { Profile } from './profile.js'
import { createParserServer } from './server.js'

/** Flags of `milepost parser serve`. */
export interface ParserOptions extends ServeOptions {
  weights?: string
  profile?: Profile
}

export const surface: Surface<ParserOptions> = {
  open: async (options, { workers, say }) => {
    const { weights, logLevel, trustProxy, cors, profile } = options
    const engine = createEngine({ weights, gazetteer: false, warn: say })
    say(`parsing ${engine.parse ? 'on' : 'off'}, expansion ${engine.expand ? 'on' : 'off'}`)
    const app = await createParserServer({ engine, workers, logLevel, trustProxy, cors, profile })
    return { app }
  },
  describe: () => createParserServer({ engine: {} }),
}
