/** `/`: a page for people. */
import type { App } from '../../../http/app.js'
import { pageOf } from '../../../playground/page.js'
import { registerRoot, sendPage } from '../../../playground/routes.js'
import type { Tiles } from '../../../playground/tiles.js'
import { failuresOf, OF_ALL } from '../answers.js'

const ANSWERS: Record<number, object> = {
  200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  ...failuresOf(OF_ALL),
}

const PAGE = {
  surface: 'typeahead',
  title: 'Milepost typeahead',
  lead: 'Completes places, streets and addresses while they are typed; near the middle of the map they come first. Clients of Photon only change their server address.',
  examples: ['new yo', 'paris tex', 'lyon'],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['api?q=paris&limit=3', 'A completion as JSON'],
    ['reverse?lat=48.857&lon=2.352', 'A point as JSON'],
  ],
  form: ['api', 'q'],
} as const

/** Registers the page. It answers with any engine, even without one. */
export function registerLanding(app: App, tiles?: Tiles): void {
  const page = pageOf({ ...PAGE, tiles })
  registerRoot(app, ANSWERS, (request, reply) => sendPage(request, reply, page))
}
