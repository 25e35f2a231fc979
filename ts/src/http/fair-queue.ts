/**
 * Work that takes long, shared out among clients: each has one piece under way, however many it sends, and those that wait take turns.
 */

/** A queue of a process. */
export class FairQueue {
  readonly #most: number
  readonly #busy = new Set<string>()
  /** What waits, by client; the client whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** At most `most` pieces of work are under way at once. */
  constructor(most: number) {
    this.#most = most
  }

  /** Does `work` when it is the turn of `client`. */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(client) || this.#busy.size >= this.#most) await this.#turnOf(client)
    this.#busy.add(client)
    try {
      return await work()
    } finally {
      this.#busy.delete(client)
      this.#next()
    }
  }

  #turnOf(client: string): Promise<void> {
    return new Promise((begin) => {
      const waiting = this.#waiting.get(client)
      if (waiting === undefined) this.#waiting.set(client, [begin])
      else waiting.push(begin)
    })
  }

  #next(): void {
    for (const [client, waiting] of this.#waiting) {
      if (this.#busy.has(client)) continue
      const begin = waiting.shift()
      // Who has more to do goes behind the others.
      this.#waiting.delete(client)
      if (waiting.length > 0) this.#waiting.set(client, waiting)
      if (begin === undefined) continue
      this.#busy.add(client)
      begin()
      return
    }
  }
}
