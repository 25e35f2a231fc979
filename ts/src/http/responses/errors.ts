/** Answers other than 200. The texts belong to the surfaces; this module holds for all of them. */
import type { FastifyReply } from 'fastify'

import { endingAfterBody, hasUnreadBody } from '../connections/lingering-close.js'

/** An answer other than 200. */
export interface Failure {
  status: number
  body: object
}

/** What a surface answers to faults outside its routes. */
export interface ErrorBodies {
  /** The body is not JSON. */
  malformedBody: Failure
  /** The body is longer than the surface takes. */
  bodyTooLarge: Failure
  /** Something failed in the server; `message` holds no path and no stack. */
  internal: (message: string) => Failure
  /** The server does not read such a request: 400, 408 (too slow), 417 (an unknown expectation) or 431 (headers too long). */
  unreadable: (status: 400 | 408 | 417 | 431, message: string) => Failure
}

/** What a surface answers that words its errors by `failure`. The reason of an internal error is in the log alone. */
export function errorBodies(
  failure: (status: number, message: string) => Failure,
  malformed: string,
): ErrorBodies {
  return {
    malformedBody: failure(400, malformed),
    bodyTooLarge: failure(413, 'request body too large'),
    internal: () => failure(500, 'internal error'),
    unreadable: failure,
  }
}

/** A failure whose body is a message under `error`. */
export function failureOf(status: number, error: string): Failure {
  return { status, body: { error } }
}

/** Content type of every body that is JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Sends an error body. If the body of the request is still coming, it is dropped, so that the client can read the answer. */
export function fail(reply: FastifyReply, failure: Failure): FastifyReply {
  const json = JSON.stringify(failure.body)
  const { raw } = reply.code(failure.status).type(JSON_TYPE).request
  if (!hasUnreadBody(raw)) return reply.send(json)
  const headers = { connection: 'close', 'content-length': String(Buffer.byteLength(json)) }
  return reply.headers(headers).send(endingAfterBody(json, raw))
}

/** Sends JSON that is already text or bytes. */
export function sendJson(reply: FastifyReply, json: string | Uint8Array): FastifyReply {
  return reply.type(JSON_TYPE).send(json)
}

/** An answer of a route: JSON, a failure, or a reply that it has sent itself. */
export type Answer = string | Uint8Array | Failure | FastifyReply

/** Sends an answer that is ready or comes later. */
export function send(
  reply: FastifyReply,
  answer: Answer | Promise<Answer>,
): FastifyReply | Promise<FastifyReply> {
  if (answer instanceof Promise) return answer.then((later) => send(reply, later))
  if (typeof answer === 'string' || answer instanceof Uint8Array) return sendJson(reply, answer)
  return isFailure(answer) ? fail(reply, answer) : answer
}

function isFailure(answer: Failure | FastifyReply): answer is Failure {
  return !('raw' in answer)
}

/** Answers a path without a route. */
export function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send('Not Found')
}

/** Answers a method that no route has, on any path. */
export function methodNotAllowed(reply: FastifyReply): FastifyReply {
  return reply
    .code(405)
    .header('allow', 'GET, HEAD, POST, OPTIONS')
    .type('text/plain; charset=utf-8')
    .send('Method Not Allowed')
}

/**
 * The message of an error for callers: paths lose their folders, so that it names a file and not the layout of
 * the machine.
 */
export function publicMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/(?:[a-z]+:\/\/)?(?:\/[^\s/'"`:]+)+\/(?=[^\s/'"`:])/g, '')
}
