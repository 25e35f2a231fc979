/**
 * Fetches a publisher's file, whose hash is unknown: resumed only if the server says that it is still the same (If-Range),
 * written to `<file>.part` with the server's description in `<file>.part.json`, and renamed when complete.
 */
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import Type from 'typebox'
import { Check } from 'typebox/value'

import { isDisk, sha256Of, sizeOf, syncFolder } from './download.js'
import { reasonOf } from './manifest.js'
import {
  addressOf,
  describe,
  headersOf,
  isBusy,
  isSame,
  Refused,
  type RemoteFile,
  type RemoteOptions,
  waitOf,
} from './remote.js'

/** Milliseconds after which a stalled transfer is aborted. */
const STILL_MS = 60_000

/** Most interruptions in a row without a byte between them. */
const MOST_BREAKS = 5

/** The record next to a file. */
const Kept = Type.Object({
  url: Type.String(),
  size: Type.Optional(Type.Integer()),
  etag: Type.Optional(Type.String()),
  lastModified: Type.Optional(Type.String()),
})

/** How to fetch a file. */
export interface TransferOptions extends RemoteOptions {
  /** Bytes fetched, and of how many; 0 if unknown. */
  progress?: (done: number, size: number) => void
  /** Milliseconds after which a stalled transfer is aborted. */
  stillMs?: number
}

/** An interruption before the file was complete; the transfer may resume. */
class Broken extends Error {
  readonly waitMs: number | undefined

  constructor(message: string, options?: ErrorOptions, waitMs?: number) {
    super(message, options)
    this.waitMs = waitMs
  }
}

/** A fetched file. */
export interface Fetched extends RemoteFile {
  size: number
  /** None of what is a part of a file. */
  sha256?: string
}

/**
 * Fetches `file` to `path`, unless it is already there.
 * @throws Error in one sentence. Fetched bytes stay unless the server has another file.
 */
export async function transfer(file: RemoteFile, path: string, options: TransferOptions): Promise<Fetched> {
  await mkdir(dirname(path), { recursive: true })
  const there = await readKept(`${path}.json`)
  if (there === undefined || isSame(there, file) !== true || (await sizeOf(path)) !== there.size) {
    await fetchWhole(file.url, path, options)
  }
  const kept = (await readKept(`${path}.json`)) ?? { url: file.url }
  return { ...kept, size: await sizeOf(path), sha256: await sha256Of(path, options.signal) }
}

async function fetchWhole(url: string, path: string, options: TransferOptions): Promise<void> {
  const part = `${path}.part`
  let breaks = 0
  let before = await sizeOf(part)
  for (;;) {
    try {
      await fetchRest(url, part, options)
      break
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof Broken)) throw error
      const now = await sizeOf(part)
      breaks = now > before ? 1 : breaks + 1
      before = now
      if (breaks >= MOST_BREAKS) {
        const state = `${String(now)} bytes are there; the same command goes on from them`
        throw new Error(`${url} broke off: ${error.message}; ${state}`, { cause: error })
      }
      await sleep(error.waitMs ?? (options.waitMs ?? 1000) * breaks, undefined, { signal: options.signal })
    }
  }
  await checkKind(url, part)
  await rename(`${part}.json`, `${path}.json`)
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Fetches the missing rest. */
async function fetchRest(url: string, part: string, options: TransferOptions): Promise<void> {
  const kept = await readKept(`${part}.json`)
  const validator = kept?.url === url ? validatorOf(kept) : undefined
  // Without a description from the server, the part may belong to any file.
  const length = validator === undefined ? 0 : await sizeOf(part)
  const handle = await open(part, length === 0 ? 'w' : 'a')
  try {
    await append(url, handle, length, kept, validator, `${part}.json`, options)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The validator for `If-Range`, which must be strong. */
function validatorOf({ etag, lastModified }: RemoteFile): string | undefined {
  return etag !== undefined && !etag.startsWith('W/') ? etag : lastModified
}

async function append(
  url: string,
  handle: FileHandle,
  length: number,
  kept: RemoteFile | undefined,
  validator: string | undefined,
  keptPath: string,
  options: TransferOptions,
): Promise<void> {
  const { signal, mirror, progress, stillMs = STILL_MS } = options
  const still = new AbortController()
  const timer = setTimeout(() => {
    still.abort(new Error('nothing came any more'))
  }, stillMs)
  const signals = [still.signal, ...(signal === undefined ? [] : [signal])]
  const resume = length > 0 && validator !== undefined
  try {
    const response = await fetch(addressOf(url, mirror), {
      headers: {
        ...headersOf(options),
        ...(resume && { range: `bytes=${String(length)}-`, 'if-range': validator }),
      },
      signal: AbortSignal.any(signals),
    })
    const state = describe(url, response)
    let done = length
    if (response.status === 416) {
      await handle.truncate(0)
      throw new Broken('the server has less than came before')
    }
    if (isBusy(response.status)) {
      throw new Broken(`the server answers ${String(response.status)}`, undefined, waitOf(response))
    }
    if (!response.ok) throw new Refused(url, response.status)
    if (!resume || !goesOn(response, length) || isSame(kept ?? state, state) === false) {
      if (response.status === 206) {
        await handle.truncate(0)
        throw new Broken('the server has another file by now')
      }
      await handle.truncate(0)
      done = 0
    }
    await writeFile(keptPath, JSON.stringify(state))
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      done += chunk.length
      await handle.writeFile(chunk)
      progress?.(done, state.size ?? 0)
    }
    if (state.size !== undefined && done !== state.size) {
      throw new Broken(`it ended after ${String(done)} of ${String(state.size)} bytes`)
    }
    await writeFile(keptPath, JSON.stringify({ ...state, size: done }))
  } catch (error) {
    if (error instanceof Broken || error instanceof Refused || isDisk(error)) throw error
    throw new Broken(reasonOf(error), { cause: error })
  } finally {
    clearTimeout(timer)
    still.abort()
  }
}

/** Whether the answer begins where the part ends. */
function goesOn(response: Response, length: number): boolean {
  const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  return response.status === 206 && Number(start) === length
}

/** First bytes of the kinds of files that are fetched. */
const KINDS: readonly [RegExp, string, number[]][] = [
  [/\.gz$/, 'gzip', [0x1f, 0x8b]],
  [/\.bz2$/, 'bzip2', [0x42, 0x5a, 0x68]],
  [/\.zip$/, 'a zip archive', [0x50, 0x4b]],
  [/\.gpkg$/, 'a GeoPackage', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
]

/** The beginning of a page of HTML, which no publisher's data are. */
const PAGE = /^\ufeff?\s*<(!doctype html|html|head|body)\b/i

/** An error page may come with status 200 too. */
async function checkKind(url: string, part: string): Promise<void> {
  const { pathname } = new URL(url)
  const start = await firstBytes(part)
  const kind = KINDS.find(([ending]) => ending.test(pathname))
  const isIt = kind === undefined || start.subarray(0, kind[2].length).equals(Buffer.from(kind[2]))
  if (isIt && !PAGE.test(start.toString('utf8'))) return
  await rm(part)
  const name = kind === undefined ? 'a file of data' : kind[1]
  throw new Error(`${url} is not ${name}: the server sent something else; try again later`)
}

/** The first bytes of a file, as many as tell its kind. */
async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function readKept(path: string): Promise<RemoteFile | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
    return Check(Kept, kept) ? kept : undefined
  } catch {
    return undefined
  }
}
