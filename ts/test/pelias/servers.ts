/** Pelias servers on 127.0.0.1. */
import type { Engine } from '../../src/engine/engine.js'
import { createPeliasServer } from '../../src/surfaces/pelias/server.js'
import type { Running } from '../support/servers.js'

/** Starts the surface on a free port, open to pages of any origin as `milepost pelias serve` is. */
export async function startPelias(engine: Engine, cors = true): Promise<Running> {
  const app = await createPeliasServer({ engine, cors, logLevel: 'silent' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
