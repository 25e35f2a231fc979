/**
 * Fetches one file: resumed after an interruption, written to `<file>.part`, and renamed when its size and hash on
 * disk are those of the manifest. A file under its final name is therefore always complete. The caller has claimed the file.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import { type Offered, reasonOf } from './manifest.js'

/** Milliseconds after which a stalled transfer is aborted. */
const STILL_MS = 60_000

/** Most interruptions in a row without a byte between them. */
const MOST_BREAKS = 4

/** Options of a download. */
export interface DownloadOptions {
  /** Bytes fetched, and of how many. */
  progress?: (done: number, size: number) => void
  /** Ends the download; fetched bytes stay for the next time. */
  signal?: AbortSignal | undefined
  /** Milliseconds after which a stalled transfer is aborted. */
  stillMs?: number
}

/** The server sent something other than the manifest says; a retry does not help. */
class WrongContent extends Error {}

/** An interruption before the file was complete. */
class Broken extends Error {}

/**
 * Fetches `file` to `path`.
 * @throws Error in one sentence. Fetched bytes stay unless they are wrong.
 */
export async function download(file: Offered, path: string, options: DownloadOptions = {}): Promise<void> {
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  let breaks = 0
  let before = await sizeOf(part)
  for (;;) {
    try {
      await fetchRest(file, part, options)
      break
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof Broken)) throw error
      const now = await sizeOf(part)
      breaks = now > before ? 1 : breaks + 1
      before = now
      if (breaks >= MOST_BREAKS) {
        const state = `${String(now)} of ${String(file.size)} bytes are there; the same command goes on from them`
        throw new Error(`${file.url} broke off: ${error.message}; ${state}`, { cause: error })
      }
    }
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Syncs a rename in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Fetches the missing rest, and verifies the whole file. */
async function fetchRest(file: Offered, part: string, options: DownloadOptions): Promise<void> {
  if ((await sizeOf(part)) > file.size) await rm(part)
  const length = await sizeOf(part)
  await checkSpace(file.size - length, dirname(part))
  const handle = await open(part, 'a')
  try {
    if (length < file.size) await append(file, handle, length, options)
    await handle.sync()
    // The file on disk counts, not the received bytes: another program may have written there, and a part may be old.
    const { size } = await handle.stat()
    if (size !== file.size || (await sha256Of(part, options.signal)) !== file.sha256) {
      throw new WrongContent(`${file.url} is not the file of the manifest: its SHA-256 is another`)
    }
  } catch (error) {
    if (error instanceof WrongContent) await rm(part)
    throw error
  } finally {
    await handle.close()
  }
}

/** Appends the rest of the file, from the start if the server does not send parts. */
async function append(
  file: Offered,
  handle: FileHandle,
  length: number,
  { progress, signal, stillMs = STILL_MS }: DownloadOptions,
): Promise<void> {
  const still = new AbortController()
  const timer = setTimeout(() => {
    still.abort(new Error('nothing came any more'))
  }, stillMs)
  const signals = [still.signal, ...(signal === undefined ? [] : [signal])]
  try {
    const response = await fetch(file.url, {
      // With compression the bytes would not be those in the manifest.
      headers: { 'accept-encoding': 'identity', ...(length > 0 && { range: `bytes=${String(length)}-` }) },
      signal: AbortSignal.any(signals),
    })
    let done = length
    if (!continues(response, length)) {
      if (!response.ok) throw new Refused(`${file.url}: the server answers ${String(response.status)}`)
      await handle.truncate(0)
      done = 0
    }
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      done += chunk.length
      if (done > file.size) throw new WrongContent(`${file.url} is longer than the manifest says`)
      await handle.writeFile(chunk)
      progress?.(done, file.size)
    }
    if (done < file.size) throw new Broken(`it ended after ${String(done)} bytes`)
  } catch (error) {
    if (error instanceof WrongContent || error instanceof Refused || isDisk(error)) throw error
    throw new Broken(reasonOf(error), { cause: error })
  } finally {
    clearTimeout(timer)
    still.abort()
  }
}

/** The server refuses the file. */
class Refused extends Error {}

/** Whether the answer continues where the part ends. An unchecked range could be any. */
function continues(response: Response, length: number): boolean {
  if (length === 0) return response.status === 200
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  return response.status === 206 && Number(start) === length
}

/** A full disk or a forbidden folder, as opposed to the network. */
export function isDisk(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return code !== undefined && ['ENOSPC', 'EACCES', 'EROFS', 'EIO', 'EDQUOT', 'EFBIG'].includes(code)
}

/**
 * Checks that a folder, which may not exist yet, has room for so many more bytes.
 * @throws Error that says how many bytes are free.
 */
export async function checkSpace(needed: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(await existing(folder))
  if (needed > bavail * bsize) {
    throw new Error(`${folder} has ${String(bavail * bsize)} bytes left, and ${String(needed)} are needed`)
  }
}

/** The folder, or the nearest existing one above it. */
async function existing(folder: string): Promise<string> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if (path === dirname(path) || (await stat(path).catch(() => undefined)) !== undefined) return path
  }
}

/** SHA-256 of a file, in hexadecimal digits; for gigabytes it takes long enough to be interruptible. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

/** Bytes of a file; 0 if there is none. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
