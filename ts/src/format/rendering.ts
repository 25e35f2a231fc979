/**
 * Renders fields by the templates of OpenCage as `@fragaria/address-formatter` does, step for step and some ten times faster
 * (`docs/performance.md`). That library holds the templates and is the oracle in the tests.
 */
import { Shapes } from './shapes.js'
import { tidied } from './tidy.js'
import { countryNames, type Piece, type Recipe, recipeOf } from './template-set.js'

/** What is asked of a rendering. */
export interface RenderingOptions {
  /** ISO 3166-1 alpha-2, or the key of a template for a script (`CN_zh`). */
  countryCode: string
  abbreviate?: boolean
  appendCountry?: boolean
}

/** Values by field; a field can be there without one. */
type Values = Record<string, string | undefined>

/** The lines of an address. */
export function render(fields: Readonly<Record<string, string>>, options: RenderingOptions): string[] {
  const values: Values = { ...fields }
  const recipe = countryOf(values, options.countryCode)
  if (options.appendCountry === true && !values['country']) {
    const name = countryNames()[recipe.code]
    if (name !== undefined) values['country'] = name
  }
  const part = ['suburb', 'quarter'].some((field) => field in values)
    ? Object.keys(values).find((field) => field === 'suburb' || field === 'quarter')
    : undefined
  if (part !== undefined && !values['neighbourhood']) values['neighbourhood'] = values[part]
  prepare(values, recipe, options.abbreviate === true)
  return linesOf(values, recipe)
}

/** Parts of the Netherlands that have templates of their own. */
const CARIBBEAN = [
  { named: /^Curaçao$/, code: 'CW', country: 'Curaçao' },
  { named: /sint maarten/i, code: 'SX', country: 'Sint Maarten' },
  { named: /aruba/i, code: 'AW', country: 'Aruba' },
]

/** Finds the recipe, and writes country and state where the territory's own are those of another country. */
function countryOf(values: Values, code: string): Recipe {
  let recipe = recipeOf(code)
  const state = values['state']
  if (recipe.country !== undefined) values['country'] = recipe.country.replace('$state', state ?? '')
  if (recipe.state !== undefined) values['state'] = recipe.state
  if (recipe.code === 'NL' && values['state']) {
    const part = CARIBBEAN.find(({ named }) => named.test(values['state'] ?? ''))
    if (part !== undefined) {
      recipe = { ...recipeOf(part.code), code: part.code }
      values['country'] = part.country
    }
  }
  if (code !== '') values['country_code'] = recipe.code
  return recipe
}

/** Letters of the shortest that says so, `Washington DC`. */
const WASHINGTON = 13

/** Corrects values as the country wants them, and adds the codes of state and county. */
function prepare(values: Values, recipe: Recipe, abbreviate: boolean): void {
  for (const field in values) {
    const value = values[field]
    const rules = value === undefined ? undefined : recipe.rulesFor(field)
    if (value !== undefined && rules !== undefined) values[field] = rules(value)
  }
  const { state, county } = values
  if (state) {
    values['state_code'] = recipe.stateCode(state)
    if (state.length >= WASHINGTON && /^washington,? d\.?c\.?/i.test(state)) {
      Object.assign(values, { state_code: 'DC', state: 'District of Columbia', city: 'Washington' })
    }
  }
  if (county) values['county_code'] = recipe.countyCode(county)
  if (abbreviate) {
    for (const { field, rule } of recipe.abbreviations()) {
      if (values[field]) values[field] = values[field].replace(rule.pattern, rule.by)
    }
  }
  // A link is no part of an address.
  for (const field in values) {
    const value = values[field]
    if (value?.includes('://') === true && /^https?:\/\//i.test(value)) values[field] = undefined
  }
}

function linesOf(values: Values, recipe: Recipe): string[] {
  return textOf(values, recipe)
    .split('\n')
    .filter((line) => line !== '')
}

function textOf(values: Values, recipe: Recipe): string {
  const short = shapesOf(recipe).text(values)
  if (short !== undefined && !isReplaced(short, recipe)) return short
  let text = tidied(placed(values, recipe))
  if (recipe.rulesAfter !== undefined) text = recipe.rulesAfter(text)
  text = tidied(text)
  if (text === '') {
    text = tidied(
      Object.values(values)
        .filter((value) => value)
        .join(', '),
    )
  }
  return text
}

/** The template with the values in it; an address with neither street nor postcode has one of its own. */
function placed(values: Values, recipe: Recipe): string {
  const isPlaced = Boolean(values['road']) || Boolean(values['postcode'])
  return filled(isPlaced ? recipe.template : recipe.fallback, values)
}

function isReplaced(text: string, { rulesAfter }: Recipe): boolean {
  return rulesAfter !== undefined && rulesAfter(text) !== text
}

/** By template, which every copy of a recipe shares. */
const shapes = new WeakMap<readonly Piece[], Shapes>()

function shapesOf(recipe: Recipe): Shapes {
  let known = shapes.get(recipe.template)
  if (known === undefined) {
    known = new Shapes({
      filled: (values) => placed(values, recipe),
      tidied: (text) => {
        const once = tidied(text)
        return isReplaced(once, recipe) || tidied(once) !== once ? undefined : once
      },
    })
    shapes.set(recipe.template, known)
  }
  return known
}

function filled(pieces: readonly Piece[], values: Values): string {
  let text = ''
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text
    else if (piece.kind === 'field') text += values[piece.name] ?? ''
    else text += firstOf(piece.alternatives, values) ?? firstOfText(filled(piece.pieces, values))
  }
  return text
}

/**
 * The first alternative with a character in it; undefined when a value before it has a bar, which might be one of those between
 * alternatives.
 */
function firstOf(alternatives: readonly (readonly Piece[])[], values: Values): string | undefined {
  const last = alternatives.length - 1
  for (const [index, pieces] of alternatives.entries()) {
    const text = filled(pieces, values)
    if (text.includes('|')) return undefined
    // White space around the bars goes with them; that at the outer edges stays.
    const behind = index === 0 ? text : text.trimStart()
    const between = index === last ? behind : behind.trimEnd()
    if (between !== '') return between
  }
  return ''
}

/** The same of a text with the bars in it. */
function firstOfText(alternatives: string): string {
  return alternatives.split(/\s*\|\|\s*/).find((one) => one.length > 0) ?? ''
}
