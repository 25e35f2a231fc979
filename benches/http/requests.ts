/** Sends one request after another down kept connections and takes the time. */
import { setImmediate } from 'node:timers'
import { Agent, request } from 'node:http'

/** A request to a server; its `path` may hold a query. */
export interface Request {
  method?: 'GET' | 'POST'
  path: string
  body?: string
}

/** The status of an answer, and the milliseconds until all of it was there. */
export interface Answer {
  status: number
  ms: number
}

export interface Client {
  /** Sends a request; the milliseconds count from `since`, by default now. */
  send: (request: Request, since?: number) => Promise<Answer>
  close: () => void
}

/** A client of the server at `url` with at most `connections` connections. */
export function createClient(url: string, connections = 64): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  const send = ({ method = 'GET', path, body }: Request, since = performance.now()) =>
    new Promise<Answer>((resolve, reject) => {
      const headers =
        body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request(url + path, { method, agent, headers }, (response) => {
        response.resume()
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - since })
        })
      })
      // More than one may come: a server that refuses a body closes while it is still being sent.
      sent.on('error', reject)
      sent.end(body)
    })
  const close = () => {
    agent.destroy()
  }
  return { send, close }
}

/** The requests of a list in turn, again and again. */
export function inTurn(requests: readonly Request[], index: number): Request {
  const request = requests[index % requests.length]
  if (request === undefined) throw new Error('a bench has no requests to send')
  return request
}

/** Posts JSON. */
export function post(path: string, value: unknown): Request {
  return { method: 'POST', path, body: JSON.stringify(value) }
}

/**
 * Sends `requests` in turn at `rate` a second for `seconds`, each at its own time on the clock, whether or not the ones before are
 * answered. A latency counts from that time, so that waiting behind a slow answer is part of it (no coordinated omission).
 * Resolves with the sorted latencies in milliseconds, and how many answers were no 2xx. With `spinning` the process never sleeps
 * while it waits: a timer is up to 2 ms late, which would count as latency. That takes a core of its own.
 */
export async function openLoop(
  client: Client,
  requests: readonly Request[],
  rate: number,
  seconds: number,
  { spinning = false }: { spinning?: boolean } = {},
): Promise<{ latencies: Float64Array; failed: number }> {
  const total = Math.max(1, Math.round(rate * seconds))
  const begun = performance.now()
  const answers: Promise<Answer>[] = []
  await new Promise<void>((resolve) => {
    const sendDue = () => {
      while (answers.length < total && begun + (1000 * answers.length) / rate <= performance.now()) {
        const due = begun + (1000 * answers.length) / rate
        answers.push(client.send(inTurn(requests, answers.length), due))
      }
      if (answers.length === total) resolve()
      else if (spinning) setImmediate(sendDue)
      else setTimeout(sendDue, Math.max(0, begun + (1000 * answers.length) / rate - performance.now()))
    }
    sendDue()
  })
  const answered = await Promise.all(answers)
  return {
    latencies: Float64Array.from(answered.map(({ ms }) => ms)).sort(),
    failed: answered.filter(({ status }) => status < 200 || status > 299).length,
  }
}
