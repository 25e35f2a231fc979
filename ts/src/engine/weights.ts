/** Finds the weights bundle: a named folder, otherwise the installed package of a locale. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

import type { Environment } from './data-root.js'

/** BCP 47 tags in the names of packages; anything else could leave the scope's folder. */
const LOCALE = /^[a-z]{2}-[a-z]{2}$/

/**
 * The bundle's folder: `named`, otherwise `SERVICE_WEIGHTS`, otherwise the package for `locale` (e.g. `en-US`); undefined if that is not
 * installed. A named folder is not checked here: the core reports what is wrong with it.
 */
export function findWeights(
  named: string | undefined,
  locale: string,
  environment: Environment,
): string | undefined {
  const folder = named ?? environment['SERVICE_WEIGHTS']
  if (folder !== undefined && folder !== '') return folder
  const name = locale.toLowerCase()
  if (!LOCALE.test(name)) return undefined
  try {
    const require = createRequire(import.meta.url)
    return dirname(require.resolve(`@milepost/weights-${name}/model-card.json`))
  } catch {
    return undefined
  }
}
