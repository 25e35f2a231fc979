/**
 * Fetches parts of a large file into a sparse file: first its end, which has the index, then the parts. Finished parts are
 * recorded next to it, so that an interrupted run resumes while the server has the same file.
 */
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'

import { bytesOf } from '../remote/bytes.js'
import { send } from '../remote/send.js'
import { isSame, type RemoteFile } from '../remote/file.js'
import { openOwn, sizeOf, writeOwn } from './files.js'
import { addressOf, headersOf, type RemoteOptions } from './publisher-requests.js'

/** Last bytes of the file: the length of the description before them, and `PAR1`. */
const TAIL = 8

/** Ranges nearer to each other than this are fetched together. */
const GAP = 16 * 1024

/** Longest range of one request, bytes: this limits what is held in memory. */
const LONGEST = 16 * 1024 * 1024

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
    const handle = await openOwn(path, 'append')
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
      for (let at = start; at < end; at += LONGEST) {
        await this.#fetchRange(at, Math.min(end, at + LONGEST), progress)
      }
    }
  }

  async #fetchRange(start: number, end: number, progress?: (bytes: number) => void): Promise<void> {
    const { url } = this.#state
    const { mirror, ...retries } = this.#options
    const sendWith = (headers: Record<string, string>, signal: AbortSignal) =>
      send(addressOf(url, mirror), { headers: { ...headersOf(this.#options), ...headers }, signal })
    const chunks: Uint8Array[] = []
    const advice = () => `${String(this.bytes)} bytes are there; the same command goes on from them`
    try {
      const bytes = bytesOf(
        { name: addressOf(url, mirror), url, send: sendWith },
        { ...retries, start, end, version: this.#state, advice },
      )
      for await (const chunk of bytes) {
        chunks.push(chunk)
        progress?.(chunk.length)
      }
    } finally {
      if (chunks.length > 0) await this.#write(start, Buffer.concat(chunks))
    }
  }

  async #write(start: number, bytes: Buffer): Promise<void> {
    const handle = await openOwn(this.path, 'update')
    try {
      await handle.write(bytes, 0, bytes.length, start)
      await handle.sync()
    } finally {
      await handle.close()
    }
    this.#state.come = merged([...this.#state.come, [start, start + bytes.length]], 0)
    await writeOwn(`${this.path}.json`, JSON.stringify(this.#state))
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
