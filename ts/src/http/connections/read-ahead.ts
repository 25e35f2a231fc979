/**
 * A request body for a reader that is slow or stuck. A server learns that a client has left when it reads to the end of what the client
 * sent, so it reads ahead of the reader.
 */
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/** Bytes that wait for the reader: 32 MB. Systems hold some 10 MB on the way from a client that has left. */
const AHEAD = 32_000_000

/** Milliseconds in which a client sends at least {@link LEAST}, unless it is held up. */
const STALLED = 30_000

/** Bytes: less than a row a second. */
const LEAST = 1_000

/** The bytes of `body`, read ahead. Calls `stalled` if the client sends next to nothing for 30 s. */
export function readAhead(body: IncomingMessage, stalled: () => void): Readable {
  const ahead = new PassThrough({ writableHighWaterMark: 0, readableHighWaterMark: AHEAD })
  let arrived = 0
  body.on('data', (chunk: Buffer) => {
    arrived += chunk.length
  })
  const looks = setInterval(() => {
    if (arrived < LEAST && !ahead.writableNeedDrain) stalled()
    arrived = 0
  }, STALLED)
  const end = () => {
    clearInterval(looks)
  }
  body.once('end', end).once('close', end)
  return body.pipe(ahead)
}
