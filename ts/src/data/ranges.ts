/**
 * Fetches parts of a large file into a sparse file: first its end, which has the index, then the parts. Finished parts are
 * recorded next to it, so that an interrupted run resumes while the server has the same file.
 */
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

import { sizeOf } from './download.js'
import { reasonOf } from './manifest.js'
import { describe, isSame, Refused, type RemoteFile, type RemoteOptions, request } from './remote.js'

/** Last bytes of the file: the length of the description before them, and `PAR1`. */
const TAIL = 8

/** Ranges nearer to each other than this are fetched together. */
const GAP = 16 * 1024

/** Longest range of one request, bytes: this limits what is held in memory. */
const LONGEST = 16 * 1024 * 1024

/** Most interruptions in a row without a byte between them. */
const MOST_BREAKS = 5

const State = Type.Object({
  url: Type.String(),
  size: Type.Integer(),
  etag: Type.Optional(Type.String()),
  lastModified: Type.Optional(Type.String()),
  /** First byte and the one after the last of a finished part. */
  come: Type.Array(Type.Tuple([Type.Integer(), Type.Integer()])),
})
type State = Static<typeof State>

/** A partly fetched file. */
export class PartialFile {
  readonly path: string
  readonly #state: State
  readonly #options: RemoteOptions

  private constructor(path: string, state: State, options: RemoteOptions) {
    this.path = path
    this.#state = state
    this.#options = options
  }

  /** The file at `path`, with its end. Parts of another state of the file are discarded. */
  static async open(file: RemoteFile, path: string, options: RemoteOptions): Promise<PartialFile> {
    if (file.size === undefined) throw new Error(`${file.url}: the server does not say how long it is`)
    await mkdir(dirname(path), { recursive: true })
    let state = await readState(`${path}.json`)
    const there = await sizeOf(path)
    // A truncated file would be lengthened with zeros.
    if (state === undefined || there !== state.size || isSame(state, file) !== true) {
      await rm(path, { force: true })
      const { url, size, etag, lastModified } = file
      state = {
        url,
        size,
        ...(etag !== undefined && { etag }),
        ...(lastModified !== undefined && { lastModified }),
        come: [],
      }
    }
    const handle = await open(path, 'a')
    await handle.truncate(file.size)
    await handle.close()
    const partial = new PartialFile(path, state, options)
    await partial.fetch([[Math.max(0, file.size - TAIL), file.size]])
    const end = await partial.#read(file.size - TAIL, TAIL)
    if (end.toString('latin1', 4) !== 'PAR1') throw new Error(`${file.url} is no Parquet file`)
    await partial.fetch([[Math.max(0, file.size - TAIL - end.readUInt32LE(0)), file.size]])
    return partial
  }

  /** Bytes that are fetched. */
  get bytes(): number {
    return this.#state.come.reduce((sum, [start, end]) => sum + end - start, 0)
  }

  /** Bytes of `ranges` that are missing. */
  missing(ranges: readonly [number, number][]): number {
    return this.#gaps(ranges).reduce((sum, [start, end]) => sum + end - start, 0)
  }

  /** Fetches the missing parts of `ranges`; `progress` gets the number of bytes. A broken connection is resumed. */
  async fetch(ranges: readonly [number, number][], progress?: (bytes: number) => void): Promise<void> {
    for (const [start, end] of this.#gaps(ranges)) {
      let breaks = 0
      for (let at = start; at < end;) {
        const { bytes, reason } = await this.#ask(at, Math.min(end, at + LONGEST))
        if (bytes.length > 0) {
          await this.#write(at, bytes)
          progress?.(bytes.length)
        }
        at += bytes.length
        if (reason === undefined) continue
        breaks = bytes.length > 0 ? 1 : breaks + 1
        await this.#waitAfter(breaks, reason)
      }
    }
  }

  /** Waits before the next try; after too many in vain there is none. */
  async #waitAfter(breaks: number, reason: string): Promise<void> {
    const { signal, waitMs = 1000 } = this.#options
    signal?.throwIfAborted()
    if (breaks >= MOST_BREAKS) {
      const { url, come } = this.#state
      const there = come.reduce((sum, [start, end]) => sum + end - start, 0)
      throw new Error(
        `${url} broke off: ${reason}; ${String(there)} bytes are there; the same command goes on from them`,
      )
    }
    await sleep(waitMs * breaks, undefined, { signal })
  }

  /** Bytes from `start` to `end`, or the first of them and the reason why no more came. */
  async #ask(start: number, end: number): Promise<{ bytes: Buffer; reason?: string }> {
    const { url, etag } = this.#state
    const headers = {
      range: `bytes=${String(start)}-${String(end - 1)}`,
      ...(etag !== undefined && !etag.startsWith('W/') && { 'if-range': etag }),
    }
    const response = await request(url, this.#options, { headers })
    if (response.status !== 206 || isSame(describe(url, response), this.#state) === false) {
      await response.body?.cancel()
      if (!response.ok) throw new Refused(url, response.status)
      throw new Error(`${url} is another file by now, or its server sends no parts; run the command again`)
    }
    const chunks: Uint8Array[] = []
    let reason: string | undefined
    try {
      for await (const chunk of response.body ?? []) chunks.push(chunk)
    } catch (error) {
      reason = reasonOf(error)
    }
    const bytes = Buffer.concat(chunks)
    if (bytes.length > end - start) throw new Error(`${url}: the server sends more than it is asked for`)
    const isShort = bytes.length < end - start
    return isShort ? { bytes, reason: reason ?? `it ended after ${String(bytes.length)} bytes` } : { bytes }
  }

  async #write(start: number, bytes: Buffer): Promise<void> {
    const handle = await open(this.path, 'r+')
    try {
      await handle.write(bytes, 0, bytes.length, start)
      await handle.sync()
    } finally {
      await handle.close()
    }
    this.#state.come = merged([...this.#state.come, [start, start + bytes.length]], 0)
    await writeFile(`${this.path}.json`, JSON.stringify(this.#state))
  }

  async #read(start: number, length: number): Promise<Buffer> {
    const handle = await open(this.path, 'r')
    try {
      const bytes = Buffer.alloc(length)
      await handle.read(bytes, 0, length, start)
      return bytes
    } finally {
      await handle.close()
    }
  }

  /** The missing parts of `ranges`, neighbouring ones joined. */
  #gaps(ranges: readonly [number, number][]): [number, number][] {
    let gaps = merged(ranges, 0)
    for (const [start, end] of this.#state.come) {
      gaps = gaps.flatMap(([from, to]): [number, number][] => {
        if (end <= from || start >= to) return [[from, to]]
        const left: [number, number][] = from < start ? [[from, start]] : []
        return end < to ? [...left, [end, to]] : left
      })
    }
    return merged(gaps, GAP)
  }
}

function merged(ranges: readonly (readonly [number, number])[], gap: number): [number, number][] {
  const joined: [number, number][] = []
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1] + gap) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

async function readState(path: string): Promise<State | undefined> {
  try {
    const state: unknown = JSON.parse(await readFile(path, 'utf8'))
    return Check(State, state) ? state : undefined
  } catch {
    return undefined
  }
}
