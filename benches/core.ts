/** The engine and the surfaces as they are built: the engine answers with JSON as the core writes it, where `milepost` answers with values. */
import type { createEngine as CreateEngine } from '../ts/src/engine/engine.js'

/** A module of the build, by its path below `ts/src` with the ending `.js`. */
export async function built<Module>(path: string): Promise<Module> {
  return (await import(new URL(path, import.meta.resolve('milepost')).href)) as Module
}

export const { createEngine } = await built<{ createEngine: typeof CreateEngine }>('./engine/engine.js')
