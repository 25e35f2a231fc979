/**
 * `/v1/format`: components as people of a country write them. The templates are those of the library; what is here maps our
 * tags to its fields, where a country's template does not have a line for each.
 */
import { type Components, textOf } from './components.js'

/** Options of the interface. */
export interface FormatOptions {
  /** Add the line of the country. */
  appendCountry?: boolean | undefined
  /** Let the templates abbreviate. */
  abbreviate?: boolean | undefined
  /** Stands between lines instead of a line break. */
  separator?: string | undefined
}

type Library = typeof import('@fragaria/address-formatter')
type Fields = Record<string, string>

/** The templates are 300 KB, and most servers never format. */
let library: Promise<Library> | undefined

/** Renders `components` as in `country` (ISO 3166-1 alpha-2); empty when there are none. */
export async function formatAddress(
  components: Components,
  country: string,
  options: FormatOptions = {},
): Promise<string> {
  const fields = fieldsOf(components)
  if (Object.keys(fields).length === 0) return ''
  library ??= import('@fragaria/address-formatter').then((module) =>
    'default' in module ? module.default : module,
  )
  const { format } = await library
  const render = (extra: Fields) =>
    format(
      { ...fields, ...extra },
      {
        countryCode: country,
        abbreviate: options.abbreviate ?? false,
        appendCountry: options.appendCountry ?? false,
        output: 'array',
      },
    ).filter((line) => line !== '')
  const lines = withDependentLocality(components, render)
  return lines.join(options.separator ?? '\n').trimEnd()
}

/** The fields of the templates, but for the dependent locality, which has several. */
function fieldsOf(components: Components): Fields {
  const text = (tag: string) => textOf(components, tag)
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' ')
  const [a, b] = [text('intersection_a'), text('intersection_b')]
  const street = joined(
    text('street_prefix'),
    text('street_prefix_particle'),
    text('street'),
    text('street_suffix'),
    text('unit'),
  )
  const fields: Record<string, string | undefined> = {
    road: a !== undefined && b !== undefined ? `${a} & ${b}` : joined(street === '' ? undefined : street),
    house_number: text('house_number'),
    house: text('venue'),
    city: text('locality'),
    county: text('subregion'),
    state: text('region'),
    postcode: joined(text('postcode'), text('cedex')),
    po_box: text('po_box'),
    attention: text('attention'),
    country: text('country'),
  }
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => (entry[1] ?? '') !== ''),
  )
}

/**
 * Renders with the dependent locality in the field the template has for it: `suburb`, `quarter` (Great Britain) or `place`
 * (France). A template without any gets it as a line of its own above the line of the locality.
 */
function withDependentLocality(components: Components, render: (extra: Fields) => string[]): string[] {
  const part = textOf(components, 'dependent_locality')
  if (part === undefined) return render({})
  const shows = (lines: string[]) => lines.some((line) => line.includes(part))
  const without = render({})
  // The locality may be called like its part; then its own line proves nothing.
  if (shows(without)) return without
  for (const field of ['suburb', 'quarter', 'place']) {
    const lines = render({ [field]: part })
    if (shows(lines)) return lines
  }
  const locality = textOf(components, 'locality')
  const above = locality === undefined ? -1 : without.findLastIndex((line) => line.includes(locality))
  return above < 0 ? [...without, part] : without.toSpliced(above, 0, part)
}
