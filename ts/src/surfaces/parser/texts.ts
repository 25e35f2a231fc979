/**
 * Texts of a request and where they are processed: short ones on the event loop, in less time than it takes to start a thread; long ones on
 * threads of lower priority, so that no client waits for another's text.
 */
import { availableParallelism } from 'node:os'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Engine } from '../../engine/engine.js'
import { FairQueue } from '../../http/connections/fair-queue.js'
import { whenGone } from '../../http/connections/client-gone.js'

/** Most characters (UTF-16 units) of a text that is processed at once: about a millisecond. */
const SHORT = 2_000

/** The body of an answer, at once or later. */
export type Body = string | Promise<Uint8Array>

/** Answers a text. */
export type Answer = (text: string, request: FastifyRequest, reply: FastifyReply) => Body

/** The engine's answers to texts of any length; an absent capability is undefined. */
export interface Texts {
  label: Answer | undefined
  expand: Answer | undefined
}

/** Shares the engine among clients. */
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
