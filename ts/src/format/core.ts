/** The functions of the core for formatting and keys. */
import { type CoreFunctions, loadFunctions } from '../engine/addon.js'

let loaded: CoreFunctions | undefined

/**
 * The functions, loaded at the first call.
 * @throws Error if there is no addon for the platform.
 */
export function core(): CoreFunctions {
  return (loaded ??= loadFunctions())
}
