/** The language of a query, as the answer says of itself. */
import type { Asked } from './parameters.js'

/** The language that is meant if neither the query nor the request names one. */
const DEFAULT = 'en'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Reads `lang`, else the header, into what the answer says of the query. A text that names no language is a warning. */
export function readLanguage(lang: string | undefined, header: string | undefined, asked: Asked): void {
  const byQuery = lang === undefined ? undefined : languageOf(lang)
  if (lang !== undefined && byQuery === undefined) {
    asked.warnings.push('invalid language provided via querystring')
  }
  const byHeader = header === undefined ? undefined : languageOf(header)
  const code = byQuery ?? byHeader ?? DEFAULT
  const via = byQuery === undefined ? (byHeader === undefined ? 'default' : 'header') : 'querystring'
  asked.echo['lang'] = { name: nameOf(code), iso6391: code, via, defaulted: via === 'default' }
}

/** The language that a text as of the header `accept-language` prefers, by its two letters. */
function languageOf(text: string): string | undefined {
  const ranges = text.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return { code: tag.split(/[-_]/)[0]?.toLowerCase() ?? '', weight: Number(weight) }
  })
  const byWeight = ranges.sort((one, other) => other.weight - one.weight)
  return byWeight.find(({ code }) => /^[a-z]{2}$/.test(code) && nameOf(code) !== undefined)?.code
}

/** Names by code, of the few hundred codes there are: a look-up by `Intl` takes longer than the rest of a query. */
const KNOWN = new Map<string, string | undefined>()

function nameOf(code: string): string | undefined {
  if (!KNOWN.has(code)) KNOWN.set(code, NAMES.of(code))
  return KNOWN.get(code)
}
