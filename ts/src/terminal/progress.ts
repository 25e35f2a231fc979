/** A progress line on a terminal; nothing elsewhere. */

/** Least milliseconds between two redraws. */
const EVERY_MS = 200

/** One transfer. */
export class Progress {
  #drawn = 0
  readonly #name: string
  readonly #terminal: boolean

  constructor(name: string) {
    this.#name = name
    this.#terminal = process.stderr.isTTY
  }

  /** Draws `done` of `size` bytes. */
  show(done: number, size: number): void {
    const now = performance.now()
    if (!this.#terminal || (now - this.#drawn < EVERY_MS && done < size)) return
    this.#drawn = now
    const filled = Math.floor((done / Math.max(size, 1)) * 30)
    const bar = '#'.repeat(filled).padEnd(30, '.')
    process.stderr.write(
      `\r${this.#name} [${bar}] ${(done / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB`,
    )
  }

  /** Ends the line. */
  end(): void {
    if (this.#drawn > 0) process.stderr.write('\n')
  }
}
