/** Request ids: the caller's own if it is valid, otherwise a new one; always sent back. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Printable, so that it can go into a header and a log line unescaped. */
const SANE = /^[\w.:/+=@-]{1,128}$/

/** The header, in and out. */
export const REQUEST_ID = 'x-request-id'

/** The id of a request. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers[REQUEST_ID]
  return typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID()
}
