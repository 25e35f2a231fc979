/** `/search`: a text, or the parts of an address, to one place. */
import type { FoundPlace, SearchResult } from '../../../wire/found.js'
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { failuresOf, success } from '../answers.js'
import type { SearchContext } from '../context.js'
import { searchBody } from '../envelopes.js'
import { SEARCH_NOT_IMPLEMENTED } from '../errors.js'
import { forwardResult, type Result } from '../item.js'
import { countryOf, formatOf, isOn, type Query, questionOf } from '../parameters.js'
import { pathsOf } from '../paths.js'
import { anything } from '../unchecked.js'
import { SEARCHES } from '../schemas/examples.js'
import { SearchQuery } from '../schemas/query.js'

/** The handler of a search; the capability comes first, and what cannot be searched for finds nothing. */
export function searchHandler(context: SearchContext) {
  const { engine } = context
  return (request: { query: unknown }, reply: Parameters<typeof sendJson>[0]) => {
    if (engine.search === undefined) return fail(reply, SEARCH_NOT_IMPLEMENTED)
    const query = request.query as Query
    const question = questionOf(query)
    const country = countryOf(query)
    const bounds = country === undefined ? undefined : { countries: [country] }
    const results = question === undefined ? '[]' : engine.search(question, bounds)
    const [first] = JSON.parse(results) as SearchResult[]
    const found = question === undefined || first === undefined ? undefined : placed(first, question, context)
    const wish = { format: formatOf(query), withAddress: isOn(query, 'addressdetails') }
    return sendJson(reply, searchBody(found, wish))
  }
}

/** A plus code or coordinates alone say a country at most: the places around the point say what it lies in. */
function placed(found: SearchResult, question: string, context: SearchContext): Result {
  const { reverse } = context.engine
  const isPoint = ['plus_code', 'coordinates'].includes(found.resolution_tier)
  if (found.places.length > 1 || !isPoint || reverse === undefined)
    return forwardResult(found, question, context)
  const places = JSON.parse(reverse(found.lat, found.lon) ?? '[]') as FoundPlace[]
  return forwardResult({ ...found, places }, question, context, ['reverse'])
}

/** Registers the route. */
export function registerSearch(app: App, context: SearchContext): void {
  for (const { url, hide } of pathsOf('search')) {
    app.get(
      url,
      {
        validatorCompiler: anything,
        schema: {
          operationId: 'search',
          tags: ['geocoding'],
          summary: 'Find a place, a street or a house',
          querystring: SearchQuery,
          response: {
            ...success('SearchResponse', 'At most one result', SEARCHES),
            ...failuresOf([SEARCH_NOT_IMPLEMENTED]),
          },
          hide,
        },
      },
      searchHandler(context),
    )
  }
}
