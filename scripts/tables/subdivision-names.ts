/**
 * Writes ts/src/surfaces/search/subdivision-names.json, English names by code where ISO 3166-2 has others, and
 * crates/builder/data/region_names.tsv, the names of each division in several languages, from ISO 3166-2 (`iso-3166`) and Unicode CLDR
 * (Unicode-3.0), which two packages of the npm registry bring: `npx tsx scripts/tables/subdivision-names.ts JSON XML`, the folder of
 * `cldr-subdivisions-full` and the folder `3rdparty/cldr` of `cldr`, each unpacked. They are needed only for a new release of CLDR, so they
 * are not listed as dependencies.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { iso31662 } from 'iso-3166'

const [folder, xml] = process.argv.slice(2)
if (folder === undefined || xml === undefined) {
  throw new Error('give the folders of cldr-subdivisions-full and of 3rdparty/cldr in cldr')
}
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const { subdivisions } = read('subdivisions/en/en.json') as {
  subdivisions: { localeDisplayNames: { subdivisions: Record<string, string> } }
}
const names = subdivisions.localeDisplayNames.subdivisions

/** Countries whose divisions the standard numbered anew and CLDR has by their old codes. */
const RENUMBERED = ['IR', 'MA']
/** The one of them whose divisions are still the same: Morocco has others since 2015. */
const ONLY_RENUMBERED = 'IR'

/** Divisions right below their country whose English name is another one. */
const rows = iso31662
  .filter(({ parent }) => parent.length === 2 && !RENUMBERED.includes(parent))
  .flatMap(({ code, name }) => {
    const english = names[code.toLowerCase().replace('-', '')]
    return english === undefined || english === name ? [] : [{ code, english }]
  })
  .sort((a, b) => (a.code < b.code ? -1 : 1))

writeFileSync(
  join(import.meta.dirname, '../../ts/src/surfaces/search/subdivision-names.json'),
  `${JSON.stringify(Object.fromEntries(rows.map(({ code, english }) => [code, english])), null, 2)}\n`,
)

/** Languages that people name the divisions of other countries in. */
const ABROAD = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl']

/** Names of divisions by language and code, those of few confirmations included, which the JSON of CLDR leaves out. */
const drafts = new Map(
  readdirSync(join(xml, 'common/subdivisions')).map((file) => {
    const text = readFileSync(join(xml, 'common/subdivisions', file), 'utf8')
    const rows = [...text.matchAll(/<subdivision type="(\w+)"[^>]*>([^<]+)</g)]
    return [file.replace('.xml', ''), new Map(rows.map(([, code = '', name = '']) => [code, name]))]
  }),
)

/** Languages that are official in a country, or spoken by a tenth of its people. */
const languagesOf = new Map(
  [
    ...readFileSync(join(xml, 'common/supplemental/supplementalData.xml'), 'utf8').matchAll(
      /<territory type="([A-Z]{2})"[^>]*>(.*?)<\/territory>/gs,
    ),
  ].map(([, country = '', spoken = '']) => {
    const languages = [...spoken.matchAll(/<languagePopulation type="([a-z]+)\w*"([^>]*)>/g)]
    const isOwn = (facts: string) =>
      /officialStatus="(official|de_facto_official|official_regional)"/.test(facts) ||
      Number(/populationPercent="([\d.E-]+)"/.exec(facts)?.[1] ?? 0) > 10
    const own = languages.filter(([, , facts = '']) => isOwn(facts))
    return [country, own.map(([, language = '']) => language)]
  }),
)

/** A division as both sources have it; without a name of its own if the codes of the standard are others. */
interface Division {
  readonly code: string
  readonly name?: string
  readonly isFirstLevel: boolean
}

/** All names of a division, each once: its own, the English one, those in its country's languages, and of the first level those abroad. */
function namesOf({ code, name, isFirstLevel }: Division): string[] {
  const country = code.slice(0, 2)
  const key = code.toLowerCase().replace('-', '')
  const abroad = isFirstLevel ? ABROAD : ['en']
  const languages = [...new Set(['en', ...(languagesOf.get(country) ?? []), ...abroad])]
  const known = languages.map((language) => drafts.get(language)?.get(key))
  const all = [name, ...known].filter((one) => one !== undefined)
  // CLDR marks a second division of a name by ², and writes two names with a dash between them.
  const bare = all.flatMap((one) => one.replace(/ [[(].*$|²/g, '').split(' - '))
  return [...new Set(bare.filter((one) => !/[,|]/.test(one)))]
}

const COUNTED = ['BD', 'BF', 'ES', 'FJ', 'FR', 'GB', 'IE', 'IS', 'IT', 'RS', 'UG', 'US']
const standard: Division[] = iso31662
  .filter(({ code, parent }) => parent.length === 2 || COUNTED.includes(code.slice(0, 2)))
  .filter(({ code }) => !RENUMBERED.includes(code.slice(0, 2)))
  .map(({ code, name, parent }) => ({ code, name, isFirstLevel: parent.length === 2 }))
const ofCldr: Division[] = [...(drafts.get('en') ?? new Map<string, string>()).keys()]
  .map((key) => key.toUpperCase())
  .filter((code) => code.startsWith(ONLY_RENUMBERED))
  .map((code) => ({ code, isFirstLevel: true }))
const named = [...standard, ...ofCldr].map((division) =>
  [division.code.slice(0, 2), namesOf(division).join('|')].join('\t'),
)
writeFileSync(
  join(import.meta.dirname, '../../crates/builder/data/region_names.tsv'),
  [
    '# Country, names of a division. Written by scripts/tables/subdivision-names.ts from iso-3166 and Unicode CLDR, names in draft',
    '# included (Unicode-3.0); not to be edited.',
    ...named.sort(),
    '',
  ].join('\n'),
)
