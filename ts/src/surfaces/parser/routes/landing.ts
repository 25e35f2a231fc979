/** `/`: a page for people. `/ping` and `/healthcheck`: what clients of the originals ask before they parse. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LabelledPart } from '../../../wire/labelled-part.js'
import type { App } from '../../../http/app.js'
import { answersOf } from '../answers.js'
import { CONTENT_SECURITY_POLICY, landingPage, type Shown } from '../landing-page.js'
import { textOf } from '../request-text.js'
import type { Body, Texts } from '../texts.js'

const PAGE = { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } }

/** Registers the page and the checks. They answer with any engine, also with none. */
export function registerLanding(app: App, texts: Texts): void {
  app.get(
    '/',
    {
      schema: {
        operationId: 'getRoot',
        tags: ['meta'],
        summary: 'A page to try the routes',
        response: answersOf(PAGE, []),
      },
    },
    async (request, reply) => {
      const text = textOf(request, ['query.address']) ?? ''
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .send(landingPage(text.trim() === '' ? undefined : await shown(texts, text, request, reply)))
    },
  )
  for (const path of ['/ping', '/healthcheck']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('ok'),
    )
  }
}

async function shown(
  { label, expand }: Texts,
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Shown> {
  const parts = label && ((await read(label(text, request, reply))) as LabelledPart[])
  const expanded = expand && ((await read(expand(text, request, reply))) as { expansions: string[] })
  return { text, parts, expansions: expanded?.expansions }
}

async function read(body: Body): Promise<unknown> {
  const json = await body
  return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString())
}
