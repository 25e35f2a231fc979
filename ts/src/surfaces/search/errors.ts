/** The errors of the search surface, exactly as clients expect them, and the paths of its routes. */
import { errorBodies, failureOf } from '../../http/responses/errors.js'
import { failuresOfDropIn } from '../documented.js'

const notImplemented = (issue: number) => failureOf(501, `search not implemented (see #${String(issue)})`)

export const SEARCH_NOT_IMPLEMENTED = notImplemented(802)
export const REVERSE_NOT_IMPLEMENTED = notImplemented(803)
export const LOOKUP_NOT_IMPLEMENTED = notImplemented(805)

/** Answers to faults outside the routes, without the reason. */
export const SEARCH_ERRORS = errorBodies(failureOf, 'malformed request')

/** The errors of a route in the document. */
export const failuresOf = failuresOfDropIn(SEARCH_ERRORS, 'Error', {
  400: 'The point is missing or out of range',
})

/** Paths of a route: its own, with a trailing slash, and as the scripts that older clients call. */
export function pathsOf(name: string): string[] {
  return [`/${name}`, `/${name}/`, `/${name}.php`]
}
