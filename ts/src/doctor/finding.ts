/** What `milepost doctor` finds out about one part of an installation. */

/** How a part is: it works, is not there and need not be, or keeps something from working. */
export type State = 'ok' | 'absent' | 'broken'

/** What was found out about one part. */
export interface Finding {
  part: string
  state: State
  /** Where it was found or looked for. */
  where?: string
  /** One sentence. */
  says: string
  /** A command that mends it; every part that is not `ok` has one. */
  fix?: string
}

/** The finding of a part that `open` opens, or the reason why not. `open` returns what is to be said. */
export function opened(part: string, where: string, fix: string, open: () => string): Finding {
  try {
    return { part, state: 'ok', where, says: open() }
  } catch (error) {
    return { part, state: 'broken', where, says: reasonOf(error), fix }
  }
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
