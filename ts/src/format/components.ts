/** Components of an address as `/v1/format` takes them. */

/** The tags that have a place in an address line or in the key; others of the 25 are accepted and left out. */
export type Components = Readonly<Record<string, string | readonly string[] | undefined>>

/** The text of a tag: the first of several; trimmed, white space collapsed; undefined when there is none. */
export function textOf(components: Components, tag: string): string | undefined {
  // A tag may be named like a member every object has.
  const value = Object.hasOwn(components, tag) ? components[tag] : undefined
  const first = typeof value === 'object' ? value[0] : value
  if (first === undefined || first === '') return undefined
  if (!UNTIDY.test(first)) return first
  const text = first.trim().replace(/\s+/gu, ' ')
  return text === '' ? undefined : text
}

/** White space at an edge, two in a row, or other than a blank: few texts have any, and looking is cheaper than rewriting. */
const UNTIDY = /^\s|\s\s|[^\S ]|\s$/u

/** The tags of Japan and those of the same level elsewhere. */
const LEVELS = [
  ['region', 'prefecture'],
  ['locality', 'municipality'],
  ['dependent_locality', 'district'],
  ['venue', 'building_name'],
] as const

const OF_JAPAN = [...LEVELS.map(([, japanese]) => japanese), 'block', 'sub_block', 'building_number']

/**
 * The components with the tags of Japan written as those every template and the key have. Chome, banchi and go are the house
 * number: `1-2-3`, or one behind the other where they say themselves what they are (`1丁目2番3号`).
 */
export function withoutJapaneseTags(components: Components): Components {
  if (!OF_JAPAN.some((tag) => Object.hasOwn(components, tag))) return components
  const own = (tag: string) => textOf(components, tag)
  const levels = LEVELS.map(([tag, japanese]) => [tag, own(tag) ?? own(japanese)] as const)
  const numbers = ['block', 'sub_block', 'building_number'].flatMap((tag) => own(tag) ?? [])
  const number = numbers.join(numbers.every((part) => /^[\p{Nd}\p{sc=Latin}-]+$/u.test(part)) ? '-' : '')
  return {
    ...components,
    ...Object.fromEntries(levels),
    house_number: own('house_number') ?? (number === '' ? undefined : number),
  }
}
