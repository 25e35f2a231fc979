/** Schemas of a choice. */
import Type, { type TSchema } from 'typebox'

/** A schema or null. */
export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** A text out of a list. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  options: { $id?: string; description: string },
) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options })
}
