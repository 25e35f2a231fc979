/** Many questions off the event loop, which a signal ends. */
import type { Signal } from '../engine/signal.js'

/** What may go with a question that is answered off the event loop. */
export interface Cancellable {
  /** Ends it: the promise is rejected with the signal's reason, and rows that were not begun are not worked on. */
  signal?: Signal | undefined
}

/** A row that could not be answered. */
export interface FailedRow {
  input: string
  error: string
}

/** Rows handed to the core at a time: a few milliseconds on one thread, after which a signal is looked at. */
const ROWS_AT_A_TIME = 256

/** Answers rows in order through `ask`, which takes some at a time. */
export async function inParts<T>(
  rows: readonly string[],
  ask: (rows: string[]) => Promise<string[]>,
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
 * @throws Error with what the core says of the row.
 */
export async function one<T extends object>(
  row: string,
  ask: (rows: string[]) => Promise<string[]>,
  options: Cancellable,
): Promise<T> {
  const [answer] = await inParts<T | FailedRow>([row], ask, options)
  if (answer === undefined) throw new Error('the core gave no answer')
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

/** What `work` gives, or the reason of the signal as soon as it is aborted; the part under way ends unheard. */
async function orAborted<T>(work: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (signal === undefined) return work
  // Nobody hears how work ends that was given up.
  work.catch(() => undefined)
  // A signal that was aborted while the work was begun tells nobody any more.
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      // A reason is whatever the caller gave.
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
