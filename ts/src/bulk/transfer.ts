/** Bytes from and to stores, bounded in memory however long the object is. */
import { open } from 'node:fs/promises'

import { textOf } from '../remote/answer.js'
import { bytesOf as bytesOfRemote } from '../remote/bytes.js'
import { send } from '../remote/send.js'
import { answerTo } from './signed-requests.js'
import { requestFor } from './stores.js'

/** Bytes of a part of an upload: 10,000 of them, the most that stores take, are 640 GB. */
const PART = 64 << 20

/**
 * The bytes of an object, all of one version of it.
 * @throws Error in one sentence if the store refuses, the object changes meanwhile, or the transfer is given up.
 */
export function bytesOf(name: string): AsyncGenerator<Uint8Array> {
  const sendSigned = (more: Record<string, string>, signal: AbortSignal) => {
    const { url, headers } = requestFor(name, 'GET')
    return send(url, { headers: { ...headers, ...more }, signal })
  }
  return bytesOfRemote({ name, send: sendSigned })
}

/**
 * Uploads a file under a name of a store, which shows it only when it is complete.
 * @throws Error if the store refuses.
 */
export async function upload(path: string, name: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = async (index: number) => {
      const bytes = Buffer.alloc(Math.min(PART, size - index * PART))
      await file.read(bytes, 0, bytes.length, index * PART)
      return bytes
    }
    const parts = Math.ceil(size / PART)
    if (parts <= 1) {
      const headers = name.startsWith('az:') ? { 'x-ms-blob-type': 'BlockBlob' } : {}
      await put(name, 'PUT', {}, size === 0 ? Buffer.alloc(0) : await part(0), headers)
    } else if (name.startsWith('az:')) {
      await uploadBlocks(name, parts, part)
    } else {
      await uploadParts(name, parts, part)
    }
  } finally {
    await file.close()
  }
}

/** S3's multipart upload, which Google's store knows too. */
async function uploadParts(
  name: string,
  parts: number,
  part: (index: number) => Promise<Buffer>,
): Promise<void> {
  const begun = await textOf(name, await put(name, 'POST', { uploads: '' }))
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(begun)?.[1] ?? ''
  if (uploadId === '') throw new Error(`${name}: the store began no upload`)
  try {
    let list = ''
    for (let index = 0; index < parts; index++) {
      const partNumber = String(index + 1)
      const answer = await put(name, 'PUT', { partNumber, uploadId }, await part(index))
      const etag = answer.headers.get('etag') ?? ''
      list += `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`
    }
    const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`
    const said = await textOf(name, await put(name, 'POST', { uploadId }, Buffer.from(body)))
    // The store says 200 before it is done, and reports errors after that.
    if (said.includes('<Error>')) throw new Error(`${name}: the store could not join the parts`)
  } catch (error) {
    await put(name, 'DELETE', { uploadId }).catch(() => undefined)
    throw error
  }
}

/** Azure's blocks. */
async function uploadBlocks(
  name: string,
  parts: number,
  part: (index: number) => Promise<Buffer>,
): Promise<void> {
  let list = ''
  for (let index = 0; index < parts; index++) {
    const blockid = Buffer.from(String(index).padStart(8, '0')).toString('base64')
    await put(name, 'PUT', { comp: 'block', blockid }, await part(index))
    list += `<Latest>${blockid}</Latest>`
  }
  await put(name, 'PUT', { comp: 'blocklist' }, Buffer.from(`<BlockList>${list}</BlockList>`))
}

function put(
  name: string,
  method: string,
  query: Record<string, string>,
  body?: Buffer,
  more: Record<string, string> = {},
): Promise<Response> {
  return answerTo(name, () => requestFor(name, method, query), method, body, more)
}
