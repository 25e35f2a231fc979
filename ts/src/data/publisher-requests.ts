/** Requests to publishers' servers: the description of a file before it is fetched, and documents of text. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { type AnswerOptions, answerTo, textOf } from '../remote/answer.js'
import { describe, Refused, type RemoteFile } from '../remote/file.js'
import { send } from '../remote/send.js'

/** How to reach servers. */
export interface RemoteOptions extends AnswerOptions {
  /** Base URL of a mirror of all publishers: `https://host/path` becomes `<mirror>/host/path`; `file:` is a folder. */
  mirror?: string | undefined
  /** Token of an account. */
  token?: string | undefined
}

/** The URL to request instead of a publisher's. */
export function addressOf(url: string, mirror: string | undefined): string {
  if (mirror === undefined) return url
  const { host, pathname, search } = new URL(url)
  return `${mirror.replace(/\/+$/, '')}/${host}${pathname}${search}`
}

/**
 * The URL of a mirror that a user names by URL or folder.
 * @throws Error in one sentence.
 */
export function mirrorOf(named: string): string {
  if (statSync(named, { throwIfNoEntry: false })?.isDirectory() === true)
    return pathToFileURL(resolve(named)).href
  const { protocol = '' } = URL.canParse(named) ? new URL(named) : {}
  if (['http:', 'https:', 'file:'].includes(protocol)) return named
  throw new Error(`--mirror: ${named} is neither an http, https or file URL nor a folder`)
}

/** Headers of every request. */
export function headersOf({ token }: RemoteOptions): Record<string, string> {
  // With compression in transit the bytes would not be those of the file.
  return { 'accept-encoding': 'identity', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
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
  if (!response.ok) throw new Refused(addressOf(url, options.mirror), response.status)
  return describe(url, response)
}

/**
 * Fetches a document of text.
 * @throws Error in one sentence.
 */
export async function askText(url: string, options: RemoteOptions): Promise<string> {
  const response = await request(url, options, {})
  const address = addressOf(url, options.mirror)
  if (!response.ok) throw new Refused(address, response.status)
  return textOf(address, response)
}

/**
 * Fetches a document of JSON.
 * @throws Error in one sentence.
 */
export async function askJson(url: string, options: RemoteOptions): Promise<unknown> {
  const text = await askText(url, options)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${url} is not JSON: the server sent something else; try again later`, { cause: error })
  }
}

/**
 * Sends a request, with retries if the server is busy or cannot be reached.
 * @throws Error in one sentence if all tries fail.
 */
function request(
  url: string,
  options: RemoteOptions,
  init: { method?: string; headers?: Record<string, string> },
): Promise<Response> {
  const address = addressOf(url, options.mirror)
  const headers = { ...headersOf(options), ...init.headers }
  return answerTo(address, (signal) => send(address, { ...init, headers, signal }), options)
}
