/** Files of pages that the install keeps compressed, sent unchanged to clients that accept that. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that is kept compressed. */
export interface CompressedFile {
  type: string
  gzipped: Buffer
  /** Changes with the content. */
  etag: string
}

/** Reads `<url>.gz` at the start: a request that opened a file would fail when the process has no file handles left. */
export function readCompressed(url: URL, type: string): CompressedFile {
  const gzipped = readFileSync(new URL(`${url.href}.gz`))
  return { type, gzipped, etag: etagOf(gzipped) }
}

/** Sends the file, or 304 to a client that has it. Browsers keep it and revalidate at each use, because a release may change it. */
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

/** Sets the headers for revalidation, and returns whether the client has this content. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag).header('cache-control', 'no-cache')
  const known = request.headers['if-none-match']
  // A proxy that compresses turns a strong tag into a weak one.
  return known !== undefined && known.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag)
}
