/** Standard output of the commands: text that could not be written is an error at the end of the command, never silence. */
import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

const STDOUT = 1

/** Why text was lost. */
let failure: NodeJS.ErrnoException | undefined
let pending: Promise<unknown> = Promise.resolve()

const isLost = () => failure !== undefined

/** Writes text; false if it or earlier text is lost. */
export async function print(text: string): Promise<boolean> {
  if (isLost()) return false
  const written = write(text).catch((error: unknown) => {
    failure ??= error as NodeJS.ErrnoException
  })
  pending = pending.then(() => written)
  await written
  return !isLost()
}

/** Writes a line. */
export function say(line: string): void {
  void print(`${line}\n`)
}

/**
 * Waits for all text to be written.
 * @throws LostOutput if it was not.
 */
export async function printed(): Promise<void> {
  await pending
  if (failure !== undefined) throw new LostOutput(failure)
}

/** Standard output could not be written. */
export class LostOutput extends Error {
  /** Whether the reader closed the pipe: it wants no message. */
  readonly isClosedPipe: boolean

  constructor(cause: NodeJS.ErrnoException) {
    super(`cannot write standard output: ${cause.message}`, { cause })
    this.isClosedPipe = cause.code === 'EPIPE'
  }
}

async function write(text: string): Promise<void> {
  if (isFile()) {
    // Node's own stream loses the rest of a write that a full disk cuts short.
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length;) done += writeSync(STDOUT, bytes, done)
    return
  }
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Whether standard output is a file or a device like `/dev/full`; false for pipes, sockets and terminals. */
function isFile(): boolean {
  const stat = fstatSync(STDOUT)
  return stat.isFile() || (stat.isCharacterDevice() && !isatty(STDOUT))
}
