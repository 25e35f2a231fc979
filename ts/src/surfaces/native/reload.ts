/** A reload over all workers: each opens the new data alongside the old, and all switch once every one has. */
import type { Engine, NextData } from '../../engine/engine.js'
import { refused, type Workers } from '../../http/workers.js'

const OPEN = 'reload:open'
const USE = 'reload:use'
const DROP = 'reload:drop'

/** Takes part in reloads with `engine`. */
export function joinReloads(workers: Workers, engine: Engine): void {
  let next: NextData | undefined
  workers.answer(OPEN, () => {
    next?.drop()
    next = undefined
    next = engine.openNext?.()
  })
  workers.answer(USE, () => {
    next?.use()
    next = undefined
  })
  workers.answer(DROP, () => {
    next?.drop()
    next = undefined
  })
}

/** Reloads under way in this process, one after the other. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Switches all workers to the data that lie on disk now.
 * @throws Error with the reason, after which all keep the data they have.
 */
export function reloadAll(workers: Workers): Promise<void> {
  const turn = last.then(() => reload(workers))
  last = turn.catch(() => undefined)
  return turn
}

async function reload(workers: Workers): Promise<void> {
  const [reason] = refused(await workers.askAll(OPEN))
  if (reason !== undefined) {
    await workers.askAll(DROP)
    throw new Error(`the data stay as they were: ${reason}`)
  }
  await workers.askAll(USE)
}
