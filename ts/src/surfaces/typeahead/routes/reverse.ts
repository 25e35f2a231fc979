/** `/reverse`: a point to the house at it, where a register has one, otherwise to the place that contains it. */
import type { Engine } from '../../../engine/engine.js'
import type { App } from '../../../http/app.js'
import { fail } from '../../../http/responses/errors.js'
import { answersOf, sendFeatures } from '../answers.js'
import { LAT_LON_RANGE, LAT_LON_REQUIRED, REVERSE_NOT_IMPLEMENTED } from '../errors.js'
import type { FoundHouse, FoundPlace } from '../../../wire/found.js'
import { wordingIn } from '../features.js'
import { isOnEarth, pointOf, wantsSchemaOrg } from '../parameters.js'
import { ReverseQuery } from '../schemas/query.js'

const WORDING = wordingIn()

/** Order of checks: the capability, then the point. */
export function registerReverse(app: App, engine: Engine): void {
  const places = placesOf(engine)
  for (const path of ['/reverse', '/reverse/']) {
    app.get(
      path,
      {
        schema: {
          operationId: 'reverse',
          tags: ['geocoding'],
          summary: 'The house at a point, else the place that contains it, at its own centre',
          description: 'Without the administrative database the collection is empty.',
          querystring: ReverseQuery,
          response: answersOf([LAT_LON_REQUIRED, LAT_LON_RANGE, REVERSE_NOT_IMPLEMENTED]),
          hide: path !== '/reverse',
        },
      },
      (request, reply) => {
        if (places === undefined) return fail(reply, REVERSE_NOT_IMPLEMENTED)
        const point = pointOf(request.query.lat, request.query.lon)
        if (point === undefined) return fail(reply, LAT_LON_REQUIRED)
        if (!isOnEarth(point)) return fail(reply, LAT_LON_RANGE)
        const features = WORDING.around(places(point.latitude, point.longitude))
        return sendFeatures(reply, features.slice(0, 1), wantsSchemaOrg(request.query.format))
      },
    )
  }
}

type Around = (FoundHouse | FoundPlace)[]
type Places = (latitude: number, longitude: number) => Around

/**
 * The house at a point and the places around it, finest first; undefined if the capability is absent. A data root without the administrative
 * database keeps the capability: nothing contains the point there.
 */
function placesOf({ reverse, data }: Engine): Places | undefined {
  if (reverse !== undefined) {
    return (latitude, longitude) => {
      return JSON.parse(reverse(latitude, longitude, { houses: true }) ?? '[]') as Around
    }
  }
  return data?.().wof_dbs.length === 0 ? () => [] : undefined
}
