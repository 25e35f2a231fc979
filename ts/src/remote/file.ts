/** A file as its server describes it, and whether two answers are about the same version of it. */

/** Identity of one version of a file. */
export interface Validators {
  etag?: string | undefined
  lastModified?: string | undefined
}

/** A file as its server describes it. */
export interface RemoteFile extends Validators {
  /** The publisher's URL; a mirror has another one. */
  url: string
  /** Bytes. */
  size?: number | undefined
  /** MD5 that the publisher states, in hexadecimal digits. */
  md5?: string | undefined
}

/** The server refused the file. */
export class Refused extends Error {
  readonly status: number

  /** `reason`: the code that the store gives in its answer. */
  constructor(name: string, status: number, reason?: string) {
    super(`${name}: the server answers ${String(status)}${reason === undefined ? '' : ` (${reason})`}`)
    this.status = status
  }
}

/** The server has another version of the file than the one that was begun, or sends other bytes than requested. */
export class Changed extends Error {
  constructor(name: string, what: string) {
    super(
      `${name} changed on the server, or its server does not support range requests: ${what}; run the command again`,
    )
  }
}

/** Whether two descriptions are of the same version of a file; undefined if either says too little. */
export function isSame(a: RemoteFile, b: RemoteFile): boolean | undefined {
  if (a.url !== b.url) return false
  if (a.size !== undefined && b.size !== undefined && a.size !== b.size) return false
  if (a.etag !== undefined && b.etag !== undefined) return a.etag === b.etag
  if (a.lastModified !== undefined && b.lastModified !== undefined) return a.lastModified === b.lastModified
  return undefined
}

/** The validator for `If-Range`, which must be strong. */
export function validatorOf({ etag, lastModified }: Validators): string | undefined {
  return etag !== undefined && !etag.startsWith('W/') ? etag : lastModified
}

/** The description of a file in an answer. */
export function describe(url: string, response: Response): RemoteFile {
  return {
    url,
    size: response.status === 206 ? rangeOf(response)?.total : lengthOf(response),
    etag: response.headers.get('etag') ?? undefined,
    lastModified: response.headers.get('last-modified') ?? undefined,
  }
}

/** Bytes of the body; undefined if unknown. Of a body that the client decompresses, the header counts the compressed bytes. */
function lengthOf(response: Response): number | undefined {
  const length = response.headers.get('content-length')
  const coding = response.headers.get('content-encoding') ?? 'identity'
  return length === null || coding !== 'identity' ? undefined : Number(length)
}

/** First byte of a partial answer, the one after its last, and the bytes of the whole file; undefined if the server does not say. */
export function rangeOf(
  response: Response,
): { start: number; end: number; total: number | undefined } | undefined {
  const header = response.headers.get('content-range') ?? ''
  const [, start, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header) ?? []
  if (start === undefined) return undefined
  return { start: Number(start), end: Number(last) + 1, total: total === '*' ? undefined : Number(total) }
}

/** The message of an error, with the cause that fetch wraps: "fetch failed" says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
