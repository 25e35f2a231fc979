/** A remote file, passed to the program over a socket on demand. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { bytesOf } from './transfer.js'

/** Files that are given. */
export class FetchedFiles {
  readonly #servers: Server[] = []
  /** The first error. */
  failure: unknown

  /** Sends the bytes of `name` to a client of the socket `path`; nothing is fetched before it connects. */
  async give(name: string, path: string): Promise<void> {
    const server = createServer((socket) => {
      pipeline(Readable.from(parcels(bytesOf(name))), socket).catch((error: unknown) => {
        this.failure ??= error
      })
    }).listen(path)
    this.#servers.push(server)
    await once(server, 'listening')
  }

  /** Stops sending. */
  close(): void {
    for (const server of this.#servers) server.close()
  }
}

/** Each chunk after its length, and an empty one at the end: a file that breaks off does not look complete. */
async function* parcels(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    yield length(chunk.length)
    yield chunk
  }
  yield length(0)
}

function length(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes)
  return length
}
