/** Files of pages that the install keeps compressed, sent as they lie there to clients that take them so. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that is kept compressed. */
export interface CompressedFile {
  /** Content type it is sent as. */
  type: string
  gzipped: Buffer
  /** Changes with the content. */
  etag: string
}

/** Reads `<url>.gz` at the start: a request that opens a file fails where none can be opened. */
export function readCompressed(url: URL, type: string): CompressedFile {
  const gzipped = readFileSync(new URL(`${url.href}.gz`))
  return { type, gzipped, etag: etagOf(gzipped) }
}

/** Sends the file, or 304 to who has it. Kept by browsers and asked after at each use: a release may change it. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, gzipped, etag }: CompressedFile,
): FastifyReply {
  if (isKnown(request, reply.header('vary', 'accept-encoding'), etag)) return reply.code(304).send()
  reply.type(type)
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers['accept-encoding'] ?? '')
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(gunzipSync(gzipped))
}

/** The entity tag of a content. */
export function etagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Sets the headers by which a client asks again, and says whether it has this very content. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  const known = request.headers['if-none-match']
  // A proxy that compresses makes a strong tag a weak one.
  return known !== undefined && known.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag)
}
