/**
 * The tables of `@fragaria/address-formatter`, made ready once a country: templates in pieces, patterns compiled, codes by name. The
 * library itself makes all of this anew for every address, which is nine tenths of its time.
 */
import { createRequire } from 'node:module'

/** A piece of a template: text, a field, or the first of several alternatives that has a value. */
export type Piece =
  { kind: 'text'; text: string } | { kind: 'field'; name: string } | { kind: 'first'; pieces: Piece[] }

/** A replacement. */
export interface Rule {
  pattern: RegExp
  by: string
}

/** What is done to an address of a country. */
export interface Recipe {
  /** The code whose templates and tables count. */
  code: string
  /** What stands in the place of the country, with `$state` for that field. */
  country: string | undefined
  /** The state a territory is of its country. */
  state: string | undefined
  template: Piece[]
  /** For addresses with neither street nor postcode. */
  fallback: Piece[]
  /** Rules for the value of a field. */
  rulesFor: (field: string) => readonly Rule[]
  /** Rules for the text that was rendered. */
  rulesAfter: readonly Rule[]
  /** Rules that abbreviate, by field. */
  abbreviations: () => readonly { field: string; rule: Rule }[]
  /** The code of a state by its name. */
  stateCode: (name: string) => string | undefined
  /** The code of a county by its name. */
  countyCode: (name: string) => string | undefined
}

interface Template {
  address_template?: string
  fallback_template?: string
  replace?: [string, string][]
  postformat_replace?: [string, string][]
  use_country?: string
  change_country?: string
  add_component?: string
}

interface Coded {
  key: string
  name: string | Record<string, string>
}

type Abbreviations = { component: string; replacements: { src: string; dest: string }[] }[]

const require = createRequire(import.meta.url)

/** Reads a table when it is first wanted. */
function table<T>(name: string): () => Readonly<Record<string, T>> {
  let read: Record<string, T> | undefined
  return () =>
    (read ??= require(`@fragaria/address-formatter/src/templates/${name}.json`) as Record<string, T>)
}

const templates = table<Template>('templates')
const stateCodes = table<Coded[]>('state-codes')
const countyCodes = table<Coded[]>('county-codes')
const countryLanguages = table<string[]>('country-to-lang')
const abbreviations = table<Abbreviations>('abbreviations')

/** English names of countries by code. */
export const countryNames = table<string>('country-names')

/** Recipes by the code that was asked for; only codes that have a template are kept, so there are some three hundred. */
const recipes = new Map<string, Recipe>()

/** The recipe of a code; that of no country when it has no template. */
export function recipeOf(code: string): Recipe {
  const known = recipes.get(code)
  if (known !== undefined) return known
  const recipe = recipeFor(code)
  if (templateOf(code) !== undefined) recipes.set(code, recipe)
  return recipe
}

function templateOf(code: string): Template | undefined {
  return Object.hasOwn(templates(), code) ? templates()[code] : undefined
}

function recipeFor(asked: string): Recipe {
  const code = asked === 'UK' ? 'GB' : asked
  const own = code.length === 2 ? templateOf(code) : undefined
  const used = own?.use_country?.toUpperCase() ?? code
  const template = templateOf(used)
  const usual = templateOf('default')
  const [added, state] = own?.add_component?.split('=') ?? []
  return {
    code: used,
    country: own?.use_country === undefined ? undefined : own.change_country,
    state: own?.use_country !== undefined && added === 'state' ? state : undefined,
    template: piecesOf(template?.address_template ?? usual?.address_template ?? ''),
    fallback: piecesOf(template?.fallback_template ?? usual?.fallback_template ?? ''),
    rulesFor: byField(template?.replace ?? []),
    rulesAfter: (template?.postformat_replace ?? []).map(ruleOf),
    abbreviations: once(() => abbreviationsOf(used)),
    stateCode: stateCodesOf(used),
    countyCode: countyCodesOf(used),
  }
}

/** A template, which is text with `{{{field}}}` and `{{#first}} ... || ... {{/first}}`. */
function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of template.matchAll(/\{\{\{\s*(\w+)\s*\}\}\}|\{\{#first\}\}(.*?)\{\{\/first\}\}/gsu)) {
    const [all, field, alternatives] = match
    if (match.index > end) pieces.push({ kind: 'text', text: template.slice(end, match.index) })
    if (field !== undefined) pieces.push({ kind: 'field', name: field })
    else pieces.push({ kind: 'first', pieces: piecesOf(alternatives ?? '') })
    end = match.index + all.length
  }
  if (end < template.length) pieces.push({ kind: 'text', text: template.slice(end) })
  return pieces
}

function ruleOf([pattern, by]: [string, string]): Rule {
  return { pattern: new RegExp(pattern), by }
}

/** A rule `field=pattern` holds for that field only, any other for all. */
function byField(replacements: [string, string][]): Recipe['rulesFor'] {
  const known = new Map<string, Rule[]>()
  return (field) => {
    let rules = known.get(field)
    if (rules === undefined) {
      const own = `${field}=`
      rules = replacements.map(([pattern, by]) =>
        ruleOf([pattern.startsWith(own) ? pattern.slice(own.length) : pattern, by]),
      )
      known.set(field, rules)
    }
    return rules
  }
}

function abbreviationsOf(code: string) {
  const languages = countryLanguages()[code] ?? []
  return languages
    .flatMap((language) => abbreviations()[language] ?? [])
    .flatMap(({ component, replacements }) =>
      replacements.map(({ src, dest }) => ({
        field: component,
        rule: ruleOf([`(^|\\s)${src}\\b`, `$1${dest}`]),
      })),
    )
}

/**
 * The first state of that name in any case. The library compares with every letter of a name as well, so that `a` finds a state; so
 * it does here, for both to agree.
 */
function stateCodesOf(code: string): Recipe['stateCode'] {
  const codes = once(() => {
    const byName = new Map<string, string>()
    for (const { key, name } of stateCodes()[code] ?? []) {
      const names = typeof name === 'string' ? [name, ...name.split('')] : Object.values(name)
      for (const one of names) {
        const upper = one.toUpperCase()
        if (!byName.has(upper)) byName.set(upper, key)
      }
    }
    return byName
  })
  return (name) => codes().get(name.toUpperCase())
}

/** The first county of that name in any case, or with one of its other names in it. */
function countyCodesOf(code: string): Recipe['countyCode'] {
  const codes = once(() =>
    (countyCodes()[code] ?? []).map(({ key, name }) =>
      typeof name === 'string'
        ? { key, upper: name.toUpperCase(), patterns: [] }
        : { key, upper: undefined, patterns: Object.values(name).map((one) => new RegExp(one, 'i')) },
    ),
  )
  return (name) => {
    const wanted = name.toUpperCase()
    return codes().find(({ upper, patterns }) => upper === wanted || patterns.some((one) => one.test(name)))
      ?.key
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
