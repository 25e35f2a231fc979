/** When the client of a request is gone: work that nobody waits for any more is given up. */
import type { FastifyReply } from 'fastify'

/** The client left before it was answered, which is no fault of ours. */
export class ClientGone extends Error {
  override message = 'the client is gone'
}

/** A signal that is aborted when the client leaves, and after the answer, when it does no harm. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    gone.abort(new ClientGone())
  })
  return gone.signal
}
