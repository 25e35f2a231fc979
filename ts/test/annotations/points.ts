/** Points for property tests. */
import fc from 'fast-check'

/** Any valid point, its edges included. */
export const anyPoint = fc.tuple(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
)

/** Points spread evenly over degrees, as a map would have them. */
export const somewhere = fc.tuple(
  fc.integer({ min: -90_000_000, max: 90_000_000 }).map((millionths) => millionths / 1e6),
  fc.integer({ min: -180_000_000, max: 180_000_000 }).map((millionths) => millionths / 1e6),
)
