/** `/`: a page for people; with `q` a search, as clients send it that take the root for the service. */
import type { App } from '../../../http/app.js'
import { pageOf } from '../../../playground/page.js'
import { registerRoot, sendPage } from '../../../playground/routes.js'
import type { Tiles } from '../../../playground/tiles.js'
import { failuresOf } from '../answers.js'
import type { SearchContext } from '../context.js'
import type { Query } from '../parameters.js'
import { nominatimSearch } from '../nominatim/routes.js'
import { searchHandler } from './search.js'

const ANSWERS: Record<number, object> = {
  200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  ...failuresOf(),
}

const PAGE = {
  surface: 'search',
  title: 'Milepost search',
  lead: 'Finds places, streets and houses by their address, and what lies at a point of the map. Clients of Nominatim only change their server address.',
  examples: ['350 5th Ave, New York, NY 10118', '10 Rue de la République, Lyon, France', 'Le Touvet'],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['search?q=Paris&countrycodes=us', 'A search as JSON'],
    ['reverse?lat=45.3586&lon=5.9531&addressdetails=1', 'A point as JSON'],
    ['status', 'Status'],
  ],
  form: ['search', 'q'],
} as const

/** Registers the page. It answers with any engine, even without one. */
export function registerLanding(app: App, context: SearchContext, tiles?: Tiles): void {
  const search = context.profile === 'nominatim' ? nominatimSearch(context) : searchHandler(context)
  const page = pageOf({ ...PAGE, tiles })
  registerRoot(app, ANSWERS, (request, reply) => {
    if ((request.query as Query)['q'] !== undefined) return search(request, reply)
    return sendPage(request, reply, page)
  })
}
