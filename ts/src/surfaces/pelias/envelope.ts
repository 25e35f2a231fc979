/** The collection every answer of Pelias is; an error is one of nothing with `errors`. */
import { errorBodies, type Failure } from '../../http/responses/errors.js'
import { VERSION } from '../../version.js'
import type { Feature } from './feature.js'
import type { Asked } from './parameters.js'

/** Version of the format. */
const FORMAT = '0.2'

/** The body of an answer. */
export function bodyOf(
  features: readonly Feature[],
  asked: Pick<Asked, 'echo' | 'errors' | 'warnings'>,
  attribution: string,
) {
  const { echo, errors, warnings } = asked
  const box = boxOf(features)
  return {
    geocoding: {
      version: FORMAT,
      attribution,
      query: echo,
      ...(errors.length > 0 && { errors }),
      ...(warnings.length > 0 && { warnings }),
      engine: { name: 'Milepost', version: VERSION },
      timestamp: Date.now(),
    },
    type: 'FeatureCollection',
    features,
    ...(box && { bbox: box }),
  }
}

/** West, south, east, north of all features; none without any. */
function boxOf(features: readonly Feature[]): number[] | undefined {
  if (features.length === 0) return undefined
  const boxes = features.map(
    ({ bbox, geometry: { coordinates } }) => bbox ?? [...coordinates, ...coordinates],
  )
  const edge = (at: number, least: boolean) => {
    const edges = boxes.map((box) => box[at] ?? 0)
    return least ? Math.min(...edges) : Math.max(...edges)
  }
  return [edge(0, true), edge(1, true), edge(2, false), edge(3, false)]
}

export const SEARCH_NOT_IMPLEMENTED = failure(501, 'search not implemented')
export const REVERSE_NOT_IMPLEMENTED = failure(501, 'reverse not implemented')

/** Answers to faults outside the routes. */
export const PELIAS_ERRORS = errorBodies(failure, 'malformed request')

function failure(status: number, error: string): Failure {
  return { status, body: bodyOf([], { echo: {}, errors: [error], warnings: [] }, '') }
}
