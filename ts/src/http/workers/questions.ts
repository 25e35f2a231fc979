/** The primary's part in a question to several workers: it passes the question on and collects the answers. */
import type { Worker } from 'node:cluster'

import type { Answer, FromPrimary } from './messages.js'

interface Pending {
  waitingFor: Set<Worker>
  answers: Answer[]
  deadline: NodeJS.Timeout
  resolve: (answers: Answer[]) => void
}

/** Milliseconds to wait for a stuck worker. */
const PATIENCE = 10_000

/** Questions under way. */
export class Questions {
  readonly #pending = new Map<number, Pending>()
  #next = 0

  /** Asks `workers` and waits for each; one that dies meanwhile is left out. */
  ask(topic: string, question: unknown, workers: ReadonlySet<Worker>): Promise<Answer[]> {
    return new Promise((resolve) => {
      this.#next += 1
      const id = this.#next
      const deadline = setTimeout(() => {
        this.#giveUp(id)
      }, PATIENCE)
      const asked = [...workers].filter((worker) => tell(worker, { kind: 'question', id, topic, question }))
      const pending: Pending = { waitingFor: new Set(asked), answers: [], deadline, resolve }
      this.#pending.set(id, pending)
      this.#settle(id, pending)
    })
  }

  /** Takes the answer of a worker. */
  answer(id: number, answer: Answer, from: Worker): void {
    const pending = this.#pending.get(id)
    if (pending?.waitingFor.delete(from) !== true) return
    pending.answers.push(answer)
    this.#settle(id, pending)
  }

  /** Forgets a worker that has ended. */
  forget(worker: Worker): void {
    for (const [id, pending] of this.#pending) {
      if (pending.waitingFor.delete(worker)) this.#settle(id, pending)
    }
  }

  #giveUp(id: number): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    for (const worker of pending.waitingFor) {
      pending.answers.push({ error: `worker ${String(worker.process.pid)} does not answer` })
    }
    pending.waitingFor.clear()
    this.#settle(id, pending)
  }

  #settle(id: number, { waitingFor, answers, deadline, resolve }: Pending): void {
    if (waitingFor.size > 0) return
    clearTimeout(deadline)
    this.#pending.delete(id)
    resolve(answers)
  }
}

/** Sends a message to a worker; returns whether it is there to get it. */
export function tell(worker: Worker, message: FromPrimary): boolean {
  if (!worker.isConnected()) return false
  // It may end right now; then it is forgotten in its turn.
  worker.send(message, () => undefined)
  return true
}
