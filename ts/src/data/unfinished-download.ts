/** An unfinished download: `<file>.part`, to which the missing bytes are appended. */
import { dirname } from 'node:path'

import { bytesOf, type ReadOptions, type RemoteBytes } from '../remote/bytes.js'
import { checkSpace, openOwn, sizeOf } from './files.js'

/** Bytes that stay free on the disk, and after how many more this is checked: a server may send without end. */
const RESERVE = 256 << 20

/** How to fetch a file. */
export interface PartOptions extends Omit<ReadOptions, 'start' | 'end' | 'restart'> {
  /** Bytes fetched, and of how many; 0 if unknown. */
  progress?: ((done: number, size: number) => void) | undefined
}

/**
 * Appends the missing bytes of a remote file to `part`. If the server has another version of the file, the part starts over.
 * @throws Error in one sentence. Fetched bytes stay.
 */
export async function appendRest(
  part: string,
  remote: RemoteBytes,
  { progress, ...options }: PartOptions,
): Promise<void> {
  const start = await sizeOf(part)
  const handle = await openOwn(part, 'append')
  let [done, unchecked, size] = [start, 0, options.size ?? 0]
  const bytes = bytesOf(remote, {
    ...options,
    start,
    restart: async () => {
      await handle.truncate(0)
      done = 0
    },
    described: async (version) => {
      size = options.size ?? version.size ?? 0
      await options.described?.(version)
    },
    advice: () => {
      const of = size === 0 ? '' : ` of ${String(size)}`
      return `${String(done)}${of} bytes are there; the same command goes on from them`
    },
  })
  try {
    for await (const chunk of bytes) {
      await handle.writeFile(chunk)
      done += chunk.length
      unchecked += chunk.length
      if (unchecked >= RESERVE) {
        await checkSpace(RESERVE, dirname(part))
        unchecked = 0
      }
      progress?.(done, size)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}
