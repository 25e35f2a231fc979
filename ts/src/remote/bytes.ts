/**
 * The bytes of a remote file, in bounded memory however long it is: every downloader reads them here. A broken connection is resumed
 * where it ended, and each answer is compared with the first one, so that the bytes are never of two versions of the file.
 */
import { refusalOf } from './answer.js'
import { Changed, describe, isSame, rangeOf, reasonOf, type RemoteFile, validatorOf } from './file.js'
import { Interrupted, isBusy, Retries, type RetryOptions, waitOf } from './retries.js'

/** Milliseconds after which a server that sends nothing is given up. */
const STILL_MS = 60_000

/** A remote file. */
export interface RemoteBytes {
  /** Its name in messages: the URL that is asked. */
  name: string
  /** Its URL at the publisher, where a mirror is asked; by default its name. */
  url?: string
  /** Sends a request with these headers; called for each try, because a signature expires. */
  send: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
}

/** What to read. */
export interface ReadOptions extends RetryOptions {
  /** The first byte. */
  start?: number
  /** The byte after the last; without it, the file is read to its end. */
  end?: number
  /** The version that the bytes before `start` are of. */
  version?: RemoteFile | undefined
  /** Bytes that the file must have. */
  size?: number | undefined
  /** Whether the caller compares a checksum of the whole: then a server without ETag and Last-Modified can be resumed as well. */
  hasChecksum?: boolean
  /** Called if the server has another version: the bytes start again from 0. Without it, that is an error. */
  restart?: () => Promise<void>
  /** Called with the description of the file, before its first byte. */
  described?: (version: RemoteFile) => Promise<void>
  /** How the user resumes, at the end of the message of a transfer that is given up. */
  advice?: (bytes: number) => string
  /** Milliseconds after which a server that sends nothing is given up. */
  stillMs?: number | undefined
}

/**
 * Reads the bytes.
 * @throws Refused, Changed, or Error in one sentence if the transfer is given up.
 */
export async function* bytesOf(
  { name, url = name, send }: RemoteBytes,
  options: ReadOptions = {},
): AsyncGenerator<Uint8Array> {
  const {
    end,
    restart,
    described,
    advice = () => 'run the command again',
    stillMs = STILL_MS,
    signal,
  } = options
  const retries = new Retries(options)
  let { start: at = 0, version } = options
  for (;;) {
    const connection = new Connection(stillMs, signal)
    try {
      const range = at > 0 || end !== undefined ? { start: at, end } : undefined
      const response = await connection.await(send(headersOf(range, version), connection.signal))
      if (isBusy(response.status)) {
        throw new Interrupted(`the server answers ${String(response.status)}`, {}, waitOf(response))
      }
      const isOther = response.status === 416 || response.status === 412
      if (!response.ok && !(isOther && range !== undefined)) {
        throw await connection.await(refusalOf(name, response))
      }
      const now = describe(version?.url ?? url, response)
      const difference = differenceOf(response, range, version, now, options)
      if (difference !== undefined) {
        if (restart === undefined) throw new Changed(name, difference)
        await restart()
        at = 0
        version = undefined
        if (response.status !== 200) throw new Interrupted(difference)
      }
      version = { ...now, size: now.size ?? version?.size }
      await described?.(version)
      const until = (response.status === 206 ? rangeOf(response)?.end : undefined) ?? now.size
      for await (const chunk of connection.chunksOf(response)) {
        at += chunk.length
        if (until !== undefined && at > until)
          throw new Error(`${name}: the server sends more bytes than it says`)
        retries.count(chunk.length)
        yield chunk
      }
      const last = end ?? options.size ?? version.size
      if (last === undefined || at >= last) return
      throw new Interrupted(`it ended after ${String(at)} of ${String(last)} bytes`)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof Interrupted)) throw error
      if (await retries.next(error)) continue
      throw new Error(`${name} broke off: ${error.message}; ${advice(at)}`, { cause: error })
    } finally {
      connection.close()
    }
  }
}

interface Range {
  start: number
  end: number | undefined
}

function headersOf(range: Range | undefined, version: RemoteFile | undefined): Record<string, string> {
  // With compression in transit the bytes would not be those of the file.
  const headers = { 'accept-encoding': 'identity' }
  if (range === undefined) return headers
  const validator = version === undefined ? undefined : validatorOf(version)
  const last = range.end === undefined ? '' : String(range.end - 1)
  return {
    ...headers,
    range: `bytes=${String(range.start)}-${last}`,
    ...(validator !== undefined && { 'if-range': validator }),
  }
}

/** Why the answer does not continue the version that was begun; undefined if it does, or nothing was begun. */
function differenceOf(
  response: Response,
  range: Range | undefined,
  version: RemoteFile | undefined,
  now: RemoteFile,
  { size = version?.size, hasChecksum = false }: ReadOptions,
): string | undefined {
  if (range === undefined) return response.status === 206 ? 'it sends a part instead of the file' : undefined
  if (response.status === 416 || response.status === 412) return 'it has fewer bytes than before'
  if (response.status !== 206) return 'it sends the file from its start'
  const sent = rangeOf(response)
  if (sent?.start !== range.start || (range.end !== undefined && sent.end > range.end)) {
    const header = response.headers.get('content-range') ?? 'an unknown part'
    return `it sends ${header} instead of bytes from ${String(range.start)}`
  }
  if (size !== undefined && sent.total !== undefined && sent.total !== size) {
    return `it has ${String(sent.total)} bytes instead of ${String(size)}`
  }
  const same = version === undefined ? undefined : isSame(version, now)
  if (same === false) return 'its ETag or Last-Modified is another'
  return same === true || hasChecksum ? undefined : 'it sends no ETag or Last-Modified to compare'
}

/** One request, aborted if the server sends nothing for some time. Time that the reader of the bytes takes does not count. */
class Connection {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #stillMs: number
  readonly #outer: AbortSignal | undefined

  constructor(stillMs: number, outer: AbortSignal | undefined) {
    this.#stillMs = stillMs
    this.#outer = outer
    this.signal = AbortSignal.any([this.#controller.signal, ...(outer === undefined ? [] : [outer])])
  }

  /** Awaits something from the server. */
  async await<T>(answer: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#controller.abort(new Error('nothing came any more'))
    }, this.#stillMs)
    try {
      return await answer
    } catch (error) {
      this.#outer?.throwIfAborted()
      throw new Interrupted(reasonOf(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  async *chunksOf(response: Response): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader()
    for (;;) {
      const read = await this.await(reader?.read() ?? Promise.resolve(undefined))
      if (read?.value === undefined) return
      yield read.value
    }
  }

  close(): void {
    this.#controller.abort()
  }
}
