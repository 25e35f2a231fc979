/** Components of an address as `/v1/format` takes them. */

/** The tags that have a place in an address line or in the key; others of the 25 are accepted and left out. */
export type Components = Readonly<Record<string, string | readonly string[] | undefined>>

/** The texts of each tag. */
export function textsOf(components: Components): Record<string, string[]> {
  const texts: [tag: string, texts: string[]][] = []
  for (const [tag, value] of Object.entries(components)) {
    if (value !== undefined) texts.push([tag, typeof value === 'object' ? [...value] : [value]])
  }
  return Object.fromEntries(texts)
}
