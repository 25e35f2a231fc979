/** Finds the weights bundle: a named folder, otherwise the installed package of a locale. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

import type { Environment } from './data-root.js'

/** A language, and perhaps a country; anything else could leave the folder of the scope. */
const LOCALE = /^[a-z]{2}(-[a-z]{2})?$/

/** The bundles of a language that are tuned for a country, and the general one, which reads every country. */
const OF_LANGUAGE: Record<string, string> = { fr: 'fr-fr' }
const GENERAL = 'en-us'

/** The bundles for a locale, `de` or `de-CH`, the closest one first; none for any other text. */
export function bundlesFor(locale: string): string[] {
  const name = locale.toLowerCase().replace('_', '-')
  if (!LOCALE.test(name)) return []
  const ofLanguage = OF_LANGUAGE[name.slice(0, 2)]
  return [...new Set([name, ...(ofLanguage === undefined ? [] : [ofLanguage]), GENERAL])]
}

/**
 * The bundle's folder: `named`, otherwise `SERVICE_WEIGHTS`, otherwise the installed package that is closest to `locale`; undefined if
 * no bundle is installed. A named folder is not checked here: the core reports what is wrong with it.
 */
export function findWeights(
  named: string | undefined,
  locale: string,
  environment: Environment,
): string | undefined {
  const folder = named ?? environment['SERVICE_WEIGHTS']
  if (folder !== undefined && folder !== '') return folder
  const require = createRequire(import.meta.url)
  for (const name of bundlesFor(locale)) {
    try {
      return dirname(require.resolve(`@milepost/weights-${name}/model-card.json`))
    } catch {
      // The next one.
    }
  }
  return undefined
}
