/** Connections outside any route: time-outs and bytes that are no HTTP. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { ErrorBodies } from './errors.js'

/** Milliseconds after which an idle connection is closed. */
export const CONNECTION_TIMEOUT = 120_000

/** Options of Node's server, in milliseconds. The default time-outs of Node and Fastify let a slow client hold a connection for minutes. */
export const HTTP_OPTIONS = {
  /** The headers of a request. */
  headersTimeout: 15_000,
  /** A whole request, body included. */
  requestTimeout: 30_000,
  /** How often those two are checked. */
  connectionsCheckingInterval: 5_000,
  /** Longer than the 60 s of nginx and of cloud balancers: the proxy, not the server, ends an idle connection. */
  keepAliveTimeout: 75_000,
}

/** Whether a request names its host twice. It is unknown which of the two a proxy used (RFC 9112, 3.2). */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Answers bytes that Node cannot read as a request with the error body of the surface. */
export function answerUnreadable(errors: ErrorBodies) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, body } = unreadable(errors, error.code)
    const json = JSON.stringify(body)
    socket.end(
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
