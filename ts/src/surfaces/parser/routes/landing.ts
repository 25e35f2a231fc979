/** `/`: a page for people. `/ping` and `/healthcheck`: what clients of the originals ask before they parse. */
import type { Engine } from '../../../engine/engine.js'
import type { Parse } from '../../../engine/parse-result.js'
import type { App } from '../../../http/app.js'
import { answersOf } from '../answers.js'
import { labelled } from '../labels.js'
import { CONTENT_SECURITY_POLICY, landingPage, type Shown } from '../landing-page.js'
import { textOf } from '../request-text.js'

const PAGE = { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } }

/** Registers the page and the checks. They answer with any engine, also with none. */
export function registerLanding(app: App, engine: Engine): void {
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
    (request, reply) => {
      const text = textOf(request, ['query.address']) ?? ''
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .send(landingPage(text.trim() === '' ? undefined : shown(engine, text)))
    },
  )
  for (const path of ['/ping', '/healthcheck']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('ok'),
    )
  }
}

function shown({ parse, expand }: Engine, text: string): Shown {
  return {
    text,
    parts: parse && labelled(JSON.parse(parse(text, 'formatted', false)) as Parse),
    expansions: expand && (JSON.parse(expand(text)) as { expansions: string[] }).expansions,
  }
}
