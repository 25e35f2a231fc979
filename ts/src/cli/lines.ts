/** Standard input line by line: each line is answered on arrival, and lines that arrive meanwhile go together. */
import { LostOutput, print, printed } from '../terminal/output.js'
import { looksLikeTable } from './table-header.js'
import { fromWindows1252 } from './windows-1252.js'

/** Lines per call: this bounds memory, and is enough to keep every core busy. */
const LINES_AT_A_TIME = 512

/** Bytes read ahead of the answers; beyond that the writer waits. */
const READ_AHEAD = 1 << 20

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * Answers standard input with one line for each of its lines, in order. A single line is answered at once, so that the command can be a coprocess.
 * Oddities of the input are reported on standard error, and every line is still answered.
 */
export async function eachLine(
  answer: (lines: string[]) => Promise<string[]>,
  { addresses }: { addresses: boolean },
): Promise<void> {
  const warn = (message: string) => process.stderr.write(`milepost: ${message}\n`)
  const lines = new Lines(warn, addresses)
  lines.read(process.stdin)
  for (;;) {
    const taken = await lines.take()
    if (taken.length === 0) return
    const answered = await answer(taken)
    if (!(await print(answered.map((line) => `${line}\n`).join('')))) return endEarly(process.stdin)
  }
}

/** Stops reading when the answers cannot be written. `milepost parse - | head` succeeds. */
async function endEarly(source: NodeJS.ReadStream): Promise<void> {
  source.destroy()
  await printed().catch((error: unknown) => {
    // The command reports other errors at its end.
    if (error instanceof LostOutput && error.isClosedPipe) process.exit(0)
  })
}

/** The lines of a stream of bytes that have not been taken yet. */
export class Lines {
  readonly #warn: (message: string) => void
  readonly #addresses: boolean
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #waiting: string[] = []
  /** Bytes of the lines that wait. */
  #bytes = 0
  /** The line that has no end yet, in pieces. */
  #rest: Uint8Array[] = []
  #count = 0
  #hasReportedEncoding = false
  #ended = false
  #failure: Error | undefined
  #wake: () => void = () => undefined
  #source: NodeJS.ReadStream | undefined

  constructor(warn: (message: string) => void, addresses: boolean) {
    this.#warn = warn
    this.#addresses = addresses
  }

  /** Reads the stream to its end. */
  read(source: NodeJS.ReadStream): void {
    this.#source = source
    source.on('data', (chunk: Buffer) => {
      this.push(chunk)
      if (this.#bytes > READ_AHEAD) source.pause()
      this.#wake()
    })
    source.on('end', () => {
      this.end()
    })
    source.on('error', (error) => {
      this.#failure = error
      this.end()
    })
  }

  /** Takes bytes in, wherever lines begin and end. */
  push(chunk: Uint8Array): void {
    let from = 0
    for (;;) {
      const to = chunk.indexOf(LINE_FEED, from)
      if (to === -1) break
      this.#rest.push(chunk.subarray(from, to))
      this.#finish()
      from = to + 1
    }
    if (from < chunk.length) this.#rest.push(chunk.slice(from))
  }

  /** The end of the stream: the rest is the last line. */
  end(): void {
    if (this.#rest.length > 0) this.#finish()
    this.#ended = true
    this.#wake()
  }

  /** The next lines, some at a time, once there is one; none at the end. */
  async take(): Promise<string[]> {
    while (this.#waiting.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#waiting.length === 0 && this.#failure !== undefined) throw this.#failure
    const taken = this.#waiting.slice(0, LINES_AT_A_TIME)
    this.#waiting = this.#waiting.slice(LINES_AT_A_TIME)
    if (this.#waiting.length === 0) {
      this.#bytes = 0
      if (this.#source?.isPaused() === true) this.#source.resume()
    }
    return taken
  }

  #finish(): void {
    const whole = this.#rest.length === 1 ? this.#rest[0] : Buffer.concat(this.#rest)
    this.#rest = []
    const bytes = whole?.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : (whole ?? new Uint8Array())
    this.#bytes += bytes.length + 1
    const line = this.#decode(bytes)
    this.#count += 1
    if (this.#count === 1 && this.#addresses && looksLikeTable(line)) {
      this.#warn(
        'the first line looks like the names of columns; each line is answered as one address. `milepost bulk FILE` reads tables by their columns',
      )
    }
    this.#waiting.push(line)
  }

  #decode(bytes: Uint8Array): string {
    try {
      const line = this.#utf8.decode(bytes)
      // A byte order mark at the beginning, which editors write, is not part of the text.
      return this.#count === 0 && line.startsWith('\ufeff') ? line.slice(1) : line
    } catch {
      if (!this.#hasReportedEncoding) {
        this.#hasReportedEncoding = true
        this.#warn(
          `line ${String(this.#count + 1)} is not UTF-8; it and others that are not are read as Windows-1252. \`iconv\` turns other encodings into UTF-8`,
        )
      }
      return fromWindows1252(bytes)
    }
  }
}
