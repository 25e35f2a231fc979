/** Cancels work when the client of a request is gone. */
import type { FastifyReply } from 'fastify'

/** The client left before the answer, which does not count as an error of the server. */
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
