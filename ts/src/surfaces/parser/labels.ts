/** A parse in the labels of the C parsing library: an ordered list, with a street and its affixes as one `road`. */
import type { Parse, ParseNode } from '../../engine/parse-result.js'

/** One labelled part of an address. */
export interface LabelledPart {
  label: string
  value: string
}

/** Tag to label; a tag without an entry is a label itself. Some tags are those of gazetteers, which no parse has. */
export const LABELS: ReadonlyMap<string, string> = new Map([
  ['house_number', 'house_number'],
  ['street', 'road'],
  ['venue', 'house'],
  ['house', 'house'],
  ['unit', 'unit'],
  ['level', 'level'],
  ['po_box', 'po_box'],
  ['postcode', 'postcode'],
  ['locality', 'city'],
  ['dependent_locality', 'suburb'],
  ['neighbourhood', 'suburb'],
  ['borough', 'city_district'],
  ['region', 'state'],
  ['macroregion', 'state_district'],
  ['subregion', 'state_district'],
  ['intersection_a', 'road'],
  ['intersection_b', 'road'],
  ['country', 'country'],
  ['country_region', 'country_region'],
  ['world_region', 'world_region'],
])

const AFFIXES = new Set(['street_prefix', 'street_prefix_particle', 'street_suffix'])

/** The parts of a parse in reading order; values keep the sender's case. */
export function labelled({ tree }: Pick<Parse, 'tree'>): LabelledPart[] {
  return tree.roots
    .flatMap(partsOf)
    .sort((a, b) => a.start - b.start)
    .map(({ tag, value }) => ({ label: LABELS.get(tag) ?? tag, value }))
}

type Part = Pick<ParseNode, 'tag' | 'value' | 'start'>

/** A node and those it contains; the affixes of a street are part of it. */
function partsOf(node: ParseNode): Part[] {
  if (node.tag !== 'street') return [node, ...node.children.flatMap(partsOf)]
  const affixes = node.children.flatMap(affixesOf)
  const members = [node, ...affixes].sort((a, b) => a.start - b.start)
  const road = {
    tag: node.tag,
    value: members.map(({ value }) => value).join(' '),
    start: Math.min(...members.map(({ start }) => start)),
  }
  const others = node.children.filter(({ tag }) => !AFFIXES.has(tag))
  return [road, ...others.flatMap(partsOf)]
}

/** An affix and the particle it may contain. */
function affixesOf(node: ParseNode): ParseNode[] {
  return AFFIXES.has(node.tag) ? [node, ...node.children.flatMap(affixesOf)] : []
}
