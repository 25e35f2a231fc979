/** Components of an address as `/v1/format` takes them. */

/** The tags that have a place in an address line or in the key; others of the 25 are accepted and left out. */
export type Components = Readonly<Record<string, string | readonly string[] | undefined>>

/** The text of a tag: the first of several; trimmed, white space collapsed; undefined when there is none. */
export function textOf(components: Components, tag: string): string | undefined {
  // A tag may be named like a member every object has.
  const value = Object.hasOwn(components, tag) ? components[tag] : undefined
  const first = typeof value === 'object' ? value[0] : value
  const text = first?.trim().replace(/\s+/gu, ' ')
  return text === '' ? undefined : text
}
