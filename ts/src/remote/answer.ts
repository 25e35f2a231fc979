/** Answers to single requests, and documents of text, which are read to a limit. */
import { reasonOf, Refused } from './file.js'
import { Interrupted, isBusy, Retries, type RetryOptions, waitOf } from './retries.js'

/** Milliseconds until an answer must be complete. */
const TIMEOUT_MS = 60_000

/** Longest document of JSON, XML or text, bytes. Those of publishers and stores have at most some megabytes. */
const LONGEST = 16 << 20

/** Bytes of an answer in which the reason of a refusal is searched. */
const LONGEST_REASON = 4096

/** How to send a request. */
export interface AnswerOptions extends RetryOptions {
  /** Milliseconds until an answer must be complete. */
  timeoutMs?: number | undefined
}

/**
 * The answer to a request, which is sent again while the server is busy or cannot be reached.
 * @throws Error in one sentence if no try reaches it. The last answer of a busy server is returned.
 */
export async function answerTo(
  name: string,
  send: (signal: AbortSignal) => Promise<Response>,
  options: AnswerOptions = {},
): Promise<Response> {
  const { signal, timeoutMs = TIMEOUT_MS } = options
  const retries = new Retries(options)
  for (;;) {
    const signals = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]
    try {
      const response = await send(AbortSignal.any(signals))
      if (!isBusy(response.status)) return response
      const busy = new Interrupted(`the server answers ${String(response.status)}`, {}, waitOf(response))
      if (!(await retries.next(busy))) return response
      await response.body?.cancel()
    } catch (error) {
      signal?.throwIfAborted()
      const failed = new Interrupted(reasonOf(error), { cause: error })
      if (!(await retries.next(failed)))
        throw new Error(`cannot reach ${name}: ${failed.message}`, { cause: error })
    }
  }
}

/**
 * A document of text.
 * @throws Error in one sentence if it breaks off, or is longer than 16 MiB: a server may send without end.
 */
export async function textOf(name: string, response: Response): Promise<string> {
  const document = await beginningOf(response, LONGEST).catch((error: unknown) => {
    throw new Error(`cannot read ${name}: ${reasonOf(error)}`, { cause: error })
  })
  if (document.isWhole) return document.text
  throw new Error(`cannot read ${name}: it is longer than ${String(LONGEST)} bytes`)
}

/** The error for an answer that refuses: its status, and the store's own code in XML of S3 and Azure or JSON of Google. */
export async function refusalOf(name: string, response: Response): Promise<Refused> {
  const said = await beginningOf(response, LONGEST_REASON).catch(() => ({ text: '' }))
  const code = /<Code>([\w.]+)<\/Code>/.exec(said.text)?.[1] ?? /"reason":\s*"(\w+)"/.exec(said.text)?.[1]
  return new Refused(name, response.status, code)
}

/** The first bytes of a document of text, and whether they are all. */
async function beginningOf(response: Response, most: number): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > most) break
  }
  return { text: Buffer.concat(chunks).subarray(0, most).toString('utf8'), isWhole: bytes <= most }
}
