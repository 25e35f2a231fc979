/** Real servers of the parser surface on 127.0.0.1. */
import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createParserServer, type Profile } from '../../src/surfaces/parser/server.js'
import type { Running } from '../support/servers.js'

/** The engine of `milepost parser serve`. */
export const WITH_WEIGHTS: Engine = createEngine({ gazetteer: false })

/** The same where no weights are installed for the locale. */
export const WITHOUT_WEIGHTS: Engine = createEngine({ gazetteer: false, locale: 'none' })

/** Starts the surface on a free port, open to pages of any origin as `milepost parser serve` is. */
export async function startParser(engine: Engine, cors = true, profile?: Profile): Promise<Running> {
  const app = await createParserServer({ engine, cors, profile, logLevel: 'silent' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
