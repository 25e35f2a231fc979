/** Ctrl-C and SIGTERM for commands that can resume. */
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** The command was ended from outside. */
export class Interrupted extends Error {
  /** As shells count it: 130 after Ctrl-C, 143 after SIGTERM. */
  readonly exitCode: number

  constructor(signal: (typeof SIGNALS)[number], message: string) {
    super(message)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/**
 * Runs `work` with a signal that aborts on Ctrl-C or SIGTERM. A second Ctrl-C ends the process at once.
 * @throws Interrupted with `message`, wherever `work` checks the signal.
 */
export async function untilInterrupted<T>(
  message: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const interrupt = (signal: (typeof SIGNALS)[number]) => {
    controller.abort(new Interrupted(signal, message))
  }
  for (const signal of SIGNALS) process.once(signal, interrupt)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
