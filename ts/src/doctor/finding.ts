/** The result of `milepost doctor` for one part of an installation. */

/** State of a part: it works, it is absent and optional, or it is broken. */
export type State = 'ok' | 'absent' | 'broken'

/** The state of one part. */
export interface Finding {
  part: string
  state: State
  /** Where it was found or looked for. */
  where?: string
  /** One sentence. */
  says: string
  /** A command that fixes it; every part that is not `ok` has one. */
  fix?: string
}

/** The finding for a part that `open` opens, or the reason why it cannot. `open` returns the sentence to show. */
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
