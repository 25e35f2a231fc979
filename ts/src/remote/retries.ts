/** When a transfer is tried again: after a wait that doubles, and not for ever. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Most tries in a row that bring next to nothing. */
const MOST_TRIES = 5

/** Milliseconds before the second try; doubled for each further one. */
const WAIT_MS = 500

/** Longest wait that a server may request, milliseconds. */
const LONGEST_WAIT_MS = 60_000

/** A try that brings so many bytes, or lasts so many milliseconds and brings some, starts the count again. */
const ENOUGH = { bytes: 1 << 20, ms: 10_000 }

/** Statuses after which a retry may help. */
const BUSY = new Set([429, 500, 502, 503, 504])

/** How often and when to try again. */
export interface RetryOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds before the second try. */
  waitMs?: number | undefined
  /** Most tries in a row that bring next to nothing. */
  tries?: number | undefined
}

/** A try failed; another one may succeed. */
export class Interrupted extends Error {
  /** Milliseconds that the server requests before the next try. */
  readonly waitMs: number | undefined

  constructor(message: string, options?: ErrorOptions, waitMs?: number) {
    super(message, options)
    this.waitMs = waitMs
  }
}

/** The tries of one transfer. Without waits, a server that sends 1 KB a connection would get hundreds of requests a second. */
export class Retries {
  readonly #options: RetryOptions
  #inVain = 0
  #bytes = 0
  #since = Date.now()

  constructor(options: RetryOptions) {
    this.#options = options
  }

  /** Counts bytes that this try has brought. */
  count(bytes: number): void {
    this.#bytes += bytes
  }

  /** Waits for the next try; false if no try is left. */
  async next({ waitMs }: Interrupted): Promise<boolean> {
    const { signal, waitMs: first = WAIT_MS, tries = MOST_TRIES } = this.#options
    const isLong = this.#bytes > 0 && Date.now() - this.#since >= ENOUGH.ms
    this.#inVain = this.#bytes >= ENOUGH.bytes || isLong ? 1 : this.#inVain + 1
    if (this.#inVain >= tries) return false
    await sleep(waitMs ?? first * 2 ** (this.#inVain - 1), undefined, { signal })
    this.#bytes = 0
    this.#since = Date.now()
    return true
  }
}

/** Milliseconds that a busy server requests. */
export function waitOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  if (seconds === null || !/^\d+$/.test(seconds)) return undefined
  return Math.min(Number(seconds) * 1000, LONGEST_WAIT_MS)
}

/** Whether a server with this status may give the file later. */
export function isBusy(status: number): boolean {
  return BUSY.has(status)
}
