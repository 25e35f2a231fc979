/** Connections outside any route: time-outs, bytes that are not HTTP, and heads that no route sees. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { ErrorBodies, Failure } from '../responses/errors.js'
import { endSoon } from './lingering-close.js'

/** Milliseconds after which an idle connection is closed. */
export const CONNECTION_TIMEOUT = 120_000

/** Options of Node's server, times in milliseconds. The default time-outs of Node and Fastify let a slow client hold a connection for minutes. */
export const HTTP_OPTIONS = {
  /** The headers of a request. */
  headersTimeout: 15_000,
  /** A whole request, body included. */
  requestTimeout: 30_000,
  /** How often those two are checked. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the 60 s of nginx and of cloud balancers: the proxy, not the server, ends an idle connection. */
  keepAliveTimeout: 75_000,
  /** Node would refuse a request without a host with an empty body. */
  requireHostHeader: false,
}

/** The one expectation that a server can meet; Node looks for it in the same way. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i

/** Why the head of a request is refused whatever its route: undefined for nearly all. */
export function refusalOf(errors: ErrorBodies, request: IncomingMessage): Failure | undefined {
  if (!isWellFormed(request)) return errors.unreadable(400, 'malformed request')
  return isExpected(request) ? undefined : errors.unreadable(417, 'expectation failed')
}

/** HTTP/1.1 wants one host. Of two it is unknown which one a proxy used (RFC 9112, 3.2). */
function isWellFormed(request: IncomingMessage): boolean {
  const hosts = hostsOf(request)
  return hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')
}

/** HTTP/1.0 knows no expectations, and a server ignores them there (RFC 9110, 10.1.1). */
function isExpected({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect === undefined || httpVersion === '1.0' || CONTINUE.test(headers.expect)
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

/** Answers bytes that Node cannot read as a request with the error body of the surface. */
export function answerUnreadable(errors: ErrorBodies) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // It comes again for each further piece of what cannot be read; the connection is about to be closed.
    if (socket.writableEnded) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, body } = unreadable(errors, error.code)
    const json = JSON.stringify(body)
    endSoon(
      socket,
      [
        `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${String(Buffer.byteLength(json))}`,
        'Connection: close',
        '',
        json,
      ].join('\r\n'),
    )
  }
}

function unreadable(errors: ErrorBodies, code: string | undefined) {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errors.unreadable(408, 'request timeout')
    case 'HPE_HEADER_OVERFLOW':
      return errors.unreadable(431, 'request headers too large')
    default:
      return errors.unreadable(400, 'malformed request')
  }
}
