/** `licence` of results. */
import type { SearchContext } from './context.js'

/** The attribution that publishers require wherever their data are shown. */
export function licenceOf(sources: readonly string[]): string {
  if (sources.length === 0) return 'Data © the operator of this server'
  const names = sources.map((source) => source.replace(/^© /, ''))
  // One database may name the licence that another leaves out.
  const distinct = names.filter((name) => !names.some((other) => other !== name && other.startsWith(name)))
  return `Data © ${distinct.join(', ')}`
}

/** The attribution of all results of an answer; without results, that of everything that was searched. */
export function licenceOfAll(
  results: readonly { sources: readonly string[] }[],
  { engine }: SearchContext,
): string {
  const all = results.length === 0 ? (engine.sources?.() ?? []) : results.flatMap(({ sources }) => sources)
  return licenceOf([...new Set(all)])
}
