/** When the client of a request is gone: work that nobody waits for any more is given up. */
import type { FastifyReply } from 'fastify'

/** A signal that is aborted when the client leaves, and after the answer, when it does no harm. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    gone.abort()
  })
  return gone.signal
}
