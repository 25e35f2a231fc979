/**
 * `/v1/format`: components as people of a country write them. The templates are those of the library; what is here maps our
 * tags to its fields, and adds the lines a country's template does not have.
 */
import { type Components, textOf, withoutJapaneseTags } from './components.js'
import { type Fields, type Render, rendererOf } from './templates.js'

/** Options of the interface. */
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
  const sample = [...Object.values(fields), part].join(' ')
  if (sample.trim() === '') return ''
  const { appendCountry = false, abbreviate = false, separator = '\n' } = options
  const render = await rendererOf(country, sample, { appendCountry, abbreviate })
  const lines = withDependentLocality(fields, part, render)
  return withLinesOf(universal, fields, lines, render).join(separator).trimEnd()
}

/** The fields of the templates, but for the dependent locality, which has several. */
function fieldsOf(components: Components): Fields {
  const text = (tag: string) => textOf(components, tag)
  const joined = (...tags: string[]) => tags.flatMap((tag) => text(tag) ?? []).join(' ')
  const [a, b] = [text('intersection_a'), text('intersection_b')]
  const street =
    a !== undefined && b !== undefined
      ? `${a} & ${b}`
      : joined('street_prefix', 'street_prefix_particle', 'street', 'street_suffix', 'unit')
  const fields = {
    // A box stands where the street would; beside a street it has a line of its own.
    road: street === '' ? text('po_box') : street,
    house_number: text('house_number'),
    house: text('venue'),
    city: text('locality'),
    county: text('subregion'),
    state: text('region'),
    postcode: joined('postcode', 'cedex'),
    attention: text('attention'),
    country: text('country'),
  }
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  )
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
