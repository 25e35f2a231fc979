/** Requests to publishers' servers: the description of a file before it is fetched, with retries while a server is busy. */
import { setTimeout as sleep } from 'node:timers/promises'

import { reasonOf } from './manifest.js'

/** Milliseconds until an answer must begin. */
const TIMEOUT_MS = 60_000

/** Most tries with a busy server. */
const MOST_TRIES = 5

/** Milliseconds before the first retry; doubled each time. */
const WAIT_MS = 1000

/** Longest wait that a server may request, milliseconds. */
const LONGEST_WAIT_MS = 60_000

/** Statuses after which a retry may help. */
const BUSY = new Set([429, 500, 502, 503, 504])

/** Identity of one state of a file. */
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
}

/** How to reach servers. */
export interface RemoteOptions {
  /** Base URL of a mirror of all publishers: `https://host/path` becomes `<mirror>/host/path`. */
  mirror?: string | undefined
  signal?: AbortSignal | undefined
  /** Milliseconds before a busy server is tried again. */
  waitMs?: number
  /** Most tries with a busy server. */
  tries?: number
  /** Token of an account. */
  token?: string | undefined
}

/** The server refused the file. */
export class Refused extends Error {
  readonly status: number

  constructor(url: string, status: number) {
    super(`${url}: the server answers ${String(status)}`)
    this.status = status
  }
}

/** The URL to request instead of a publisher's. */
export function addressOf(url: string, mirror: string | undefined): string {
  if (mirror === undefined) return url
  const { host, pathname, search } = new URL(url)
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`
}

/** Headers of every request. */
export function headersOf({ token }: RemoteOptions): Record<string, string> {
  // With compression in transit the bytes would not be those of the file.
  return { 'accept-encoding': 'identity', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
}

/** Whether two descriptions are of the same state of a file; undefined if either says too little. */
export function isSame(a: RemoteFile, b: RemoteFile): boolean | undefined {
  if (a.url !== b.url) return false
  if (a.size !== undefined && b.size !== undefined && a.size !== b.size) return false
  if (a.etag !== undefined && b.etag !== undefined) return a.etag === b.etag
  if (a.lastModified !== undefined && b.lastModified !== undefined) return a.lastModified === b.lastModified
  return undefined
}

/** The description of a file in an answer. */
export function describe(url: string, response: Response): RemoteFile {
  const length = response.headers.get('content-length')
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  const size = response.status === 206 ? total : length
  return {
    url,
    size: size === null || size === undefined ? undefined : Number(size),
    etag: response.headers.get('etag') ?? undefined,
    lastModified: response.headers.get('last-modified') ?? undefined,
  }
}

/**
 * Requests the description of a file; undefined if there is none.
 * @throws Refused, or Error in one sentence if the server cannot be reached.
 */
export async function ask(url: string, options: RemoteOptions): Promise<RemoteFile | undefined> {
  let response = await request(url, options, { method: 'HEAD' })
  // Some servers do not support HEAD; the first byte shows as much.
  if (response.status === 403 || response.status === 405 || response.status === 501) {
    response = await request(url, options, { headers: { range: 'bytes=0-0' } })
    await response.body?.cancel()
  }
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.ok) throw new Refused(url, response.status)
  return describe(url, response)
}

/**
 * Fetches a small document of JSON.
 * @throws Error in one sentence.
 */
export async function askJson(url: string, options: RemoteOptions): Promise<unknown> {
  const response = await request(url, options, {})
  if (!response.ok) throw new Refused(url, response.status)
  try {
    return await response.json()
  } catch (error) {
    throw new Error(`${url} is no JSON: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * Sends a request, with retries if the server is busy or cannot be reached.
 * @throws Error in one sentence if all tries fail.
 */
export async function request(
  url: string,
  options: RemoteOptions,
  init: { method?: string; headers?: Record<string, string> },
): Promise<Response> {
  const { signal, mirror, waitMs = WAIT_MS, tries = MOST_TRIES } = options
  for (let tried = 1; ; tried += 1) {
    const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]
    let wait = waitMs * 2 ** (tried - 1)
    try {
      const response = await fetch(addressOf(url, mirror), {
        ...init,
        headers: { ...headersOf(options), ...init.headers },
        signal: AbortSignal.any(signals),
      })
      if (!BUSY.has(response.status) || tried >= tries) return response
      await response.body?.cancel()
      wait = waitOf(response) ?? wait
    } catch (error) {
      signal?.throwIfAborted()
      if (tried >= tries) {
        throw new Error(`cannot reach ${addressOf(url, mirror)}: ${reasonOf(error)}`, { cause: error })
      }
    }
    await sleep(wait, undefined, { signal })
  }
}

/** Milliseconds that a busy server requests. */
export function waitOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  if (seconds === null || !/^\d+$/.test(seconds)) return undefined
  return Math.min(Number(seconds) * 1000, LONGEST_WAIT_MS)
}

/** Whether a server with this status may give the file later. */
export function isBusy(status: number): boolean {
  return BUSY.has(status)
}
