/** `/expand`: an address normalised and without abbreviations. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../http/app.js'
import { fail, sendBody } from '../../../http/errors.js'
import { ref } from '../../../wire/ref.js'
import { answersOf, json, OF_A_BODY } from '../answers.js'
import { ADDRESS_REQUIRED, EXPAND_NOT_IMPLEMENTED } from '../errors.js'
import { type Source, textOf } from '../request-text.js'
import { EXAMPLES, ExpandParameters, ExpandRequest } from '../schemas.js'
import type { Texts } from '../texts.js'

/** Precedence, by presence. */
const SOURCES: readonly Source[] = ['body.address', 'query.address']

const EXPANSIONS = json({ $ref: 'ExpandResponse#' }, EXAMPLES.expand)
const ERRORS = [ADDRESS_REQUIRED, EXPAND_NOT_IMPLEMENTED]

/** Registers the route. The capability is checked before the text; it needs no weights. */
export function registerExpand(app: App, texts: Texts): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if (texts.expand === undefined) return fail(reply, EXPAND_NOT_IMPLEMENTED)
    const text = textOf(request, SOURCES)
    if (text === undefined || text.trim() === '') return fail(reply, ADDRESS_REQUIRED)
    return sendBody(reply, texts.expand(text, request, reply))
  }
  for (const path of ['/expand', '/expand/']) {
    const of = {
      tags: ['expansion'],
      summary: 'An address as sent, normalised, and without abbreviations',
      querystring: ExpandParameters,
    }
    const hide = path !== '/expand'
    app.get(
      path,
      { schema: { operationId: 'expandGet', ...of, response: answersOf(EXPANSIONS, ERRORS), hide } },
      answer,
    )
    const response = answersOf(EXPANSIONS, [...ERRORS, ...OF_A_BODY])
    const body = ref(ExpandRequest)
    app.post(path, { schema: { operationId: 'expandPost', ...of, body, response, hide } }, answer)
  }
}
