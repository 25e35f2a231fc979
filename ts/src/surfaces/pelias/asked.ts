/** What a query asks for. */
import type { AnswerBounds } from '../../wire/answer-bounds.js'
import type { Layer } from './layers.js'

/** A point in degrees. */
export interface Point {
  lat: number
  lon: number
}

/** A query read. */
export interface Asked {
  size: number
  layers: ReadonlySet<Layer> | undefined
  /** The id of a place that every answer lies in, or is. */
  inside: string | undefined
  /** Categories of points of interest: one of these, and none of those. */
  categories: { some: readonly string[]; none: readonly string[] } | undefined
  bounds: AnswerBounds
  /** The circle nothing is answered outside of. */
  circle: (Point & { radiusKm: number }) | undefined
  /** What the answer says of itself: `geocoding.query`. */
  echo: Record<string, unknown>
  errors: string[]
  warnings: string[]
}
