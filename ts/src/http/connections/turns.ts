/**
 * Requests of one connection are answered in turn. Node passes on every request it finds in what a client sent, up to a thousand at
 * once; their answers would all be kept in memory for a client that reads none of them.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

/** Waiting requests on one connection at which reading from it stops. */
const READ_AHEAD = 16

/**
 * Requests behind others on all connections of the process: 2 MB. A connection that would add one more is closed. A client that
 * waits for each answer, as all but a few do, never has a request behind another.
 */
const MOST_WAITING = 1_000

/**
 * Timeout of a connection whose answer does not move, in milliseconds. Node closes such a connection after one to two timeouts, because it
 * extends the first one if the system has taken part of the answer since it was written.
 */
const STALLED = 20_000

/** Milliseconds between two checks of running answers. */
const LOOK_EVERY = 2_500

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Connection {
  answering: boolean
  waiting: [IncomingMessage, ServerResponse][]
  /** Bytes that were read from it when its last request was answered. */
  read: number
  /** Nothing is read from it at present. */
  paused: boolean
  /** Pauses reading once the buffered requests are handled. */
  toPause: boolean
  /** Bytes of answers that the system had taken at the last check. */
  taken: number
  /** The timeout of its socket before its answer stopped moving. */
  timeout: number | undefined
}

/** The connections of a server and whose turn it is on each. */
export class Turns {
  #handler: Handler = () => undefined
  readonly #connections = new Map<Socket, Connection>()
  #waiting = 0
  #accepted = 0

  /** A server that gives each request to `handler` when those before it on its connection are answered. */
  serve(options: ServerOptions, handler: Handler): Server {
    this.#handler = handler
    const take: Handler = (request, response) => {
      this.#take(request, response)
    }
    // Node would refuse an unknown expectation with an empty body.
    const server = createServer(options, take).on('checkExpectation', take)
    server.on('connection', (socket) => {
      const connection = newConnection()
      this.#connections.set(socket, connection)
      this.#accepted += 1
      socket.once('close', () => {
        this.#connections.delete(socket)
        this.#waiting -= connection.waiting.length
        connection.waiting = []
      })
    })
    let looks: NodeJS.Timeout | undefined
    server.once('listening', () => {
      looks = setInterval(() => {
        this.#limitStalled()
      }, LOOK_EVERY).unref()
    })
    server.once('close', () => {
      clearInterval(looks)
    })
    return server
  }

  /** The open connections. */
  get sockets(): IterableIterator<Socket> {
    return this.#connections.keys()
  }

  /** How many connections were accepted so far. */
  get accepted(): number {
    return this.#accepted
  }

  /** How many connections are open. */
  get size(): number {
    return this.#connections.size
  }

  /** Whether no request that arrived on the connection waits behind the one that is answered now. */
  isLast(socket: Socket): boolean {
    const connection = this.#connections.get(socket)
    return connection === undefined || (connection.waiting.length === 0 && !connection.paused)
  }

  /** Whether nothing came on the connection since its last request was answered. */
  isSilent(socket: Socket): boolean {
    const connection = this.#connections.get(socket)
    return connection?.answering === false && connection.read === socket.bytesRead
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = this.#connections.get(socket)
    if (connection?.answering !== true) {
      this.#answer(socket, connection, request, response)
      return
    }
    if (this.#waiting >= MOST_WAITING) {
      socket.destroy()
      return
    }
    this.#waiting += 1
    if (connection.waiting.push([request, response]) < READ_AHEAD || connection.toPause) return
    connection.toPause = true
    // Node reads on after each request it finds; it has found all it read when this runs.
    process.nextTick(() => {
      connection.toPause = false
      if (connection.waiting.length >= READ_AHEAD) pause(socket, connection)
    })
  }

  #answer(
    socket: Socket,
    connection: Connection | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (connection !== undefined) {
      connection.answering = true
      // It comes for every answer, also when the client leaves before it is sent.
      response.once('close', () => {
        this.#next(socket, connection)
      })
    }
    this.#handler(request, response)
  }

  #next(socket: Socket, connection: Connection): void {
    connection.answering = false
    const next = connection.waiting.shift()
    if (connection.paused && connection.waiting.length === 0) resume(socket, connection)
    if (next === undefined) {
      // Node has set the timeout of an idle connection.
      connection.timeout = undefined
      connection.read = socket.bytesRead
      return
    }
    restoreTimeout(socket, connection)
    this.#waiting -= 1
    this.#answer(socket, connection, ...next)
  }

  /** Sets a short timeout on the connections whose answer has not moved since the last check. */
  #limitStalled(): void {
    for (const [socket, connection] of this.#connections) {
      if (!connection.answering) continue
      const taken = socket.bytesWritten - socket.writableLength
      const moves = socket.writableLength === 0 || taken !== connection.taken
      connection.taken = taken
      if (moves) {
        restoreTimeout(socket, connection)
        // An answer that moves may wait for the rest of its request, as that to a table does.
        if (connection.paused && connection.waiting.length < READ_AHEAD) resume(socket, connection)
      } else if (connection.timeout === undefined) {
        connection.timeout = socket.timeout ?? 0
        socket.setTimeout(STALLED)
        // Received bytes would restart the timeout.
        pause(socket, connection)
      }
    }
  }
}

function newConnection(): Connection {
  return {
    answering: false,
    waiting: [],
    read: 0,
    paused: false,
    toPause: false,
    taken: 0,
    timeout: undefined,
  }
}

function pause(socket: Socket, connection: Connection): void {
  connection.paused = true
  socket.pause()
}

function resume(socket: Socket, connection: Connection): void {
  connection.paused = false
  socket.resume()
}

function restoreTimeout(socket: Socket, connection: Connection): void {
  if (connection.timeout !== undefined) socket.setTimeout(connection.timeout)
  connection.timeout = undefined
}
