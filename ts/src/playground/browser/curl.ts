/** A request as a command line. */
import type { HttpRequest } from './service.js'

/** The command for a shell; `base` is the address of the page. */
export function curlOf({ path, body }: HttpRequest, base: string): string {
  const url = quoted(new URL(path, base).href)
  if (body === undefined) return `curl -s ${url}`
  return `curl -s ${url} -H 'content-type: application/json' -d ${quoted(body)}`
}

/** One word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
