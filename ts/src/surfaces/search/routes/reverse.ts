/** `/reverse`: a point to what it lies in. */
import type { Engine } from '../../../engine/engine.js'
import type { FoundHouse, FoundPlace } from '../../../wire/found.js'
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { failuresOf, success } from '../answers.js'
import type { SearchContext } from '../context.js'
import { reverseBody } from '../envelopes.js'
import { LAT_LON_RANGE, LAT_LON_REQUIRED, REVERSE_NOT_IMPLEMENTED } from '../errors.js'
import { reverseResult } from '../item.js'
import { formatOf, isOn, isOnEarth, pointOf, type Query, wantsHouses } from '../parameters.js'
import { pathsOf } from '../paths.js'
import { REVERSES } from '../schemas/examples.js'
import { ReverseQuery } from '../schemas/query.js'
import { anything } from '../unchecked.js'

/** Order of checks: the capability, then the point. */
export function registerReverse(app: App, context: SearchContext): void {
  const lookUp = lookUpOf(context.engine)
  for (const { url, hide } of pathsOf('reverse')) {
    app.get(
      url,
      {
        validatorCompiler: anything,
        schema: {
          operationId: 'reverse',
          tags: ['geocoding'],
          summary: 'What a point lies in',
          description:
            'Without the full administrative database nothing is found, which is null and no error.',
          querystring: ReverseQuery,
          response: {
            ...success('ReverseResponse', 'One result, or null', REVERSES),
            ...failuresOf([LAT_LON_REQUIRED, LAT_LON_RANGE, REVERSE_NOT_IMPLEMENTED]),
          },
          hide,
        },
      },
      (request, reply) => {
        if (lookUp === undefined) return fail(reply, REVERSE_NOT_IMPLEMENTED)
        const query = request.query as Query
        const point = pointOf(query)
        if (point === undefined) return fail(reply, LAT_LON_REQUIRED)
        if (!isOnEarth(point)) return fail(reply, LAT_LON_RANGE)
        const json = lookUp(point.lat, point.lon, { houses: wantsHouses(query) })
        const around = json === null ? [] : (JSON.parse(json) as (FoundHouse | FoundPlace)[])
        const wish = { format: formatOf(query), withAddress: isOn(query, 'addressdetails') }
        return sendJson(reply, reverseBody(reverseResult(around, point, context), wish))
      },
    )
  }
}

/**
 * The lookup; undefined if the capability is absent. A data root without the administrative database keeps the capability:
 * nothing is found there.
 */
function lookUpOf({ reverse, data }: Engine): NonNullable<Engine['reverse']> | undefined {
  return reverse ?? (data?.().wof_dbs.length === 0 ? () => null : undefined)
}
