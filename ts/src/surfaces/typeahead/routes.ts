/** The routes of the profile `milepost`. Order of checks: the capability, the parameters, and only then what they hold. */
import type { Static } from 'typebox'

import type { Engine } from '../../engine/engine.js'
import type { App } from '../../http/app.js'
import type { Completion } from '../../wire/found.js'
import { around, answersReverse } from '../reverse.js'
import { register } from '../documented.js'
import { isOnEarth } from '../points.js'
import { withVenues } from '../venues.js'
import { answersOf, bodyOf, failure, REVERSE_NOT_IMPLEMENTED, SEARCH_NOT_IMPLEMENTED } from './answers.js'
import { wordingIn } from './features.js'
import { MOST_CHARACTERS_OF_QUERY } from '../../wire/limits.js'
import { biasOf, limitOf, pointOf } from './parameters.js'
import { ReverseQuery, SearchQuery } from './schemas/query.js'

const Q_REQUIRED = failure(400, 'q is required')
const LAT_LON_REQUIRED = failure(400, 'lat and lon are required')
const LAT_LON_RANGE = failure(400, 'lat must be in [-90, 90] and lon in [-180, 180]')

const WORDING = wordingIn()

/** Registers `/api` and `/reverse`. Some clients send the path with a slash after it. */
export function registerRoutes(app: App, engine: Engine): void {
  const isAnswered = answersReverse(engine)
  register(app, {
    paths: ['/api', '/api/'],
    operationId: 'search',
    tags: ['geocoding'],
    summary: 'Places, streets and addresses that begin with what was typed',
    querystring: SearchQuery,
    response: answersOf([Q_REQUIRED, SEARCH_NOT_IMPLEMENTED]),
    answer: (request) => {
      if (engine.complete === undefined) return SEARCH_NOT_IMPLEMENTED
      const { q, limit, lat, lon, format } = request.query as Static<typeof SearchQuery>
      // Of several texts none is the one that was meant.
      if (typeof q !== 'string') return Q_REQUIRED
      if (q.trim() === '' || q.length > MOST_CHARACTERS_OF_QUERY) return bodyOf([], format)
      const options = { limit: limitOf(limit), ...biasOf(lat, lon) }
      const places = JSON.parse(engine.complete(q, options)) as Completion[]
      return bodyOf(withVenues(engine, q, options, places, WORDING), format)
    },
  })
  register(app, {
    paths: ['/reverse', '/reverse/'],
    operationId: 'reverse',
    tags: ['geocoding'],
    summary: 'The house at a point, else the place that contains it, at its own centre',
    description: 'Without the administrative database the collection is empty.',
    querystring: ReverseQuery,
    response: answersOf([LAT_LON_REQUIRED, LAT_LON_RANGE, REVERSE_NOT_IMPLEMENTED]),
    answer: (request) => {
      if (!isAnswered) return REVERSE_NOT_IMPLEMENTED
      const { lat, lon, format } = request.query as Static<typeof ReverseQuery>
      const point = pointOf(lat, lon)
      if (point === undefined) return LAT_LON_REQUIRED
      if (!isOnEarth(point)) return LAT_LON_RANGE
      const found = around(engine, point, { houses: true })
      return bodyOf(WORDING.around(found).slice(0, 1), format)
    },
  })
}
