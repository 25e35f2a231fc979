/** References between schemas: a name in the document, a whole type in TypeScript. Loads nothing: servers refer to schemas at their start. */
import type { Static, TSchema, TUnsafe } from 'typebox'

/** A schema that the document lists as a component. */
export type Component = TSchema & { $id?: string }

/** A reference to a component: its type, and `$ref` in the document. */
export function ref<T extends Component>(schema: T): TUnsafe<Static<T>> {
  return { $ref: `${schema.$id ?? ''}#` } as unknown as TUnsafe<Static<T>>
}
