/** Files below a data root: room, size and hash, and writing them whole. */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC, O_WRONLY } = constants

/** How an unfinished file is opened. */
const MODES = { append: O_WRONLY | O_APPEND | O_CREAT, new: O_WRONLY | O_CREAT | O_TRUNC, update: O_RDWR }

/**
 * Opens an unfinished file of a download.
 * @throws Error if it is a symbolic link, which is not followed: the file that it points at is not Milepost's.
 */
export async function openOwn(path: string, mode: keyof typeof MODES): Promise<FileHandle> {
  try {
    return await open(path, MODES[mode] | O_NOFOLLOW, 0o666)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error
    throw new Error(`${path} is a symbolic link; remove it and run the command again`, { cause: error })
  }
}

/** Writes the description beside an unfinished file. A reader ignores an incomplete one. */
export async function writeOwn(path: string, content: string): Promise<void> {
  const handle = await openOwn(path, 'new')
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
}

/** Copies a file to another name and renames it, so that a file that is being served is never incomplete. */
export async function replaceByCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rm(`${to}.part`, { force: true })
  await copyFile(from, `${to}.part`, constants.COPYFILE_EXCL)
  await rename(`${to}.part`, to)
  await syncFolder(dirname(to))
}

/** Writes a file beside its name and renames it, so that a reader finds the old content or the new one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const part = await openOwn(`${path}.part`, 'new')
  try {
    await part.writeFile(content)
    await part.sync()
  } finally {
    await part.close()
  }
  await rename(`${path}.part`, path)
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
export function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  return hashOf('sha256', path, signal)
}

/** A hash of a file, in hexadecimal digits. */
export async function hashOf(
  algorithm: 'md5' | 'sha256',
  path: string,
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash(algorithm)
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

/** Bytes of a file; 0 if there is none. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
