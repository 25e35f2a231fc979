/** The language of a query: of the names in its answer, and as the answer says of itself. */
import { languagesIn } from '../address-parts/languages.js'
import type { Asked } from './asked.js'

/** The language that the answer says of itself if neither the query nor the request names one. */
const DEFAULT = 'en'

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Reads `lang`, else the header. A text that names no language is a warning. */
export function readLanguage(lang: string | undefined, header: string | undefined, asked: Asked): void {
  const byQuery = knownIn(lang)
  if (lang !== undefined && byQuery === undefined) {
    asked.warnings.push('invalid language provided via querystring')
  }
  const languages = byQuery ?? knownIn(header)
  const via = languages === undefined ? 'default' : languages === byQuery ? 'querystring' : 'header'
  if (languages !== undefined) asked.bounds.languages = languages
  const code = codeOf(languages?.[0] ?? DEFAULT)
  asked.echo['lang'] = { name: nameOf(code), iso6391: code, via, defaulted: via === 'default' }
}

/** The languages of a text that have a code of two letters and a name. */
function knownIn(text: string | undefined): string[] | undefined {
  const known = languagesIn(text)?.filter((tag) => nameOf(codeOf(tag)) !== undefined)
  return known !== undefined && known.length > 0 ? known : undefined
}

function codeOf(tag: string): string {
  return (tag.split('-')[0] ?? tag).toLowerCase()
}

/** Names by code, of the few hundred codes there are: a look-up by `Intl` takes longer than the rest of a query. */
const KNOWN = new Map<string, string | undefined>()

function nameOf(code: string): string | undefined {
  if (!/^[a-z]{2}$/.test(code)) return undefined
  if (!KNOWN.has(code)) KNOWN.set(code, NAMES.of(code))
  return KNOWN.get(code)
}
