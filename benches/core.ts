/** The engine as the surfaces have it, built: its answers are JSON as the core writes it, where those of `milepost` are values. */
import type { createEngine as CreateEngine } from '../ts/src/engine/engine.js'

const built = new URL('./engine/engine.js', import.meta.resolve('milepost'))
export const { createEngine } = (await import(built.href)) as { createEngine: typeof CreateEngine }
