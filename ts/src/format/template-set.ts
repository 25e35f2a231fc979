/**
 * The tables of `@fragaria/address-formatter`, made ready once a country: templates in pieces, patterns compiled, codes by name. The
 * library itself makes all of this anew for every address, which is nine tenths of its time.
 */
import { createRequire } from 'node:module'

/** A piece of a template: text, a field, or the first of several alternatives that has a value. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string }
  | {
      kind: 'first'
      /** All of them, the bars between them included. */
      pieces: readonly Piece[]
      /** Each by itself. */
      alternatives: readonly (readonly Piece[])[]
    }

/** A replacement. */
export interface Rule {
  pattern: RegExp
  by: string
}

/** Replacements, one after another. */
export type Replace = (text: string) => string

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
  /** Rules for the value of a field; undefined when there are none. */
  rulesFor: (field: string) => Replace | undefined
  /** Rules for the text that was rendered. */
  rulesAfter: Replace | undefined
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

/** Reads a table, all of them with this module: a server that cannot open a file any more can still format. */
function table<T>(name: string): () => Readonly<Record<string, T>> {
  const read = require(`@fragaria/address-formatter/src/templates/${name}.json`) as Record<string, T>
  return () => read
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
    rulesAfter: inTurn((template?.postformat_replace ?? []).map(([pattern, by]) => ({ pattern, by }))),
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
    else pieces.push(firstOf(alternatives ?? ''))
    end = match.index + all.length
  }
  if (end < template.length) pieces.push({ kind: 'text', text: template.slice(end) })
  return pieces
}

function firstOf(alternatives: string): Piece {
  return {
    kind: 'first',
    pieces: piecesOf(alternatives),
    alternatives: alternatives.split('||').map(piecesOf),
  }
}

function ruleOf([pattern, by]: [string, string]): Rule {
  return { pattern: new RegExp(pattern), by }
}

interface PatternText {
  pattern: string
  by: string
}

/**
 * Replaces by each rule in turn, the first place each. One pattern of them all says whether there is anything to replace, which there
 * mostly is not.
 */
function inTurn(texts: readonly PatternText[]): Replace | undefined {
  if (texts.length === 0) return undefined
  const rules = texts.map(({ pattern, by }) => ruleOf([pattern, by]))
  // A pattern that speaks of a group by its number cannot stand behind another.
  const isAlone = texts.some(({ pattern }) => /\\[1-9]/.test(pattern))
  const any = isAlone ? undefined : new RegExp(texts.map(({ pattern }) => `(?:${pattern})`).join('|'))
  return (text) => {
    if (any?.test(text) === false) return text
    return rules.reduce((changed, { pattern, by }) => changed.replace(pattern, by), text)
  }
}

/**
 * A rule `field=pattern` holds for that field. For any other the library takes all of it for a pattern, which only a value with an
 * equals sign can match.
 */
function byField(replacements: [string, string][]): Recipe['rulesFor'] {
  const known = new Map<string, Replace | undefined>()
  const bringsEquals = replacements.some(([, by]) => by.includes('='))
  return (field) => {
    if (!known.has(field)) known.set(field, rulesOf(field))
    return known.get(field)
  }

  function rulesOf(field: string): Replace | undefined {
    const own = `${field}=`
    const all = replacements.map(([pattern, by]) => ({
      pattern: pattern.startsWith(own) ? pattern.slice(own.length) : pattern,
      isOfAnother: !pattern.startsWith(own) && /^\w+=/.test(pattern),
      by,
    }))
    const usual = inTurn(all.filter(({ isOfAnother }) => !isOfAnother))
    const whole = inTurn(all)
    if (whole === undefined || bringsEquals) return whole
    return (value) => (value.includes('=') ? whole(value) : (usual?.(value) ?? value))
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
