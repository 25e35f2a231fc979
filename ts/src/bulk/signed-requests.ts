/** Requests to a store, signed anew for each try. */
import { answerTo as answerToRequest, refusalOf } from '../remote/answer.js'
import type { ObjectRequest } from './stores.js'

/** Milliseconds until an answer must be complete: a part of an upload has 64 MiB. */
const TIMEOUT_MS = 600_000

/**
 * The answer to a request.
 * @throws Refused if the store refuses, or Error in one sentence if it cannot be reached.
 */
export async function answerTo(
  name: string,
  request: () => ObjectRequest,
  method: string,
  body?: Buffer,
  more: Record<string, string> = {},
): Promise<Response> {
  const send = (signal: AbortSignal) => {
    const { url, headers } = request()
    return fetch(url, {
      method,
      headers: { ...headers, ...more },
      signal,
      ...(body !== undefined && { body: new Uint8Array(body) }),
    })
  }
  const response = await answerToRequest(name, send, body === undefined ? {} : { timeoutMs: TIMEOUT_MS })
  if (!response.ok) throw await refusalOf(name, response)
  return response
}
