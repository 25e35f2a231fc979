/** Sends one request after another down kept connections and takes the time. */
import { setImmediate } from 'node:timers'
import { Agent, request } from 'node:http'

/** A client of the server at `url` with at most `connections` connections. */
export function createClient(url, connections = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  /**
   * Sends a request `{method, path, body}`; resolves with its status and the milliseconds from `since` until the whole answer is
   * there.
   */
  const send = ({ method = 'GET', path, body }, since = performance.now()) =>
    new Promise((resolve, reject) => {
      const headers =
        body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request(url + path, { method, agent, headers }, (response) => {
        response.resume()
        response.once('end', () => resolve({ status: response.statusCode, ms: performance.now() - since }))
      })
      // More than one may come: a server that refuses a body closes while it is still being sent.
      sent.on('error', reject)
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** Posts JSON. */
export function post(path, value) {
  return { method: 'POST', path, body: JSON.stringify(value) }
}

/**
 * Sends `requests` in turn at `rate` a second for `seconds`, each at its own time on the clock, whether or not the ones before are
 * answered. A latency counts from that time, so that waiting behind a slow answer is part of it (no coordinated omission).
 * Resolves with the sorted latencies in milliseconds, and how many answers were no 2xx. With `spinning` the process never sleeps
 * while it waits: a timer is up to 2 ms late, which would count as latency. That takes a core of its own.
 */
export async function openLoop(client, requests, rate, seconds, { spinning = false } = {}) {
  const total = Math.max(1, Math.round(rate * seconds))
  const begun = performance.now()
  const answers = []
  await new Promise((resolve) => {
    const sendDue = () => {
      while (answers.length < total && begun + (1000 * answers.length) / rate <= performance.now()) {
        const due = begun + (1000 * answers.length) / rate
        answers.push(client.send(requests[answers.length % requests.length], due))
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
