/** `/`: a page for people. `/ping` and `/healthcheck`: requests that clients of the original servers send first. */
import type { App } from '../../../http/app.js'
import { pageOf } from '../../../playground/page.js'
import { registerRoot, sendPage } from '../../../playground/routes.js'
import { answersOf } from '../answers.js'

const ANSWER = { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } }

const PAGE = pageOf({
  surface: 'parser',
  title: 'Milepost parser',
  lead: 'Splits addresses into labelled parts and writes abbreviations out. Clients of a libpostal server only change their server address.',
  examples: [
    '350 5th Ave Apt 4B, New York, NY 10118',
    '12 bis chemin du Four Banal 38660 Le Touvet',
    'PO Box 42, Reno NV 89501',
  ],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['parse?address=350+5th+Ave,+New+York,+NY+10118', 'Labels as JSON'],
    ['expand?address=350+5th+Ave+NW', 'Ways of writing as JSON'],
  ],
  form: ['parse', 'address'],
})

/** Registers the page and the checks. They answer with any engine, even without one. */
export function registerLanding(app: App): void {
  registerRoot(app, answersOf(ANSWER, []), (request, reply) => sendPage(request, reply, PAGE))
  for (const path of ['/ping', '/healthcheck']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send('ok'),
    )
  }
}
