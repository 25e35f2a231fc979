/**
 * The tables of `crates/format/data`, made from `@fragaria/address-formatter`: templates of OpenCage, their corrections, and the names
 * of countries, states and counties. `scripts/tables/write-templates.ts` writes them; a test compares them with the files.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface Template {
  address_template?: string
  fallback_template?: string
  replace?: [pattern: string, by: string][]
  postformat_replace?: [pattern: string, by: string][]
  use_country?: string
  change_country?: string
  add_component?: string
}

interface Division {
  key: string
  name: string | Record<string, string>
}

type Abbreviations = { component: string; replacements: { src: string; dest: string }[] }[]

type Row = readonly string[]

const require = createRequire(import.meta.url)
const PACKAGE = '@fragaria/address-formatter'

/** Every table by its file name. */
export function templateTables(): Map<string, string> {
  const templates = Object.entries(json('templates') as Record<string, Template | string>).filter(
    (entry): entry is [string, Template] => typeof entry[1] === 'object',
  )
  const { version, license } = packageJson()
  const origin = `Written by scripts/tables/write-templates.ts from ${PACKAGE} ${version} (${license}), templates of OpenCage (MIT); not to be edited.`
  const table = (columns: string, rows: readonly Row[]) =>
    [`# ${columns}. ${origin}`, ...rows.map(line), ''].join('\n')
  return new Map([
    ['templates.tsv', table('Kind, countries, template', templateRows(templates))],
    ['territories.tsv', table('Territory, country, state, name', territoryRows(templates))],
    [
      'replacements.tsv',
      table(
        'Country, pattern, replacement, where: a field, any field, or the address',
        replacementRows(templates),
      ),
    ],
    ['abbreviations.tsv', table('Language, full form, abbreviation, field', abbreviationRows())],
    ['languages.tsv', table('Country, languages that have abbreviations', languageRows())],
    [
      'country_names.tsv',
      table('Country, name', Object.entries(json('country-names') as Record<string, string>)),
    ],
    ['states.tsv', table('Country, code, `one` name or `several`, names', divisionRows('state-codes'))],
    ['counties.tsv', table('Country, code, `one` name or `several`, names', divisionRows('county-codes'))],
  ])
}

function packageJson(): { version: string; license: string } {
  // Not every release exports its package.json by name; the tables are next to it.
  const path = require
    .resolve(`${PACKAGE}/src/templates/templates.json`)
    .replace(/src\/templates\/.*/, 'package.json')
  return JSON.parse(readFileSync(path, 'utf8')) as { version: string; license: string }
}

function json(name: string): unknown {
  return require(`${PACKAGE}/src/templates/${name}.json`)
}

function line(row: Row): string {
  const cells = row.map((cell) => cell.replaceAll('\n', '\\n'))
  const broken = cells.find((cell) => /[\t\r\n]/.test(cell))
  if (broken !== undefined) throw new Error(`a cell has a tab or a line break: ${JSON.stringify(broken)}`)
  return cells.join('\t')
}

/** One row per template, with all countries that share it. */
function templateRows(templates: readonly [string, Template][]): Row[] {
  const kinds = [
    ['address', 'address_template'],
    ['fallback', 'fallback_template'],
  ] as const
  return kinds.flatMap(([kind, member]) => {
    const codes = new Map<string, string[]>()
    for (const [code, template] of templates) {
      const text = template[member]
      if (text === undefined) continue
      codes.set(text, [...(codes.get(text) ?? []), code])
    }
    return [...codes].map(([text, all]) => [kind, all.join(' '), text])
  })
}

function territoryRows(templates: readonly [string, Template][]): Row[] {
  return templates.flatMap(([code, { use_country: country, change_country: name, add_component: added }]) => {
    if (country === undefined) return []
    const [field, value] = added?.split('=') ?? []
    // Like the library, which adds only a state.
    return [[code, country.toUpperCase(), field === 'state' ? (value ?? '') : '', name ?? '']]
  })
}

function replacementRows(templates: readonly [string, Template][]): Row[] {
  return templates.flatMap(([code, { replace = [], postformat_replace: after = [] }]) => [
    ...replace.map(([pattern, by]) => {
      const [, field] = /^(\w+)=/.exec(pattern) ?? []
      return [code, pattern.slice(field === undefined ? 0 : field.length + 1), by, field ?? 'any']
    }),
    ...after.map(([pattern, by]) => [code, pattern, by, 'address']),
  ])
}

function abbreviationRows(): Row[] {
  return Object.entries(json('abbreviations') as Record<string, Abbreviations>).flatMap(([language, all]) =>
    all.flatMap(({ component, replacements }) =>
      replacements.map(({ src, dest }) => {
        // The core looks for plain text.
        if (/[\\^$.*+?()[\]{}|]/.test(src) || dest.includes('$')) throw new Error(`${src} is a pattern`)
        return [language, src, dest, component]
      }),
    ),
  )
}

function languageRows(): Row[] {
  const known = json('abbreviations') as Record<string, Abbreviations>
  return Object.entries(json('country-to-lang') as Record<string, string[]>)
    .map(([code, languages]) => [code, languages.filter((language) => language in known).join(' ')] as const)
    .filter(([, languages]) => languages !== '')
}

function divisionRows(name: 'state-codes' | 'county-codes'): Row[] {
  return Object.entries(json(name) as Record<string, Division[]>).flatMap(([country, divisions]) =>
    divisions.map(({ key, name: names }) => {
      if (typeof names === 'string') return [country, key, 'one', names]
      const all = Object.values(names)
      // The library reads names of counties as patterns; the core looks for plain text.
      if (name === 'county-codes' && all.some((one) => /[\\^$.*+?()[\]{}|]/.test(one)))
        throw new Error(`${all.join(', ')}: a pattern`)
      return [country, key, 'several', ...all]
    }),
  )
}
