/**
 * Texts of a request and who works on them: short ones on the event loop, in less time than a thread takes to hear of them; long ones on
 * threads below it, so that nobody waits for the text of somebody else.
 */
import { availableParallelism } from 'node:os'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Engine } from '../../engine/engine.js'
import { FairQueue } from '../../http/fair-queue.js'
import { whenGone } from '../../http/gone.js'

/** Most characters (UTF-16 units) of a text that is worked on at once: about a millisecond. */
const SHORT = 2_000

/** The body of an answer, at once or later. */
export type Body = string | Promise<Uint8Array>

/** Answers a text. */
export type Answer = (text: string, request: FastifyRequest, reply: FastifyReply) => Body

/** What the engine answers to texts of any length; an absent capability is undefined. */
export interface Texts {
  label: Answer | undefined
  expand: Answer | undefined
}

/** Shares the engine out among clients. */
export function textsOf(engine: Engine): Texts {
  const queue = new FairQueue(availableParallelism())
  const shared = (
    now: ((text: string) => string) | undefined,
    later: ((text: string) => Promise<Uint8Array>) | undefined,
  ): Answer | undefined => {
    if (now === undefined) return undefined
    return (text, request, reply) =>
      text.length <= SHORT || later === undefined
        ? now(text)
        : queue.run(request.ip, () => later(text), whenGone(reply))
  }
  return {
    label: shared(engine.label, engine.labelLater),
    expand: shared(engine.expand, engine.expandLater),
  }
}
