/**
 * Long work, shared out among clients: each has one piece running, however many it sends, and waiting ones take turns.
 */

/** A queue of a process. */
export class FairQueue {
  readonly #most: number
  readonly #busy = new Set<string>()
  /** Waiting work by client; the next client comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** At most `most` pieces of work run at once. */
  constructor(most: number) {
    this.#most = most
  }

  /** Does `work` when it is the turn of `client`; rejects with the reason of `gone` if that is aborted before, and drops the work. */
  async run<T>(client: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    if (this.#busy.has(client) || this.#busy.size >= this.#most) await this.#turnOf(client, gone)
    this.#busy.add(client)
    try {
      return await work()
    } finally {
      this.#busy.delete(client)
      this.#next()
    }
  }

  #turnOf(client: string, gone: AbortSignal | undefined): Promise<void> {
    return new Promise((begin, reject) => {
      const waiting = this.#waiting.get(client) ?? []
      waiting.push(begin)
      this.#waiting.set(client, waiting)
      gone?.addEventListener('abort', () => {
        const left = this.#waiting.get(client)?.filter((other) => other !== begin) ?? []
        if (left.length > 0) this.#waiting.set(client, left)
        else this.#waiting.delete(client)
        // It does nothing to work that has begun.
        reject(gone.reason as Error)
      })
    })
  }

  #next(): void {
    for (const [client, waiting] of this.#waiting) {
      if (this.#busy.has(client)) continue
      const begin = waiting.shift()
      // A client with more to do goes to the end.
      this.#waiting.delete(client)
      if (waiting.length > 0) this.#waiting.set(client, waiting)
      if (begin === undefined) continue
      this.#busy.add(client)
      begin()
      return
    }
  }
}
