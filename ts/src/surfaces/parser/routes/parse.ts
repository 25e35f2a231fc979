/** `/parse`: an address to labelled parts. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../http/app.js'
import { fail, sendBody } from '../../../http/responses/errors.js'
import { ref } from '../../../wire/ref.js'
import { answersOf, json, OF_A_BODY } from '../answers.js'
import { PARSE_NOT_IMPLEMENTED, QUERY_REQUIRED } from '../errors.js'
import { type Source, textOf } from '../request-text.js'
import { EXAMPLES, ParseParameters, ParseRequest } from '../schemas.js'
import type { Texts } from '../texts.js'

/** Precedence, by presence. */
const SOURCES: readonly Source[] = ['body.query', 'query.query', 'body.address', 'query.address']

const PARTS = json({ type: 'array', items: { $ref: 'LibpostalComponent#' } }, EXAMPLES.parse)
const ERRORS = [QUERY_REQUIRED, PARSE_NOT_IMPLEMENTED]

/**
 * Registers the route. The capability is checked before the text. `/parser` is the path in another server of
 * the same library, and some clients add a slash.
 */
export function registerParse(app: App, texts: Texts): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if (texts.label === undefined) return fail(reply, PARSE_NOT_IMPLEMENTED)
    const text = textOf(request, SOURCES)
    if (text === undefined || text.trim() === '') return fail(reply, QUERY_REQUIRED)
    return sendBody(reply, texts.label(text, request, reply))
  }
  for (const path of ['/parse', '/parse/', '/parser', '/parser/']) {
    const of = {
      tags: ['parsing'],
      summary: 'The labelled parts of an address',
      querystring: ParseParameters,
    }
    const hide = path !== '/parse'
    app.get(
      path,
      { schema: { operationId: 'parseGet', ...of, response: answersOf(PARTS, ERRORS), hide } },
      answer,
    )
    const response = answersOf(PARTS, [...ERRORS, ...OF_A_BODY])
    const body = ref(ParseRequest)
    app.post(path, { schema: { operationId: 'parsePost', ...of, body, response, hide } }, answer)
  }
}
