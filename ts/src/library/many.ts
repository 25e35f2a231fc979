/** Many calls off the event loop, which a signal can cancel. */
import type { Signal } from '../engine/signal.js'

/** Options of a call that runs off the event loop. */
export interface Cancellable {
  /** Cancels it: the promise is rejected with the signal's reason, and rows that have not started are skipped. */
  signal?: Signal | undefined
}

/** A row that could not be answered. */
export interface FailedRow {
  input: string
  error: string
}

/** Rows per call of the core: a few milliseconds on one thread, after which the signal is checked. */
const ROWS_AT_A_TIME = 256

/** Answers rows in order through `ask`, which takes several at a time. */
export async function inParts<T, Row>(
  rows: readonly Row[],
  ask: (rows: Row[]) => Promise<string[]>,
  { signal }: Cancellable,
): Promise<T[]> {
  const answers: T[] = []
  for (let first = 0; first < rows.length; first += ROWS_AT_A_TIME) {
    signal?.throwIfAborted()
    const bodies = await orAborted(ask(rows.slice(first, first + ROWS_AT_A_TIME)), signal)
    for (const body of bodies) answers.push(JSON.parse(body) as T)
  }
  return answers
}

/**
 * Answers one row.
 * @throws Error with the core's message for the row.
 */
export async function one<T extends object, Row>(
  row: Row,
  ask: (rows: Row[]) => Promise<string[]>,
  options: Cancellable,
): Promise<T> {
  const [answer] = await inParts<T | FailedRow, Row>([row], ask, options)
  if (answer === undefined) throw new Error('the core gave no answer')
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

/** The result of `work`, or the signal's reason as soon as it is aborted; the running part finishes unheard. */
async function orAborted<T>(work: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (signal === undefined) return work
  // An abandoned call may fail unheard.
  work.catch(() => undefined)
  // A signal that was aborted while the work started fires no event.
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      // The caller chooses the reason.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
