/** Runs the commands of checks. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** How a command ended. */
export interface Outcome {
  code: number
  /** All it printed. */
  output: string
}

/** Runs a command in the root of the checkout to its end; if it is live, what it prints is shown as it comes. */
export function run(command: string, args: string[], isLive = false): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const [stream, out] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (isLive) out.write(chunk)
      })
    }
    // A program that cannot be started has no exit code; `close` follows nevertheless.
    child.on('error', (error) => (output += String(error)))
    child.on('close', (code) => {
      resolve({ code: code !== null && code >= 0 ? code : 1, output })
    })
  })
}
