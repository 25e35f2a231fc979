/** The parts of a text in colour: as tints behind the text of the field, and as a list with tag and confidence. */
import { element } from './element.js'
import type { Part } from './service.js'
import { labelInWords, percent } from '../../wire/words.js'

/** Colours; a kind of part keeps its colour in every script and surface. */
const COLOURS: readonly (readonly [colour: string, labels: RegExp])[] = [
  ['number', /^(house_number|unit|building_number|level|entrance|staircase|block|sub_block)$/],
  ['street', /^(street|street_prefix|street_prefix_particle|street_suffix|road|intersection_[ab])$/],
  ['postcode', /^(postcode|cedex|po_box)$/],
  ['town', /^(locality|city|municipality|dependent_locality|suburb|city_district|district)$/],
  ['region', /^(region|state|subregion|state_district|prefecture|country|country_region)$/],
]

/** Colour of a part; `other` for names of houses, firms and people. */
export function colourOf(label: string): string {
  return COLOURS.find(([, labels]) => labels.test(label))?.[0] ?? 'other'
}

/** The text again, the parts in tinted spans. */
export function tints(text: string, parts: readonly Part[]): Node[] {
  const nodes: Node[] = []
  let at = 0
  for (const { start, end, label } of parts) {
    if (start < at || end > text.length) continue
    nodes.push(document.createTextNode(text.slice(at, start)))
    nodes.push(element('span', { class: 'tint', 'data-colour': colourOf(label) }, text.slice(start, end)))
    at = end
  }
  nodes.push(document.createTextNode(text.slice(at)))
  return nodes
}

/** The parts as a list. */
export function partList(parts: readonly Part[]): HTMLElement {
  const items = parts.map(({ label, value, confidence }) =>
    element(
      'li',
      { 'data-colour': colourOf(label), 'data-label': label },
      element('span', { class: 'value' }, value),
      element(
        'span',
        { class: 'label' },
        labelInWords(label),
        ...(confidence === undefined ? [] : [element('span', { class: 'confidence' }, percent(confidence))]),
      ),
    ),
  )
  return element('ul', { class: 'parts' }, ...items)
}
