/**
 * `/v1/format`: components as people of a country write them. The templates are those of the library; what is here maps our
 * tags to its fields, and adds the lines a country's template does not have.
 */
import { type Components, textOf, withoutJapaneseTags } from './components.js'
import { type Fields, type Render, rendererOf } from './templates.js'

/** Options of `/v1/format`. */
export interface FormatOptions {
  /** Add the line of the country. */
  appendCountry?: boolean | undefined
  /** Let the templates abbreviate. */
  abbreviate?: boolean | undefined
  /** Stands between lines instead of a line break. */
  separator?: string | undefined
}

/** Renders `components` as in `country` (ISO 3166-1 alpha-2); empty when there are none. */
export async function formatAddress(
  components: Components,
  country: string,
  options: FormatOptions = {},
): Promise<string> {
  const universal = withoutJapaneseTags(components)
  const fields = fieldsOf(universal)
  const part = textOf(universal, 'dependent_locality')
  if (part === undefined && Object.keys(fields).length === 0) return ''
  const sample = () => [...Object.values(fields), part].join(' ')
  const { appendCountry = false, abbreviate = false, separator = '\n' } = options
  const render = await rendererOf(country, sample, { appendCountry, abbreviate })
  const lines = withDependentLocality(fields, part, render)
  return withLinesOf(universal, fields, lines, render).join(separator).trimEnd()
}

/** Tags that together are the line of a street. */
const STREET = ['street_prefix', 'street_prefix_particle', 'street', 'street_suffix', 'unit']
const CODES = ['postcode', 'cedex']
/** Fields that are one tag, in the order in which they are listed where a template has no place for any. */
const FIELDS = Object.entries({
  house_number: 'house_number',
  house: 'venue',
  city: 'locality',
  county: 'subregion',
  state: 'region',
})
const LAST_FIELDS = Object.entries({ attention: 'attention', country: 'country' })

/** The fields of the templates, but for the dependent locality, which has several. */
function fieldsOf(components: Components): Fields {
  const fields: Record<string, string> = {}
  const set = (field: string, value: string | undefined) => {
    if (value !== undefined) fields[field] = value
  }
  const a = textOf(components, 'intersection_a')
  const b = textOf(components, 'intersection_b')
  const street = a !== undefined && b !== undefined ? `${a} & ${b}` : joined(components, STREET)
  // A box stands where the street would; beside a street it has a line of its own.
  set('road', street ?? textOf(components, 'po_box'))
  for (const [field, tag] of FIELDS) set(field, textOf(components, tag))
  set('postcode', joined(components, CODES))
  for (const [field, tag] of LAST_FIELDS) set(field, textOf(components, tag))
  return fields
}

/** The texts of several tags in one; undefined when none has any. */
function joined(components: Components, tags: readonly string[]): string | undefined {
  let all: string | undefined
  for (const tag of tags) {
    const text = textOf(components, tag)
    if (text !== undefined) all = all === undefined ? text : `${all} ${text}`
  }
  return all
}

/** Fields templates have for a part of a locality: most, Great Britain's, France's. */
const PART_FIELDS = ['suburb', 'quarter', 'place']

/**
 * Renders with the dependent locality in the field the template has for it. A template without any, or one that would leave
 * something else out for it, gets it as a line of its own above the line of the locality.
 */
function withDependentLocality(fields: Fields, part: string | undefined, render: Render): string[] {
  const without = Object.keys(fields).length === 0 ? [] : render(fields)
  if (part === undefined || part === fields['city']) return without
  const values = Object.values(fields).filter((value) => shows(without, value))
  for (const field of PART_FIELDS) {
    const lines = render({ ...fields, [field]: part })
    // A template without the field renders the same; then a line that holds the name proves nothing.
    const changed = lines.join('\n') !== without.join('\n')
    if (changed && [part, ...values].every((value) => shows(lines, value))) return lines
  }
  return insertedBy(without, fields['city'], part, 'above')
}

function shows(lines: string[], value: string): boolean {
  return lines.some((line) => line.includes(value))
}

/** Adds what the template has no line for: a box beside a street, the locality of a city state, and a venue. */
function withLinesOf(components: Components, fields: Fields, rendered: string[], render: Render): string[] {
  const { road, city, house } = fields
  const box = textOf(components, 'po_box')
  let lines = rendered
  if (box !== undefined && box !== road) lines = insertedBy(lines, road, box, 'below')
  if (city !== undefined && !shows(lines, city) && !shows(render({ ...fields, city: UNLIKELY }), UNLIKELY)) {
    lines = insertedBy(lines, box ?? road, city, 'below')
  }
  return house === undefined || shows(lines, house) ? lines : [house, ...lines]
}

/** A locality no template knows another name for. */
const UNLIKELY = 'Qxqx'

/** `line` above or below the last line that holds `anchor`, else at the end. */
function insertedBy(
  lines: string[],
  anchor: string | undefined,
  line: string,
  side: 'above' | 'below',
): string[] {
  const at = anchor === undefined ? -1 : lines.findLastIndex((one) => one.includes(anchor))
  if (at < 0) return [...lines, line]
  return lines.toSpliced(side === 'above' ? at : at + 1, 0, line)
}
