/** The outlines of countries, as `scripts/build/playground.ts` writes them, and the names that fit. */
import type { GeometryCollection, Topology } from 'topojson-specification'

/** A country of the file. */
export interface Country {
  /** English name. */
  n: string
  /** Position of the name, degrees. */
  y: number
  x: number
  /** Area of the largest part in square degrees at the equator. */
  a: number
}

/** The file. */
export type World = Topology<{ countries: GeometryCollection<Country> }> & {
  /** Largest first. */
  towns: readonly (readonly [name: string, lat: number, lon: number])[]
}

/** A name on the map. */
export interface Name {
  name: string
  lat: number
  lon: number
}

/** Width of a letter, pixels. */
const LETTER = 7

/** Height of a line, pixels. */
const LINE = 18

/** Most names of towns in a view. */
const MOST_TOWNS = 60

/**
 * The towns of a view whose names fit, largest first. `place` gives the pixels of a point; undefined outside
 * the view.
 */
export function townsOf(
  { towns }: World,
  place: (lat: number, lon: number) => { x: number; y: number } | undefined,
): Name[] {
  const taken: { left: number; right: number; y: number }[] = []
  const names: Name[] = []
  for (const [name, lat, lon] of towns) {
    const at = place(lat, lon)
    if (at === undefined) continue
    const room = { left: at.x - 8, right: at.x + 12 + name.length * LETTER, y: at.y }
    const isTaken = taken.some(
      ({ left, right, y }) => Math.abs(y - room.y) < LINE && left < room.right && room.left < right,
    )
    if (isTaken) continue
    taken.push(room)
    names.push({ name, lat, lon })
    if (names.length === MOST_TOWNS) break
  }
  return names
}

/** The names that fit into their countries at a zoom, where 0 is the world in 256 pixels. */
export function countriesOf({ objects }: World, zoom: number): Name[] {
  const pixels = (256 * 2 ** zoom) / 360
  return objects.countries.geometries.flatMap(({ properties }) => {
    if (properties === undefined || !('n' in properties)) return []
    const { n, x, y, a } = properties
    // Mercator stretches both ways with the latitude.
    const side = (Math.sqrt(a) * pixels) / Math.cos((y * Math.PI) / 180)
    return side > n.length * LETTER * 0.8 ? [{ name: n, lat: y, lon: x }] : []
  })
}
