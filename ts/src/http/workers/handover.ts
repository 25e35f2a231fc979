/**
 * Node's cluster hands each connection to a worker, and does not say which are on their way. It loses two: the one it was handing over
 * when a worker dies, and the one that a worker sends back because it has closed its port, if no other worker has an open port.
 * The client of either would wait for ever. This module closes them, so that the client can try again. A server that ends must also know
 * when none is on its way.
 */
import type { Worker } from 'node:cluster'

interface Handle {
  close: () => void
}

/** The cluster module's message to a worker with a connection, and the worker's reply. */
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

  /** How many have been handed over. */
  count(): number {
    return this.handedOver
  }

  /** Whether one is on its way. If none is, none waits in the primary either. */
  underWay(): boolean {
    return this.handed.size > 0
  }

  /** Closes connections that are sent back, including later ones: no worker accepts connections. */
  closeRefused(): void {
    this.portsAreClosed = true
    this.refused.forEach((handle) => {
      handle.close()
    })
    this.refused.clear()
  }

  /** Watches the connections that `worker` is handed, and closes the one it does not live to take. */
  watch(worker: Worker): void {
    const { process: child } = worker
    const send = child.send.bind(child) as (...parameters: unknown[]) => boolean
    let dead = false
    const lost = () => {
      dead = true
      // This side of a taken connection is already closed, and closing it again does nothing.
      this.handed.get(worker)?.close()
      this.handed.delete(worker)
    }
    child.send = (message: Handover, handle?: unknown, ...others: unknown[]) => {
      if (message.act === 'newconn') {
        this.refused.delete(handle as Handle)
        this.handed.set(worker, handle as Handle)
        this.handedOver += 1
      }
      // Until its channel ends, a dead worker still counts as one to hand connections to.
      if (dead) lost()
      return dead ? false : send(message, handle, ...others)
    }
    // This listener comes first: the cluster module hands over the next connection while it handles the last.
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
