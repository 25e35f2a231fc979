/** What a parse is: the body of `/v1/parse` as a type. */

/** What a stretch of an address can be. The last seven are those of Japan, which no weights tell apart yet. */
export const COMPONENT_TAGS = [
  'country',
  'region',
  'locality',
  'dependent_locality',
  'postcode',
  'subregion',
  'cedex',
  'house_number',
  'street',
  'street_prefix',
  'street_prefix_particle',
  'street_suffix',
  'intersection_a',
  'intersection_b',
  'unit',
  'venue',
  'attention',
  'po_box',
  'prefecture',
  'municipality',
  'district',
  'block',
  'sub_block',
  'building_number',
  'building_name',
] as const

/** One of the 25 tags. */
export type ComponentTag = (typeof COMPONENT_TAGS)[number]

/** A component with those it contains. */
export interface ParseNode {
  tag: ComponentTag
  /** The span as it was written. */
  value: string
  /** First UTF-16 code unit in `raw`. */
  start: number
  /** One past the last UTF-16 code unit. */
  end: number
  /** Calibrated probability that the span is right. */
  confidence: number
  children: ParseNode[]
}

/** The parse of one address. */
export interface Parse {
  /** The address as sent, trimmed. */
  input: string
  /** Components in reading order. */
  components: { tag: ComponentTag; value: string }[]
  /** The same with containment. */
  tree: { raw: string; roots: ParseNode[] }
  /** Probability that every component is right. */
  confidence: number
  /** Probability that the text is an address at all. */
  address_score: number
  /** XML rendering of the tree, when it was asked for. */
  debug?: string
}
