/**
 * The short way of a request that is as plain as nearly all are: a POST with a small body of JSON to a route that answers it from its
 * fields alone. Routing, hooks, streams and replies of Fastify take more processor time than an address does, most of it to fetch their own
 * code; here a body is read, answered and sent. Whatever is not plain goes the long way with what was read of it, so that every refusal and
 * every fault has one place. What a client sees is the same on both ways (`ts/test/native/shortcut.test.ts`).
 */
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

import type { preParsingHookHandler } from 'fastify'

import { parseJson } from './body.js'
import { isAcceptable } from './connections.js'
import { JSON_TYPE } from './errors.js'
import type { ObserveRequest } from './metrics.js'
import { REQUEST_ID, requestId } from './request-id.js'

/** Most bytes of a body that is read here; a text of the most characters has fewer. */
const MOST_BYTES = 8 * 1024

/** Answers the JSON of a body with JSON; undefined sends the request the long way. */
export type PlainAnswer = (body: unknown) => string | undefined

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What is known of a request that goes the long way after all. */
type Held = { body: Buffer } | { error: Error }

/** The routes of an instance that have a short way. */
export class Shortcuts {
  readonly #answers = new Map<string, PlainAnswer>()
  readonly #held = new WeakMap<IncomingMessage, Held>()
  readonly #observe: ObserveRequest | undefined
  readonly #isOpen: () => boolean

  /** `isOpen` says whether a request may go the short way; `observe` hears of each that did. */
  constructor(isOpen: () => boolean, observe: ObserveRequest | undefined) {
    this.#isOpen = isOpen
    this.#observe = observe
  }

  /**
   * Gives POST requests to `path` a short way. The route must have the hook that is returned, which brings it what was read of a request
   * that goes the long way.
   */
  add(path: string, answer: PlainAnswer): preParsingHookHandler {
    this.#answers.set(path, answer)
    return (request, _reply, payload, done) => {
      const held = this.#held.get(request.raw)
      if (held === undefined) done(null, payload)
      else if ('error' in held) done(held.error)
      else done(null, Readable.from([held.body], { objectMode: false }))
    }
  }

  /** A handler that answers what is plain and gives everything else to `handler`. */
  before(handler: Handler): Handler {
    return (request, response) => {
      const answer = this.#answers.get(request.url ?? '')
      if (answer === undefined || !isPlain(request) || !this.#isOpen()) {
        handler(request, response)
        return
      }
      const begun = performance.now()
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
      })
      // It does not come when the client leaves before its body is there: nobody waits for an answer then.
      request.once('end', () => {
        const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
        const held = this.#answer(request, response, answer, body, begun)
        if (held === undefined) return
        this.#held.set(request, held)
        handler(request, response)
      })
    }
  }

  /** Answers a request, or says what is known of it for the long way. */
  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    answer: PlainAnswer,
    body: Buffer,
    begun: number,
  ): Held | undefined {
    let json: string | undefined
    try {
      const value = parsed(body)
      json = value === undefined ? undefined : answer(value)
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) }
    }
    if (json === undefined) return { body }
    if (this.#observe !== undefined) {
      const observe = this.#observe
      response.once('finish', () => {
        observe('POST', request.url ?? '', 200, performance.now() - begun)
      })
    }
    const length = String(Buffer.byteLength(json))
    const headers = [REQUEST_ID, requestId(request), 'content-type', JSON_TYPE, 'content-length', length]
    response.writeHead(200, headers).end(json)
    return undefined
  }
}

/** The JSON of a body; undefined where it is none, which the long way answers. */
function parsed(body: Buffer): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

/** Whether the head of a request leaves nothing to decide but what its body says. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request
  return (
    method === 'POST' &&
    headers['content-type'] !== undefined &&
    Number(headers['content-length']) <= MOST_BYTES &&
    isAcceptable(request)
  )
}

const INSTANCES = channel('fastify.initialization')

/** Whether something watches the instances of Fastify that are made, as telemetry does: it would not see what goes the short way. */
export function isWatched(): boolean {
  return INSTANCES.hasSubscribers
}
