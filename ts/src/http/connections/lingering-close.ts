/**
 * Closes a connection so that its client can read the answer. A system that closes a connection with unread bytes resets it, and a client
 * that is still sending loses the answer it has not read yet. So the server reads on for a while after a refusal, as nginx does.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

/** Milliseconds that a client has to finish sending after a refusal. */
const MOST_TIME = 2_000

/** Bytes that are read and dropped after a refusal: 32 MB. */
const MOST_BYTES = 32_000_000

/** Whether the body of a request is still to be read. */
export function hasUnreadBody({ headers, readableEnded, destroyed }: IncomingMessage): boolean {
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return announced && !readableEnded && !destroyed
}

/** The bytes of an answer, which ends when the body of its request has been dropped. */
export function endingAfterBody(answer: string, request: IncomingMessage): Readable {
  return Readable.from(
    (async function* () {
      yield answer
      await dropped(request)
    })(),
    { objectMode: false },
  )
}

function dropped(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let read = 0
    const late = setTimeout(resolve, MOST_TIME)
    const end = () => {
      clearTimeout(late)
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read > MOST_BYTES) end()
    })
    request.once('end', end).once('close', end).once('error', end)
    request.unpipe().resume()
  })
}

/** Sends a last answer on a connection outside any request, and closes it when the client does, or soon. */
export function endSoon(socket: Socket, answer: string): void {
  socket.end(answer)
  const late = setTimeout(() => {
    socket.destroy()
  }, MOST_TIME)
  socket.once('close', () => {
    clearTimeout(late)
  })
}
