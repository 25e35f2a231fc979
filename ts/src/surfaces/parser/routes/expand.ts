/** `/expand`: an address normalised and without abbreviations. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../http/app.js'
import { fail, sendBody } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answersOf, json, OF_A_BODY } from '../answers.js'
import { ADDRESS_REQUIRED, EXPAND_NOT_IMPLEMENTED } from '../errors.js'
import type { Profile } from '../profile.js'
import { type Source, textOf } from '../request-text.js'
import { EXAMPLES, ExpandParameters, ExpandRequest, Expansions } from '../schemas.js'
import type { Body, Texts } from '../texts.js'

/** Precedence, by presence. */
const SOURCES: readonly Source[] = ['body.query', 'query.query', 'body.address', 'query.address']

const EXPANSIONS = json({ $ref: 'ExpandResponse#' }, EXAMPLES.expand)
const BARE_EXPANSIONS = json(Expansions, EXAMPLES.expand.expansions)
const ERRORS = [ADDRESS_REQUIRED, EXPAND_NOT_IMPLEMENTED]

/** Registers the route. The capability is checked before the text; it needs no weights. */
export function registerExpand(app: App, texts: Texts, profile: Profile): void {
  const isBare = profile === 'libpostal'
  const answers = isBare ? BARE_EXPANSIONS : EXPANSIONS
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if (texts.expand === undefined) return fail(reply, EXPAND_NOT_IMPLEMENTED)
    const text = textOf(request, SOURCES)
    if (text === undefined || text.trim() === '') return fail(reply, ADDRESS_REQUIRED)
    const body = texts.expand(text, request, reply)
    return sendBody(reply, isBare ? bare(body) : body)
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
      { schema: { operationId: 'expandGet', ...of, response: answersOf(answers, ERRORS), hide } },
      answer,
    )
    const response = answersOf(answers, [...ERRORS, ...OF_A_BODY])
    const body = ref(ExpandRequest)
    app.post(path, { schema: { operationId: 'expandPost', ...of, body, response, hide } }, answer)
  }
}

/** The expansions alone. */
function bare(body: Body): Body {
  if (typeof body === 'string') return JSON.stringify(expansionsOf(body))
  return body.then((bytes) => Buffer.from(JSON.stringify(expansionsOf(Buffer.from(bytes).toString()))))
}

function expansionsOf(json: string): unknown {
  return (JSON.parse(json) as { expansions: unknown }).expansions
}
