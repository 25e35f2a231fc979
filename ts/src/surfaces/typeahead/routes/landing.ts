/** `/`: a page for people. */
import type { App } from '../../../http/app.js'
import { failuresOf, OF_ALL } from '../answers.js'
import { CONTENT_SECURITY_POLICY, LANDING_PAGE } from '../landing-page.js'

const ANSWERS: Record<number, object> = {
  200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  ...failuresOf(OF_ALL),
}

/** Registers the page. It answers with any engine, also with none. */
export function registerLanding(app: App): void {
  app.get(
    '/',
    {
      schema: {
        operationId: 'getRoot',
        tags: ['meta'],
        summary: 'A page to try the routes',
        response: ANSWERS,
      },
    },
    (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .send(LANDING_PAGE),
  )
}
