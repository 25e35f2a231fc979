/** The paths a route answers under: its own, with a trailing slash, and as the scripts that older clients call. */

/** Paths of a route; only the first is in the document. */
export function pathsOf(name: string): { url: string; hide: boolean }[] {
  return [`/${name}`, `/${name}/`, `/${name}.php`].map((url, index) => ({ url, hide: index > 0 }))
}
