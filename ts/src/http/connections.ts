/** What happens on a connection outside any route: time-outs, bytes that are no HTTP, and the end of it all. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { ErrorBodies } from './errors.js'

/** Time-outs, in milliseconds. Node's and Fastify's own let a slow client hold a connection for minutes. */
export const TIMEOUTS = {
  /** A connection on which nothing moves. */
  connectionTimeout: 120_000,
  /** A whole request, body included. */
  requestTimeout: 30_000,
  /** Longer than the 60 s of nginx and of cloud balancers: the proxy, not we, ends an idle connection. */
  keepAliveTimeout: 75_000,
}

/** Options of Node's server: the headers of a request must be there after 15 s; looked after every 5 s. */
export const HTTP_OPTIONS = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

/** Milliseconds an answer has to leave the process before its connection is cut at the end. */
const FLUSH = 200

/** Answers bytes that Node could not read as a request, in the surface's own words. */
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

/**
 * Lets a closing server end as soon as its last request is answered. Node counts a connection that never sent a request as
 * busy, so a few idle clients would otherwise hold it until the grace time is over.
 */
export function cutIdleConnectionsAtTheEnd(app: FastifyInstance): { draining: () => boolean } {
  let inFlight = 0
  let closing = false
  const cutWhenIdle = () => {
    if (!closing || inFlight > 0) return
    setTimeout(() => {
      if (inFlight === 0) app.server.closeAllConnections()
    }, FLUSH).unref()
  }
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight += 1
    // `close` comes for every response, also when the client left before it was sent.
    reply.raw.once('close', () => {
      inFlight -= 1
      cutWhenIdle()
    })
    done()
  })
  app.addHook('preClose', (done) => {
    closing = true
    cutWhenIdle()
    done()
  })
  return { draining: () => closing }
}
