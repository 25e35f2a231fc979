/** Finds the weights bundle of a locale among the installed packages. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** BCP 47 tags as packages are named after them; anything else could leave the scope's folder. */
const LOCALE = /^[a-z]{2}-[a-z]{2}$/

/** Folder of the bundle for `locale` (e.g. `en-US`); undefined when its package is not installed. */
export function findWeights(locale: string): string | undefined {
  const name = locale.toLowerCase()
  if (!LOCALE.test(name)) return undefined
  try {
    const require = createRequire(import.meta.url)
    return dirname(require.resolve(`@milepost/weights-${name}/model-card.json`))
  } catch {
    return undefined
  }
}
