/** `/`: the page for people, and the routes that only it asks. They are not in `/openapi.json`: they change together with the page. */
import type { App } from '../../../http/app.js'
import { fail, sendJson } from '../../../http/responses/errors.js'
import { pageOf } from '../../../playground/page.js'
import { registerPlaygroundFiles, sendPage } from '../../../playground/routes.js'
import type { Tiles } from '../../../playground/tiles.js'
import { GEOCODER_NOT_AVAILABLE, invalidField } from '../errors.js'
import type { NativeContext } from './route.js'

const SUGGESTIONS = 6

/** Parameters as they arrive: a repeated one is an array. */
type Parameters = Readonly<Partial<Record<'q' | 'lat' | 'lon', string | string[]>>>

const PAGE = {
  surface: 'native',
  title: 'Milepost',
  lead: 'Type an address, or press the map to see what is there. For a table, paste several lines or drop a CSV file.',
  examples: [
    '12 bis chemin du Four Banal 38660 Le Touvet',
    '350 5th Ave Apt 4B, New York, NY 10118',
    'Springfield',
    '75008 Lyon',
  ],
  links: [
    ['docs', 'API'],
    ['openapi.json', 'openapi.json'],
    ['health', 'Health'],
    ['metrics', 'Metrics'],
  ],
  form: ['v1/parse', 'address'],
} as const

/** Registers the page. It is whole with any engine, also with none, and says what is off. */
export function registerPlayground(
  app: App,
  { engine }: NativeContext,
  { tiles, bulk }: { tiles?: Tiles | undefined; bulk: boolean },
): void {
  const page = pageOf({ ...PAGE, tiles, bulk })
  const hidden = { schema: { hide: true } }
  app.get('/', hidden, (request, reply) => sendPage(request, reply, page))
  registerPlaygroundFiles(app)

  app.get<{ Querystring: Parameters }>('/playground/complete', hidden, (request, reply) => {
    if (engine.complete === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
    const { q } = request.query
    if (typeof q !== 'string' || q.trim() === '') return sendJson(reply, '[]')
    const near = pointOf(request.query)
    return sendJson(
      reply,
      engine.complete(q.slice(0, 512), {
        limit: SUGGESTIONS,
        ...(near && { latitude: near.lat, longitude: near.lon }),
      }),
    )
  })

  app.get<{ Querystring: Parameters }>('/playground/reverse', hidden, (request, reply) => {
    if (engine.reverse === undefined) return fail(reply, GEOCODER_NOT_AVAILABLE)
    const point = pointOf(request.query)
    if (point === undefined) return fail(reply, invalidField('lat, lon', 'must be a point in degrees'))
    return sendJson(reply, engine.reverse(point.lat, point.lon, { houses: true }) ?? '[]')
  })
}

function pointOf({ lat, lon }: Parameters): { lat: number; lon: number } | undefined {
  if (typeof lat !== 'string' || typeof lon !== 'string' || lat.trim() === '' || lon.trim() === '') return
  const point = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : undefined
}
