/** Schemas of fields. */
import Type, { type TNumberOptions, type TSchema, type TStringOptions } from 'typebox'

/** A text. */
export function text(description: string, limits: TStringOptions = {}) {
  return Type.String({ ...limits, description })
}

/** A number. */
export function number(description: string, limits: TNumberOptions = {}) {
  return Type.Number({ ...limits, description })
}

/** A whole number. */
export function integer(description: string, limits: TNumberOptions = {}) {
  return Type.Integer({ ...limits, description })
}

/** True or false. */
export function flag(description: string, options: { default?: boolean } = {}) {
  return Type.Boolean({ ...options, description })
}

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
