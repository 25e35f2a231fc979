/** References between schemas: a name in the document, a whole type in TypeScript. */
import Type, { type Static, type TSchema } from 'typebox'

/** A schema that the document lists as a component. */
export type Component = TSchema & { $id?: string }

/** A reference to a component: its type, and `$ref` in the document. */
export function ref<T extends Component>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id ?? ''}#` })
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
