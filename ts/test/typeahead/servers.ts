/** Real servers of the typeahead surface on 127.0.0.1. */
import type { Engine } from '../../src/engine/engine.js'
import { createTypeaheadServer, type Profile } from '../../src/surfaces/typeahead/server.js'
import type { Running } from '../support/servers.js'

/** Every profile. */
export const PROFILES = ['milepost', 'photon'] as const satisfies Profile[]

/** Starts the surface on a free port, open to pages of any origin as `milepost typeahead serve` is. */
export async function startTypeahead(engine: Engine, cors = true, profile?: Profile): Promise<Running> {
  const app = await createTypeaheadServer({ engine, cors, profile, logLevel: 'silent' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
