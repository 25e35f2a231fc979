/**
 * Gives the connections that the primary accepts to its workers in turn, one at a time to each: a worker that computes gets no second one.
 * The primary keeps a connection open until its worker reports it taken, so that another worker gets it if the first one ends before.
 */
import type { Worker } from 'node:cluster'
import type { Socket } from 'node:net'

import type { FromPrimary, PortName } from './messages.js'

/** An accepted connection and the port that it came to. */
interface Connection {
  socket: Socket
  port: PortName
}

/** The connections that no worker has taken yet. */
export class Dispatcher {
  #accepted = 0
  #closed = false
  readonly #waiting: Connection[] = []
  /** The workers that take connections; the one whose turn it is comes first. */
  readonly #workers = new Set<Worker>()
  readonly #handed = new Map<Worker, Connection>()

  /** How many connections were accepted so far. */
  get accepted(): number {
    return this.#accepted
  }

  /** Whether a connection is not taken yet. */
  get isBusy(): boolean {
    return this.#waiting.length > 0 || this.#handed.size > 0
  }

  /** Gives a connection, of which nothing was read, to the next worker. */
  dispatch(socket: Socket, port: PortName): void {
    this.#accepted += 1
    this.#waiting.push({ socket, port })
    this.#hand()
  }

  /** Lets `worker` take connections. */
  join(worker: Worker): void {
    this.#workers.add(worker)
    this.#hand()
  }

  /** `worker` has taken the connection that it was given. */
  taken(worker: Worker): void {
    this.#handed.get(worker)?.socket.destroy()
    this.#handed.delete(worker)
    this.#hand()
  }

  /** Gives no further connection to `worker`. */
  leave(worker: Worker): void {
    this.#workers.delete(worker)
  }

  /** `worker` has ended: the connection that it did not take goes to another one. */
  lose(worker: Worker): void {
    this.leave(worker)
    const connection = this.#handed.get(worker)
    this.#handed.delete(worker)
    if (connection === undefined) return
    if (this.#closed) connection.socket.destroy()
    else this.#waiting.unshift(connection)
    this.#hand()
  }

  /** Closes the connections that no worker has taken, including later ones: their clients can try again. */
  close(): void {
    this.#closed = true
    for (const { socket } of this.#waiting.splice(0)) socket.destroy()
  }

  #hand(): void {
    for (const worker of [...this.#workers]) {
      if (this.#handed.has(worker)) continue
      const connection = this.#waiting.shift()
      if (connection === undefined) return
      this.leave(worker)
      this.#workers.add(worker)
      this.#handed.set(worker, connection)
      const message: FromPrimary = { kind: 'connection', port: connection.port }
      worker.send(message, connection.socket, { keepOpen: true }, () => undefined)
    }
  }
}
