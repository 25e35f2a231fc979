/** Real servers on 127.0.0.1, in the states that answer differently, opened through the real discovery. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createEngine, type EngineOptions } from '../../src/engine/engine.js'
import { createNativeServer, type NativeServerOptions } from '../../src/surfaces/native/server.js'

/** A listening server. */
export interface Running {
  url: string
  close: () => Promise<void>
}

/** Starter data and en-US weights. */
export const EVERYTHING: EngineOptions = {
  environment: { XDG_DATA_HOME: join(tmpdir(), 'milepost-no-such-folder') },
}

/** An empty data root. */
export const noGazetteer = (): EngineOptions => ({
  environment: { SERVICE_DATA_ROOT: mkdtempSync(join(tmpdir(), 'milepost-empty-')) },
})

/** No locale, so that no weights are open. */
export const NO_WEIGHTS: EngineOptions = { ...EVERYTHING, locale: 'none' }

/** Starts the native surface on a free port; `flags` are of a page or of tables. */
export async function start(
  options: EngineOptions,
  batchMax?: number,
  flags: Pick<NativeServerOptions, 'bulk' | 'tiles'> = {},
): Promise<Running> {
  const { app } = await createNativeServer({
    engine: createEngine(options),
    logLevel: 'silent',
    ...(batchMax !== undefined && { batchMax }),
    ...flags,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
