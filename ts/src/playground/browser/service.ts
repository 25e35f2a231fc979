/** The page's requests to a server, for every surface. A surface that cannot answer one lacks the member. */

/** A point in degrees. */
export interface Point {
  lat: number
  lon: number
}

/** South, west, north, east in degrees. */
export type Box = readonly [south: number, west: number, north: number, east: number]

/** A part of a text. */
export interface Part {
  /** Component tag, or label of the parser surface. */
  label: string
  value: string
  /** Offsets into the text, in UTF-16 code units. */
  start: number
  end: number
  /** Probability that the part is right; undefined if the surface reports none. */
  confidence?: number | undefined
}

/** A completion of a text. */
export interface Suggestion {
  /** Text of the field when it is chosen. */
  text: string
  name: string
  /** Its area. */
  context: string
  kind: string
  /** The answer of the surface, if the completion is one. */
  answer?: Answer
}

/** A place that contains the answer, or another candidate. */
export interface Place {
  name: string
  kind: string
  point?: Point | undefined
}

/** An answer in words, with its points for the map. */
export interface Answer {
  title: string
  /** The kind of the answer, in a sentence. */
  level?: string | undefined
  /** The confidence of the answer, in a sentence. */
  tone: 'sure' | 'doubtful' | 'none'
  point?: Point | undefined
  /** Radius in metres that holds the true point nine times in ten. */
  radius?: number | undefined
  box?: Box | undefined
  /** Largest first. */
  trail?: readonly Place[]
  /** Markers of the answer, in words. */
  notes?: readonly string[]
  /** Other candidates. */
  others?: readonly Place[]
  /** A fact without a value is left out. */
  facts?: readonly (readonly [name: string, value: string | undefined])[]
  /** The original body. */
  json: string
  request: HttpRequest
}

/** What a body says, without the request. */
export type Found = Omit<Answer, 'json' | 'request'>

/** A request that can be repeated on a command line. */
export interface HttpRequest {
  /** Relative to the page. */
  path: string
  /** JSON of a POST. */
  body?: string
}

/** The answer to a row of a table. */
export interface RowAnswer {
  point?: Point | undefined
  radius?: number | undefined
  /** Value for the download: `address_point`. */
  tier: string
  /** In words. */
  level: string
  confidence?: number | undefined
  error?: string | undefined
}

/** A server. Every request throws {@link Refusal} if the server refuses it. */
export interface Service {
  suggest?: (text: string, near: Point | undefined, signal: AbortSignal) => Promise<Suggestion[]>
  parts?: (text: string, signal: AbortSignal) => Promise<Part[]>
  answer: (text: string, signal: AbortSignal) => Promise<Answer>
  reverse?: (point: Point, signal: AbortSignal) => Promise<Answer>
  /** Answers for many texts, in their order, some at a time. */
  rows?: (texts: readonly string[], signal: AbortSignal) => AsyncIterable<RowAnswer[]>
  /** Most texts for `rows`. */
  mostRows?: number
  /** What is off on the server, in a sentence; undefined if nothing is. */
  lacks?: () => Promise<string | undefined>
}

/** The server refused a request, or did not answer. */
export class Refusal extends Error {
  /** 0 if there was no answer. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A body with its text. */
export interface Fetched<T> {
  body: T
  json: string
}

/**
 * Sends a request to this server.
 * @throws Refusal with the server's message; an abort is passed on.
 */
export async function ask<T>({ path, body }: HttpRequest, signal?: AbortSignal): Promise<Fetched<T>> {
  const response = await send(path, body, 'application/json', signal)
  const json = await response.text().catch(brokenOff(signal))
  return { body: parsed(json, response.status) as T, json }
}

/**
 * Sends a request and returns the response before its body is read.
 * @throws Refusal with the server's message; an abort is passed on.
 */
export async function send(
  path: string,
  body: string | undefined,
  type: string,
  signal?: AbortSignal,
): Promise<Response> {
  const options: RequestInit =
    body === undefined ? {} : { method: 'POST', headers: { 'content-type': type }, body }
  const response = await fetch(path, { ...options, ...(signal && { signal }) }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error
    throw new Refusal(0, 'The server does not answer. Is it still running?')
  })
  if (response.ok) return response
  const said = parsed(await response.text().catch(brokenOff(signal)), response.status)
  throw new Refusal(response.status, wordsOf(said, response.status))
}

/** The error of an incomplete answer. */
export function brokenOff(signal: AbortSignal | undefined): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted === true) throw error
    throw new Refusal(0, 'The server closed the connection before its answer was complete.')
  }
}

function parsed(json: string, status: number): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Refusal(status, `The server answered ${String(status)} without JSON.`)
  }
}

function wordsOf(body: unknown, status: number): string {
  const { error, detail, message } = (body ?? {}) as Partial<Record<string, unknown>>
  const said = [error ?? message, detail].filter((part) => typeof part === 'string')
  return said.length === 0 ? `The server answered ${String(status)}.` : said.join(': ')
}

/** Points with six decimals, a tenth of a metre. */
export function written({ lat, lon }: Point): string {
  return `${round(lat)}, ${round(lon)}`
}

/** A coordinate in six decimals at most. */
export function round(degrees: number): string {
  return String(Math.round(degrees * 1e6) / 1e6)
}
