/**
 * Reads the parameters of a query by the types of their schema, for surfaces that refuse wrong values as their original does. The schema is
 * the one source: it also describes the parameters in the OpenAPI document.
 */
import type { Static, TObject, TSchema } from 'typebox'

/** A query as it arrives; a repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>

/** A query that cannot be answered. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: 400 | 404 = 400,
  ) {
    super(message)
  }
}

/** What a surface says of a parameter that it refuses. */
export interface Words {
  missing: (name: string) => string
  notANumber: (name: string) => string
}

/**
 * The values of a query. A blank parameter is absent; of a repeated one the last counts, unless its type is a list. A parameter without a type
 * is a switch, which any value but `0` turns on.
 */
export function read<S extends TObject>(schema: S, query: RawQuery, words: Words): Static<S> {
  const required = schema.required as readonly string[] | undefined
  const values = Object.entries(schema.properties as Record<string, TSchema & { type?: string }>).map(
    ([name, { type }]) => {
      const texts = [query[name] ?? []].flat().map((text) => text.trim())
      const given = texts.filter((text) => text !== '')
      const last = given.at(-1)
      if (last === undefined && required?.includes(name) === true) throw new Refusal(words.missing(name))
      const value = type === 'array' ? given : last && valueOf(last, type)
      if (Number.isNaN(value)) throw new Refusal(words.notANumber(name))
      return [name, value] as const
    },
  )
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Static<S>
}

const INTEGER = /^[+-]?\d+$/

/** The value of a text; NaN if it is no number and has to be one. */
function valueOf(text: string, type: string | undefined): string | number | boolean {
  switch (type) {
    case 'string':
      return text
    case 'integer':
      return INTEGER.test(text) ? Number(text) : Number.NaN
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : Number.NaN
    default:
      return text !== '0'
  }
}
