/** Components of an address as `/v1/format` takes them. */

/** The tags that have a place in an address line or in the key; others of the 25 are accepted and left out. */
export type Components = Readonly<Record<string, string | readonly string[] | undefined>>

/** One text per tag: the first, if there are several. */
export function textsOf(components: Components): Record<string, string> {
  const texts: [tag: string, text: string][] = []
  for (const [tag, value] of Object.entries(components)) {
    const first = typeof value === 'object' ? value[0] : value
    if (first !== undefined) texts.push([tag, first])
  }
  return Object.fromEntries(texts)
}
