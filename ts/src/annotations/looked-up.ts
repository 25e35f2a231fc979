/** Answers of the lookup databases. */
import type { LookupAnswers } from '../engine/lookups.js'

/** The answer of one database; undefined without it or where it knows nothing. Throws when its lookup failed. */
export function lookedUp<K extends Exclude<keyof LookupAnswers, 'failed'>>(
  looked: LookupAnswers,
  name: K,
): LookupAnswers[K] | undefined {
  const reason = looked.failed?.[name]
  if (reason !== undefined) throw new Error(reason)
  return looked[name]
}
