/** `/`: a page for people; with `q` a search, as clients send it that take the root for the service. */
import type { FoundPlace, SearchResult } from '../../../wire/found.js'
import type { App } from '../../../http/app.js'
import { failuresOf } from '../answers.js'
import type { SearchContext } from '../context.js'
import { forwardResult, type Result, reverseResult } from '../item.js'
import { CONTENT_SECURITY_POLICY, type Example, landingPage } from '../landing-page.js'
import type { Query } from '../parameters.js'
import { searchHandler } from './search.js'

const ANSWERS: Record<number, object> = {
  200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
  ...failuresOf(),
}

/** Registers the page. It answers with any engine, also with none. */
export function registerLanding(app: App, context: SearchContext): void {
  const search = searchHandler(context)
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
    (request, reply) => {
      if ((request.query as Query)['q'] !== undefined) return search(request, reply)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .send(landingPage(examplesOf(context), context.licence))
    },
  )
}

/** What the examples find on this server. */
function examplesOf(context: SearchContext): Example[] {
  const { search, reverse } = context.engine
  const forward = (question: string, country?: string) => {
    if (search === undefined) return 'Not here: no gazetteer or no weights are installed.'
    const bounds = country === undefined ? undefined : { countries: [country] }
    const [first] = JSON.parse(search(question, bounds)) as SearchResult[]
    return line(first && forwardResult(first, question, context))
  }
  const backward = (lat: number, lon: number) => {
    if (reverse === undefined) return 'Not here: no administrative database is installed.'
    const places = JSON.parse(reverse(lat, lon) ?? '[]') as FoundPlace[]
    return line(reverseResult(places, { lat, lon }, context))
  }
  return [
    {
      path: 'search?q=350+5th+Ave,+New+York,+NY+10118&addressdetails=1',
      does: 'finds an address',
      finds: forward('350 5th Ave, New York, NY 10118'),
    },
    {
      path: 'search?street=10+Rue+de+la+République&city=Lyon&country=France&format=geojson',
      does: 'takes it in parts and answers GeoJSON',
      finds: forward('10 Rue de la République, Lyon, France'),
    },
    {
      path: 'search?q=Paris&countrycodes=us',
      does: 'keeps to a country',
      finds: forward('Paris', 'us'),
    },
    {
      path: 'reverse?lat=45.3586&lon=5.9531&addressdetails=1',
      does: 'names what a point lies in',
      finds: backward(45.3586, 5.9531),
    },
  ]
}

function line(result: Result | undefined): string {
  return result === undefined ? 'Nothing.' : `${result.displayName} (${result.lat}, ${result.lon})`
}
