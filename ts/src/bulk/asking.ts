/** Requests to a store: repeated if the connection or the store fails, with the reason of a refusal. */
import type { ObjectRequest } from './stores.js'

/** Times a request is tried that fails for reasons outside it. */
export const MOST_TRIES = 5

/** Characters of an answer in which the reason of a refusal is searched. */
const LONGEST_REASON = 4096

/** The store refused. */
export class Refusal extends Error {}

/** The message for an answer: its status, and the store's own reason. */
export async function refusal(name: string, response: Response): Promise<Refusal> {
  const said = (await response.text().catch(() => '')).slice(0, LONGEST_REASON)
  // XML of S3 and Azure, JSON of Google.
  const reason = /<Code>([\w.]+)<\/Code>/.exec(said)?.[1] ?? /"reason":\s*"(\w+)"/.exec(said)?.[1]
  const why = reason === undefined ? '' : ` (${reason})`
  return new Refusal(`${name}: the server answers ${String(response.status)}${why}`)
}

/**
 * The answer to a request, which is signed again for each try.
 * @throws Refusal if the store refuses.
 */
export async function answerTo(
  name: string,
  request: () => ObjectRequest,
  method: string,
  body?: Buffer,
  more: Record<string, string> = {},
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const { url, headers } = request()
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...more },
        ...(body !== undefined && { body: new Uint8Array(body) }),
      })
      if (response.ok) return response
      if (response.status < 500 || tries >= MOST_TRIES) throw await refusal(name, response)
    } catch (error) {
      if (error instanceof Refusal || tries >= MOST_TRIES) throw error
    }
  }
}
