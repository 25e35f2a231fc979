/**
 * Fetches one file of a manifest: written to `<file>.part`, and renamed when its size and hash on disk are those of the manifest. A file
 * under its final name is therefore always complete. The caller has claimed the file.
 */
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { checkSpace, sha256Of, sizeOf, syncFolder } from './files.js'
import type { Offered } from './manifest.js'
import { appendRest, type PartOptions } from './unfinished-download.js'
import { send } from '../remote/send.js'

/** Options of a download. */
export type DownloadOptions = Pick<PartOptions, 'progress' | 'signal' | 'stillMs' | 'waitMs'>

/**
 * Fetches `file` to `path`.
 * @throws Error in one sentence. Fetched bytes stay unless they are wrong.
 */
export async function download(file: Offered, path: string, options: DownloadOptions = {}): Promise<void> {
  const { url, size, sha256 } = file
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  if ((await sizeOf(part)) > size) await rm(part)
  const missing = size - (await sizeOf(part))
  await checkSpace(missing, dirname(part))
  const sendRange = (headers: Record<string, string>, signal: AbortSignal) => send(url, { headers, signal })
  if (missing > 0)
    await appendRest(part, { name: url, send: sendRange }, { ...options, size, hasChecksum: true })
  // The file on disk counts, not the received bytes: another program may have written there, and a part may be old.
  const isLong = (await sizeOf(part)) > size
  if (isLong || (await sha256Of(part, options.signal)) !== sha256) {
    await rm(part)
    const why = isLong ? 'it is longer than the manifest says' : 'its SHA-256 is another'
    throw new Error(`${url} is not the file of the manifest: ${why}`)
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}
