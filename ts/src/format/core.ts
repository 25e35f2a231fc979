/** The functions of the core that formatting and keys are made by. */
import { type CoreFunctions, loadFunctions } from '../engine/addon.js'

let loaded: CoreFunctions | undefined

/**
 * The functions, loaded at the first call.
 * @throws Error when the platform has no addon.
 */
export function core(): CoreFunctions {
  return (loaded ??= loadFunctions())
}
