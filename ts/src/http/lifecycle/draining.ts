/**
 * Shuts down a server under load without losing a request. A client may send its next request on an open connection at any time; a
 * server that closes the connection at that moment resets it, and the client does not know whether its request was read. So an
 * answer announces that the connection closes, and only silent connections are closed without.
 */
import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import { untilQuiet } from './accept-queue.js'
import type { Turns } from '../connections/turns.js'

/** Milliseconds a silent connection has for one more request; at most half of the grace time. */
const LAST_REQUEST = 2_000

/** Milliseconds a client has to learn that its connection closes. */
const LAST_WORDS = 200

/** Milliseconds between two checks of the remaining connections. */
const LOOK_EVERY = 10

/** The shutdown of a server. */
export interface Draining {
  draining: () => boolean
  /** Accepts waiting connections, then closes the port of the server. `grace`: most milliseconds of the whole shutdown. */
  stopAccepting: (grace: number) => Promise<void>
  /**
   * Once no connections come: answers every request that arrived or arrives on an open one, and returns when all connections are
   * closed. `grace`: milliseconds after which the process ends in any case.
   */
  drain: (grace: number) => Promise<void>
}

/** Lets `app`, whose connections are those of `turns`, shut down without losing a request. */
export function drainable(app: FastifyInstance, turns: Turns): Draining {
  let [draining, closing] = [false, false]
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Node drops requests after an answer that closes the connection.
    if (closing && turns.isLast(request.raw.socket)) reply.header('connection', 'close')
    done()
  })
  // Node counts a connection that never sent a request as busy, and would wait for it.
  app.addHook('preClose', (done) => {
    endSilent(app.server, turns)
    done()
  })
  return {
    draining: () => draining,
    stopAccepting: (grace) => {
      draining = true
      return stop(app.server, turns, grace)
    },
    drain: async (grace) => {
      ;[draining, closing] = [true, true]
      const silentUntil = performance.now() + Math.min(LAST_REQUEST, grace / 2)
      while (turns.size > 0 && performance.now() < silentUntil) await setTimeout(LOOK_EVERY)
      endSilent(app.server, turns)
      while (turns.size > 0) await setTimeout(LOOK_EVERY)
    },
  }
}

async function stop(server: HttpServer, turns: Turns, grace: number): Promise<void> {
  await untilQuiet(
    () => turns.accepted,
    () => false,
    grace / 4,
  )
  stopListening(server)
  // A client that is asked to close reconnects at once, and should find the port closed.
  await setTimeout(LOOK_EVERY)
}

/** Ends listening alone: `close` of an HTTP server would close the connections that are silent at this moment too. */
function stopListening(server: HttpServer): void {
  Server.prototype.close.call(server)
}

/** Closes connections on which no request is under way. */
function endSilent(server: HttpServer, turns: Turns): void {
  const silent = [...turns.sockets].filter((socket) => turns.isSilent(socket))
  silent.forEach((socket) => socket.end())
  globalThis
    .setTimeout(() => {
      silent.forEach((socket) => socket.destroy())
      server.closeIdleConnections()
    }, LAST_WORDS)
    .unref()
}
