/** The functions of the core for formatting and keys. */
import { type CoreFunctions, loadFunctions } from '../engine/addon.js'

let loaded: CoreFunctions | undefined

/**
 * The functions, loaded at the first call.
 * @throws Error if the platform has no addon.
 */
export function core(): CoreFunctions {
  return (loaded ??= loadFunctions())
}
