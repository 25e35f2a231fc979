/** Whether what has come is what was sent, by the checksums that archives carry. */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

/**
 * Removes the files that cannot be unpacked, so that they are fetched anew; returns them. Asked when a build failed: to look
 * before each one would read everything twice.
 */
export async function removeDamaged(paths: readonly string[]): Promise<string[]> {
  const damaged: string[] = []
  for (const path of paths) {
    if (!path.endsWith('.gz') || (await unpacks(path))) continue
    damaged.push(path)
    await rm(path, { force: true })
    await rm(`${path}.json`, { force: true })
  }
  return damaged
}

async function unpacks(path: string): Promise<boolean> {
  const nowhere = new Writable({
    write(_, __, done) {
      done()
    },
  })
  try {
    await pipeline(createReadStream(path), createGunzip(), nowhere)
    return true
  } catch {
    return false
  }
}
