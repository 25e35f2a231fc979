/**
 * Fetches a publisher's file, whose hash is unknown: written to `<file>.part` with the server's description in `<file>.part.json`, and
 * renamed when complete.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import Type from 'typebox'
import { Check } from 'typebox/value'

import { isSame, type RemoteFile, validatorOf } from '../remote/file.js'
import { send } from '../remote/send.js'
import { hashOf, sha256Of, sizeOf, syncFolder, writeOwn } from './files.js'
import { appendRest, type PartOptions } from './unfinished-download.js'
import { addressOf, headersOf, type RemoteOptions } from './publisher-requests.js'

/** The record next to a file. */
const Kept = Type.Object({
  url: Type.String(),
  size: Type.Optional(Type.Integer()),
  etag: Type.Optional(Type.String()),
  lastModified: Type.Optional(Type.String()),
})

/** How to fetch a file. */
export type TransferOptions = RemoteOptions & Pick<PartOptions, 'progress' | 'stillMs'>

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
  if (file.md5 !== undefined && (await hashOf('md5', path, options.signal)) !== file.md5) {
    await Promise.all([rm(path), rm(`${path}.json`, { force: true })])
    throw new Error(`${file.url} came damaged: its MD5 is not ${file.md5}; run the command again`)
  }
  const kept = (await readKept(`${path}.json`)) ?? { url: file.url }
  return { ...kept, size: await sizeOf(path), sha256: await sha256Of(path, options.signal) }
}

async function fetchWhole(url: string, path: string, options: TransferOptions): Promise<void> {
  const part = `${path}.part`
  const kept = await readKept(`${part}.json`)
  let version = kept?.url === url ? kept : undefined
  // Without a description from the server, the part may belong to any file.
  if (version === undefined || validatorOf(version) === undefined) {
    version = undefined
    await rm(part, { force: true })
  }
  const { mirror, signal, waitMs, tries, stillMs, progress } = options
  const sendWith = (headers: Record<string, string>, sent: AbortSignal) =>
    send(addressOf(url, mirror), { headers: { ...headersOf(options), ...headers }, signal: sent })
  const described = async (now: RemoteFile) => {
    version = now
    await writeOwn(`${part}.json`, JSON.stringify(now))
  }
  await appendRest(
    part,
    { name: addressOf(url, mirror), url, send: sendWith },
    { signal, waitMs, tries, stillMs, progress, version, described },
  )
  await writeOwn(`${part}.json`, JSON.stringify({ ...(version ?? { url }), size: await sizeOf(part) }))
  await checkKind(url, part)
  await rename(`${part}.json`, `${path}.json`)
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** First bytes of the kinds of files that are fetched. */
const KINDS: readonly [RegExp, string, number[]][] = [
  [/\.gz$/, 'gzip', [0x1f, 0x8b]],
  [/\.bz2$/, 'bzip2', [0x42, 0x5a, 0x68]],
  [/\.zip$/, 'a zip archive', [0x50, 0x4b]],
  [/\.osm\.pbf$/, 'a file of OpenStreetMap', [0, 0, 0]],
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
