/** Requests to a store: made again where the connection or the store fails, and what a refusal says. */
import type { ObjectRequest } from './stores.js'

/** Times a request is made that fails by no fault of its own. */
export const MOST_TRIES = 5

/** Characters of an answer in which the reason of a refusal is looked for. */
const LONGEST_REASON = 4096

/** The store answered, and not with what was asked for. */
export class Refusal extends Error {}

/** What to say of an answer: its status, and the store's own word for the reason. */
export async function refusal(name: string, response: Response): Promise<Refusal> {
  const said = (await response.text().catch(() => '')).slice(0, LONGEST_REASON)
  // XML of S3 and Azure, JSON of Google.
  const reason = /<Code>([\w.]+)<\/Code>/.exec(said)?.[1] ?? /"reason":\s*"(\w+)"/.exec(said)?.[1]
  const why = reason === undefined ? '' : ` (${reason})`
  return new Refusal(`${name}: the server answers ${String(response.status)}${why}`)
}

/**
 * The answer to a request, which is signed anew for each try.
 * @throws Refusal where the store refuses.
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
