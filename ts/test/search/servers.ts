/** Search servers on 127.0.0.1. */
import { createEngine, type Engine, type EngineOptions } from '../../src/engine/engine.js'
import type { Annotate, Profile } from '../../src/surfaces/search/context.js'
import { createSearchServer } from '../../src/surfaces/search/server.js'
import type { Running } from '../support/servers.js'

/** Starts the surface on a free port with what an environment has installed. */
export function startSearch(
  options: EngineOptions,
  flags?: { cors?: boolean; profile?: Profile },
): Promise<Running> {
  return startWith(createEngine(options), flags)
}

/** Starts the surface on a free port with an engine. */
export async function startWith(
  engine: Engine,
  flags: { cors?: boolean; annotate?: Annotate; profile?: Profile } = {},
): Promise<Running> {
  const app = await createSearchServer({ engine, logLevel: 'silent', ...flags })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
