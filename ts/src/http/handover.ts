/**
 * Node's cluster hands each connection to a worker, and tells nobody which are on their way. It forgets the one it was handing over when
 * that worker dies, whose client would wait for ever: here it is closed with the worker, so that the client can ask again. And a server
 * that ends must know when none is on its way any more.
 */
import type { Worker } from 'node:cluster'

interface Handle {
  close: () => void
}

/** What the cluster module says to a worker with a connection, and what the worker answers to it. */
interface Handover {
  act?: string
  ack?: number
}

/** The connections on their way to one worker, which is handed one at a time. */
export interface Handovers {
  /** Whether one is on its way. While none is, none waits for this worker in the primary either. */
  underWay: () => boolean
  /** How many were handed over so far. */
  count: () => number
}

/** Watches the connections `worker` is handed, and closes the one it does not live to take. */
export function watchHandovers(worker: Worker): Handovers {
  const { process: child } = worker
  const send = child.send.bind(child) as (...parameters: unknown[]) => boolean
  let handed: Handle | undefined
  let count = 0
  let dead = false
  const lost = () => {
    dead = true
    // One that was taken is closed on this side already, and closing it again does nothing.
    handed?.close()
    handed = undefined
  }
  child.send = (message: Handover, handle?: unknown, ...others: unknown[]) => {
    if (message.act === 'newconn') {
      handed = handle as Handle | undefined
      count += 1
    }
    // Between its end and the end of its channel the worker still counts as one to hand connections to.
    if (dead) {
      handed?.close()
      handed = undefined
    }
    return dead ? false : send(message, handle, ...others)
  }
  // Ours come first: the cluster module hands the next one over while it hears of the last.
  child.prependListener('internalMessage', (message: Handover) => {
    if (message.ack !== undefined) handed = undefined
  })
  worker.once('exit', lost)
  worker.once('disconnect', lost)
  return { underWay: () => handed !== undefined, count: () => count }
}
