/** The typed parts that the answer lacks. */
import type { ComponentTag } from '../../wire/parse.js'
import type { SearchResult } from '../../wire/found.js'

/** Typed parts by their component tag, as they were typed. */
export type Unmatched = Partial<Record<ComponentTag, string>>

/** Placetypes of the places that a typed name of a level can be. */
const LEVELS = {
  dependent_locality: ['neighbourhood', 'macrohood', 'microhood', 'borough', 'locality', 'localadmin'],
  locality: ['locality', 'localadmin', 'borough', 'neighbourhood', 'macrohood', 'microhood'],
  subregion: ['county', 'macrocounty', 'region', 'macroregion'],
  region: ['region', 'macroregion', 'county', 'macrocounty', 'country', 'dependency'],
  country: ['country', 'dependency', 'region'],
} as const satisfies Partial<Record<ComponentTag, readonly string[]>>

/** The typed parts that the answer lacks; undefined if it has all of them. */
export function unmatchedOf(answer: SearchResult): Unmatched | undefined {
  const { components, found } = answer
  const unmatched: Unmatched = {}
  const miss = (tag: ComponentTag, typed: string | null | undefined) => {
    if (typed !== null && typed !== undefined && typed !== '') unmatched[tag] = typed
  }
  if (!isNamed(answer, components.venue)) miss('venue', components.venue)
  for (const tag of ['attention', 'unit', 'po_box', 'cedex'] as const) miss(tag, components[tag])
  if (found.house_number === null) miss('house_number', answer.house_number)
  if (found.street === null) {
    miss('street', answer.street)
    miss('intersection_a', components.intersection_a)
    miss('intersection_b', components.intersection_b)
  }
  if (!isSame(components.postcode, found.postcode)) miss('postcode', components.postcode)
  const placetypes = answer.places.map(({ placetype }) => placetype)
  for (const [tag, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, readonly string[]][]) {
    if (!level.some((placetype) => placetypes.includes(placetype))) miss(tag, components[tag])
  }
  return Object.keys(unmatched).length > 0 ? unmatched : undefined
}

/** Typed parts by the words of a surface, where these differ from the tags; undefined without any. */
export function worded(
  unmatched: Unmatched | undefined,
  words: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  return (
    unmatched && Object.fromEntries(Object.entries(unmatched).map(([tag, text]) => [words[tag] ?? tag, text]))
  )
}

/** Parts that say where something is, finest first. */
const FINEST = [
  'house_number',
  'street',
  'intersection_a',
  'venue',
  'postcode',
  'dependent_locality',
  'locality',
  'subregion',
  'region',
  'country',
] as const satisfies ComponentTag[]

/** Whether an answer is coarser than the query: its finest typed part was not found. */
export function isFallback(
  { components }: Pick<SearchResult, 'components'>,
  unmatched: Unmatched | undefined,
) {
  const finest = FINEST.find((tag) => components[tag] !== undefined || unmatched?.[tag] !== undefined)
  return finest !== undefined && unmatched?.[finest] !== undefined
}

/** An answer may be the named thing itself: `Eiffel Tower`. */
function isNamed({ places, place }: SearchResult, typed: string | undefined): boolean {
  if (typed === undefined) return false
  const name = folded(typed)
  return [...places, ...(place === null ? [] : [place])].some((one) => folded(one.name) === name)
}

function isSame(a: string | undefined, b: string | null): boolean {
  return a !== undefined && b !== null && folded(a) === folded(b)
}

/** Letters and digits alone, without case and accents. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
