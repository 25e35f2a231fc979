/** The primary's part in a question to all workers: it passes the question on and returns the answers. */
import type { Worker } from 'node:cluster'

import type { Answer, FromPrimary, FromWorker } from './messages.js'

/** A question under way. */
interface Pending {
  asker: Worker
  /** The asking worker's number for it. */
  id: number
  waitingFor: Set<Worker>
  answers: Answer[]
  deadline: NodeJS.Timeout
}

/** Milliseconds to wait for a stuck worker. */
const PATIENCE = 10_000

/** Questions under way. */
export class Questions {
  readonly #pending = new Map<number, Pending>()
  #next = 0

  /** Takes a question or an answer from a worker. */
  pass(message: FromWorker, from: Worker, serving: ReadonlySet<Worker>): void {
    if (message.kind === 'ask') this.#ask(message.id, message.topic, message.question, from, serving)
    if (message.kind === 'answer') this.#answer(message.id, message.answer, from)
  }

  /** Forgets a worker that has ended. */
  forget(worker: Worker): void {
    for (const [number, pending] of this.#pending) {
      if (pending.waitingFor.delete(worker)) this.#settle(number, pending)
    }
  }

  #ask(id: number, topic: string, question: unknown, asker: Worker, serving: ReadonlySet<Worker>): void {
    this.#next += 1
    const number = this.#next
    const deadline = setTimeout(() => {
      this.#giveUp(number)
    }, PATIENCE)
    const pending: Pending = { asker, id, waitingFor: new Set(serving), answers: [], deadline }
    this.#pending.set(number, pending)
    for (const worker of serving) {
      if (!tell(worker, { kind: 'question', id: number, topic, question })) pending.waitingFor.delete(worker)
    }
    this.#settle(number, pending)
  }

  #answer(number: number, answer: Answer, from: Worker): void {
    const pending = this.#pending.get(number)
    if (pending?.waitingFor.delete(from) !== true) return
    pending.answers.push(answer)
    this.#settle(number, pending)
  }

  #giveUp(number: number): void {
    const pending = this.#pending.get(number)
    if (pending === undefined) return
    for (const worker of pending.waitingFor) {
      pending.answers.push({ error: `worker ${String(worker.process.pid)} does not answer` })
    }
    pending.waitingFor.clear()
    this.#settle(number, pending)
  }

  #settle(number: number, { asker, id, waitingFor, answers, deadline }: Pending): void {
    if (waitingFor.size > 0) return
    clearTimeout(deadline)
    this.#pending.delete(number)
    tell(asker, { kind: 'answers', id, answers })
  }
}

function tell(worker: Worker, message: FromPrimary): boolean {
  if (!worker.isConnected()) return false
  // It may end right now; then it is forgotten in its turn.
  worker.send(message, () => undefined)
  return true
}
