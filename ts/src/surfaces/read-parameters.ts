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
 * A reader of queries. A blank parameter is absent; of a repeated one the last counts, unless its type is a list. A parameter without a type
 * is a switch, which any value but `0` turns on.
 */
export function readerOf<S extends TObject>(schema: S, words: Words): (query: RawQuery) => Static<S> {
  const types = schema.properties as Record<string, TSchema & { type?: string }>
  const required = (schema.required as readonly string[] | undefined) ?? []
  return (query) => {
    const values: Record<string, unknown> = {}
    for (const name in query) {
      const parameter = types[name]
      if (parameter === undefined || !Object.hasOwn(types, name)) continue
      const given = [query[name] ?? []].flat().flatMap((text) => text.trim() || [])
      const last = given.at(-1)
      if (last === undefined) continue
      const value = parameter.type === 'array' ? given : valueOf(last, parameter.type)
      if (Number.isNaN(value)) throw new Refusal(words.notANumber(name))
      values[name] = value
    }
    const missing = required.find((name) => values[name] === undefined)
    if (missing !== undefined) throw new Refusal(words.missing(missing))
    return values as Static<S>
  }
}

const INTEGER = /^[+-]?\d+$/

/** The value of a text; NaN if it is not a number and has to be one. */
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
