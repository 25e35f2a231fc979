/**
 * Cuts outlines of a globe for a flat map. The package's rings cross the antimeridian and surround the pole; a flat map would draw
 * a band across the world.
 */
import type { Feature, FeatureCollection, Geometry, MultiLineString, MultiPolygon, Position } from 'geojson'

/** Degrees of longitude around the globe. */
const ROUND = 360

/** Polygons that a flat map can fill: one across the antimeridian is repeated at either end of the map. */
export function flatPolygons({ features }: FeatureCollection): FeatureCollection {
  return { type: 'FeatureCollection', features: features.map(flatFeature) }
}

function flatFeature(feature: Feature): Feature {
  const coordinates = polygonsOf(feature.geometry).flatMap((rings) => {
    const unrolled = rings.map((ring) => closed(unroll(ring)))
    return copies(unrolled, (shift) => unrolled.map((ring) => shifted(ring, shift)))
  })
  const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates }
  return { ...feature, geometry }
}

function polygonsOf(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** Lines that a flat map can draw, likewise. */
export function flatLines({ coordinates }: MultiLineString): MultiLineString {
  return {
    type: 'MultiLineString',
    coordinates: coordinates.flatMap((line) => {
      const unrolled = unroll(line)
      return copies([unrolled], (shift) => shifted(unrolled, shift))
    }),
  }
}

/** The same points without a step of more than half the world; longitudes may go beyond 180. */
function unroll(line: readonly Position[]): Position[] {
  let shift = 0
  let before: number | undefined
  return line.map(([lon = 0, lat = 0]) => {
    if (before !== undefined && Math.abs(lon - before) > ROUND / 2) shift += lon < before ? ROUND : -ROUND
    before = lon
    return [lon + shift, lat]
  })
}

/** A ring around a pole ends a whole turn away from its start; it is closed through that pole. */
function closed(ring: Position[]): Position[] {
  const [[first = 0, lat = 0] = [], [last = 0] = []] = [ring[0], ring.at(-1)]
  if (Math.abs(first - last) < ROUND / 2) return ring
  const pole = lat < 0 ? -90 : 90
  return [...ring, [last, pole], [first, pole], [first, lat]]
}

/** The shape, repeated for each end of the map that it crosses. */
function copies<T>(lines: readonly (readonly Position[])[], copy: (shift: number) => T): T[] {
  const longitudes = lines.flat().map(([lon = 0]) => lon)
  const [west, east] = longitudes.reduce(
    ([least, most], lon) => [Math.min(least, lon), Math.max(most, lon)],
    [0, 0],
  )
  return [copy(0), ...(east > ROUND / 2 ? [copy(-ROUND)] : []), ...(west < -ROUND / 2 ? [copy(ROUND)] : [])]
}

function shifted(line: readonly Position[], shift: number): Position[] {
  return line.map(([lon = 0, lat = 0]) => [lon + shift, lat])
}
