/** Reads the parameters of a query by the types of their schema. A wrong value is refused in the words of Nominatim. */
import type { Static, TObject, TSchema } from 'typebox'

import type { Query } from '../parameters.js'

/** A query that cannot be answered. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: 400 | 404 = 400,
  ) {
    super(message)
  }
}

/** The values of a query. A blank parameter is absent; of a repeated one the last counts. */
export function read<S extends TObject>(schema: S, query: Query): Static<S> {
  const required = schema.required as readonly string[] | undefined
  const values = Object.entries(schema.properties as Record<string, TSchema & { type?: string }>).map(
    ([name, { type }]) => {
      const given = query[name]
      const text = (Array.isArray(given) ? given.at(-1) : given)?.trim() ?? ''
      if (text === '' && required?.includes(name) === true) throw new Refusal(`Parameter '${name}' missing.`)
      return [name, text === '' ? undefined : valueOf(name, text, type)] as const
    },
  )
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Static<S>
}

const INTEGER = /^[+-]?\d+$/

function valueOf(name: string, text: string, type: string | undefined): unknown {
  switch (type) {
    case 'string':
      return text
    case 'integer':
    case 'number': {
      const value = Number(text)
      const isRight = type === 'integer' ? INTEGER.test(text) : Number.isFinite(value)
      if (!isRight) throw new Refusal(`Parameter '${name}' must be a number.`)
      return value
    }
    default:
      return text !== '0'
  }
}
