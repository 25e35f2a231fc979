/**
 * Which data the workers serve from. Generation 0 is what they opened at the start, and each reload makes the next one. The primary
 * counts: a worker that starts meanwhile takes the newest generation before it accepts connections.
 */
import type { Worker } from 'node:cluster'

import { type Answer, DROP, OPEN, USE } from './messages.js'
import { type Questions, tell } from './questions.js'
import { refused } from './workers.js'

/** The generations of a primary's workers. */
export class Generations {
  readonly #questions: Questions
  readonly #members = new Set<Worker>()
  #newest = 0
  /** Reloads and joins run one after the other, so that no worker joins in the middle of a reload. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(questions: Questions) {
    this.#questions = questions
  }

  /** The generation that every member serves from. What a worker opens that starts now is at least as new. */
  get newest(): number {
    return this.#newest
  }

  /** The workers that have the newest generation. */
  get members(): ReadonlySet<Worker> {
    return this.#members
  }

  /** Tells a starting worker the newest generation. If it has that one, it is a member and may accept connections. */
  join(worker: Worker, generation: number): void {
    void this.#inTurn(() => {
      if (!worker.isConnected()) return
      if (generation === this.#newest) this.#members.add(worker)
      tell(worker, { kind: 'newest', generation: this.#newest })
    })
  }

  /** Forgets a worker that has ended. */
  leave(worker: Worker): void {
    this.#members.delete(worker)
  }

  /**
   * Makes the next generation: every member opens the data on disk, and once all have, each uses them. An error if one cannot open them and
   * all keep what they have; a value if one of them is late to switch, which says so.
   */
  reload(): Promise<Answer> {
    return this.#inTurn(async () => {
      const [reason] = refused(await this.#ask(OPEN))
      if (reason !== undefined) {
        await this.#ask(DROP)
        return { error: reason }
      }
      this.#newest += 1
      const [late] = refused(await this.#ask(USE, this.#newest))
      return { value: late }
    })
  }

  #ask(topic: string, question?: unknown): Promise<Answer[]> {
    return this.#questions.ask(topic, question, this.#members)
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
