/**
 * Node's cluster hands each connection to a worker, and tells nobody which are on their way. It loses two: the one it was handing over
 * when a worker dies, and the one that a worker sends back because it has closed its port, when no other worker has a port any more.
 * The client of either would wait for ever. Here they are closed, so that the client can ask again. And a server that ends must know
 * when none is on its way any more.
 */
import type { Worker } from 'node:cluster'

interface Handle {
  close: () => void
}

/** What the cluster module says to a worker with a connection, and what the worker answers to it. */
interface Handover {
  act?: string
  ack?: number
  accepted?: boolean
}

/** The connections on their way from the primary to its workers. Each worker is handed one at a time. */
export class Handovers {
  private handedOver = 0
  private portsAreClosed = false
  private readonly handed = new Map<Worker, Handle>()
  /** Sent back by a worker, and waiting for the next. */
  private readonly refused = new Set<Handle>()

  /** How many were handed over so far. */
  count(): number {
    return this.handedOver
  }

  /** Whether one is on its way. While none is, none waits in the primary either. */
  underWay(): boolean {
    return this.handed.size > 0
  }

  /** Closes those that were sent back, now and from now on: no worker accepts connections any more. */
  closeRefused(): void {
    this.portsAreClosed = true
    this.refused.forEach((handle) => {
      handle.close()
    })
    this.refused.clear()
  }

  /** Watches the connections `worker` is handed, and closes the one it does not live to take. */
  watch(worker: Worker): void {
    const { process: child } = worker
    const send = child.send.bind(child) as (...parameters: unknown[]) => boolean
    let dead = false
    const lost = () => {
      dead = true
      // One that was taken is closed on this side already, and closing it again does nothing.
      this.handed.get(worker)?.close()
      this.handed.delete(worker)
    }
    child.send = (message: Handover, handle?: unknown, ...others: unknown[]) => {
      if (message.act === 'newconn') {
        this.refused.delete(handle as Handle)
        this.handed.set(worker, handle as Handle)
        this.handedOver += 1
      }
      // Between its end and the end of its channel the worker still counts as one to hand connections to.
      if (dead) lost()
      return dead ? false : send(message, handle, ...others)
    }
    // Ours come first: the cluster module hands the next one over while it hears of the last.
    child.prependListener('internalMessage', (message: Handover) => {
      if (message.ack !== undefined) this.answered(worker, message.accepted === true)
    })
    worker.once('exit', lost)
    worker.once('disconnect', lost)
  }

  private answered(worker: Worker, accepted: boolean): void {
    const handle = this.handed.get(worker)
    this.handed.delete(worker)
    if (handle === undefined || accepted) return
    if (this.portsAreClosed) handle.close()
    else this.refused.add(handle)
  }
}
