/** `licence` of every result. */

/** The attribution of the data that is open: what its publishers ask to be said wherever it is shown. */
export function licenceOf(sources: readonly string[]): string {
  return sources.length === 0 ? 'Data © the operator of this server' : `Data © ${sources.join(', ')}`
}
