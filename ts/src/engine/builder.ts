/** The builder, a separate program in the platform package. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'

import { findBuilder } from './addon.js'

/** Signals that end the builder first, and then this process. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The result of a build. */
export interface Built {
  /** The exit code of the builder, or 128 plus the signal that ended it. */
  code: number
  /** Its standard output, if requested. */
  out: string
}

/**
 * Runs the builder on this terminal. It ends with this process, even if that is killed (an environment variable tells it to): a build
 * that continued alone would write next to the following one. `out`: whether to return its output; `environment` extends that of this process.
 */
export async function runBuilder(
  parameters: string[],
  out: 'shown' | 'read' = 'shown',
  environment: Record<string, string> = {},
): Promise<Built> {
  const env = { ...process.env, ...environment, MILEPOST_BUILD_PARENT: String(process.pid) }
  const stdout = out === 'read' ? 'pipe' : 'inherit'
  const builder = spawn(findBuilder(), parameters, { stdio: ['inherit', stdout, 'inherit'], env })
  const passOn = (signal: NodeJS.Signals) => void builder.kill(signal)
  PASSED_ON.forEach((signal) => process.on(signal, passOn))
  try {
    const read = builder.stdout === null ? '' : text(builder.stdout)
    const code = await new Promise<number>((resolve, reject) => {
      builder.once('error', reject)
      builder.once('close', (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
      })
    })
    return { code, out: await read }
  } finally {
    PASSED_ON.forEach((signal) => process.off(signal, passOn))
  }
}
