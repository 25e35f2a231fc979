/**
 * Node's cluster hands each connection to a worker and forgets the one it was handing over when that worker dies: its client
 * would wait for ever. Here it is remembered, and closed with the worker, so that the client can ask again.
 */
import type { Worker } from 'node:cluster'

interface Handle {
  close: () => void
}

/** What the cluster module sends with a connection. */
interface Handover {
  act?: string
}

/** Closes the connection that `worker` did not live to take. A worker is handed one at a time. */
export function closeLostConnection(worker: Worker): void {
  const { process: child } = worker
  const send = child.send.bind(child) as (...parameters: unknown[]) => boolean
  let handed: Handle | undefined
  let dead = false
  const lost = () => {
    dead = true
    // One that was taken is closed on this side already, and closing it again does nothing.
    handed?.close()
  }
  child.send = (message: Handover, handle?: unknown, ...others: unknown[]) => {
    if (message.act === 'newconn') handed = handle as Handle | undefined
    // Between its end and the end of its channel the worker still counts as one to hand connections to.
    if (dead) handed?.close()
    return dead ? false : send(message, handle, ...others)
  }
  worker.once('exit', lost)
  worker.once('disconnect', lost)
}
