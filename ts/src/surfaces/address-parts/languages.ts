/** The languages that a caller wants names in, from a parameter or the header `accept-language`. */

const TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i

/**
 * The languages of a text such as `fr-CA,de;q=0.5` (BCP 47), the preferred one first; undefined if it names none. Invalid tags and tags with
 * the weight 0 are left out.
 */
export function languagesIn(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const ranges = text.split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const language = tag.replaceAll('_', '-')
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1')
    return TAG.test(language) && weight > 0 ? [{ language, weight }] : []
  })
  const languages = ranges.sort((one, other) => other.weight - one.weight).map(({ language }) => language)
  return languages.length > 0 ? languages : undefined
}

/** Names of countries by language: to make one takes longer than an answer. */
const COUNTRY_NAMES = new Map<string, Intl.DisplayNames>()

/** The name of a country (ISO 3166-1 alpha-2, upper case) in the first of the languages, in English without one; undefined for an unknown code. */
export function countryNameIn(code: string, languages: readonly string[] | undefined): string | undefined {
  const [language = 'en'] = languages ?? []
  try {
    let names = COUNTRY_NAMES.get(language)
    if (names === undefined) {
      names = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' })
      if (COUNTRY_NAMES.size < MOST_LANGUAGES) COUNTRY_NAMES.set(language, names)
    }
    return names.of(code)
  } catch {
    // A database may hold a text that is not a country code.
    return undefined
  }
}

/** Languages kept: callers choose the tags, and there are more than any server needs. */
const MOST_LANGUAGES = 200
