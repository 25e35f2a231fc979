/** `licence` of results. */
import type { SearchContext } from './context.js'
import type { Result } from './item.js'

/** What the publishers ask to be said wherever their data are shown. */
export function licenceOf(sources: readonly string[]): string {
  return sources.length === 0 ? 'Data © the operator of this server' : `Data © ${sources.join(', ')}`
}

/** The same of all results of an answer; of one that found nothing, of all that was asked. */
export function licenceOfAll(results: readonly Result[], { engine }: SearchContext): string {
  const all = results.length === 0 ? (engine.sources?.() ?? []) : results.flatMap(({ sources }) => sources)
  return licenceOf([...new Set(all)])
}
