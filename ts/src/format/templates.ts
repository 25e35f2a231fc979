/**
 * The templates of OpenCage, as `@fragaria/address-formatter` holds them: which of them a country's address takes, and what of that
 * library's own ideas is undone.
 */

/** Fields of the templates. */
export type Fields = Readonly<Record<string, string>>

/** Renders fields into lines. */
export type Render = (fields: Fields) => string[]

/** What is asked of a template. */
export interface TemplateOptions {
  appendCountry: boolean
  abbreviate: boolean
}

type Library = typeof import('./rendering.js')

let library: Promise<Library> | undefined

/**
 * Loads the templates, 300 KB that only those pay who format. Servers do so at their start: a module that could not be read once, for
 * want of a file descriptor, stays unreadable for the life of the process.
 */
export function loadTemplates(): Promise<Library> {
  return (library ??= import('./rendering.js'))
}

/** The renderer of a country (ISO 3166-1 alpha-2) for an address whose text is `sample()`. */
export async function rendererOf(
  country: string,
  sample: () => string,
  options: TemplateOptions,
): Promise<Render> {
  const { render } = await loadTemplates()
  const code = country.trim().toUpperCase()
  const countryCode = templateOf(code, sample)
  const { abbreviate } = options
  const lines = (fields: Fields) => render(fields, { countryCode, abbreviate })
  const name = countryLine(code, render)
  return (fields) => {
    const given = fields['country'] !== undefined
    if (options.appendCountry && !given && name !== undefined) return lines({ ...fields, country: name })
    const rendered = lines(fields)
    // Territories whose addresses are those of another country bring its name along, asked for or not.
    return given || rendered.length < 2 || rendered.at(-1) !== name ? rendered : rendered.slice(0, -1)
  }
}

/** A line that no template changes. */
const MARK = 'x'

/** Lines of countries, by code; asking costs as much as rendering. */
const countryLines = new Map<string, string | undefined>()

/** The line of a country in its addresses; undefined when there is no such country. */
function countryLine(code: string, render: Library['render']): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  if (!countryLines.has(code)) {
    const last = render({ house: MARK }, { countryCode: code, appendCountry: true }).at(-1)
    countryLines.set(code, last === MARK ? undefined : last)
  }
  return countryLines.get(code)
}

/** Templates for the script a country's addresses are written in, and for Latin letters. */
const BY_SCRIPT: Readonly<Record<string, { own: string; latin: string }>> = {
  CN: { own: 'CN_zh', latin: 'CN_en' },
  HK: { own: 'HK_zh', latin: 'HK_en' },
  IR: { own: 'IR_fa', latin: 'IR_en' },
  JP: { own: 'JP_ja', latin: 'JP_en' },
  KR: { own: 'KR_ko', latin: 'KR_en' },
  MO: { own: 'MO_zh', latin: 'MO_pt' },
  TW: { own: 'TW_zh', latin: 'TW_en' },
}

function templateOf(code: string, sample: () => string): string {
  const scripts = BY_SCRIPT[code]
  if (scripts === undefined) return code
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}]/u.test(sample())
    ? scripts.own
    : scripts.latin
}
