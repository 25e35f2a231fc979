/** Geometries of results: the outline of the object where the data have it, otherwise its point. */
import type { GeoJsonGeometry, Position } from '../../../wire/found.js'
import { element } from './xml.js'
import type { Geometry } from './question.js'

/** The written form of a point in degrees: longitude and latitude. */
export interface LonLat {
  lon: string
  lat: string
}

/** A result as far as its geometry goes. */
export interface Shaped extends LonLat {
  /** The outline; absent where only the point is known. */
  outline?: GeoJsonGeometry | undefined
}

/** A point as GeoJSON. */
export function geojsonPoint({ lon, lat }: LonLat): GeoJsonGeometry {
  return { type: 'Point', coordinates: [Number(lon), Number(lat)] }
}

/** The geometry of a result as GeoJSON, simplified by a tolerance in degrees. */
export function geojsonOf(shaped: Shaped, tolerance: number): GeoJsonGeometry {
  const { outline } = shaped
  return outline === undefined ? geojsonPoint(shaped) : simplified(outline, tolerance)
}

/** A geometry in the way asked for, under the key of a JSON result. */
export function geometryField(way: Geometry, shaped: Shaped, tolerance: number): Record<string, unknown> {
  const geometry = geojsonOf(shaped, tolerance)
  switch (way) {
    case 'geojson':
      return { geojson: geometry }
    case 'kml':
      return { geokml: kmlOf(geometry) }
    case 'svg':
      return { svg: svgOf(geometry) }
    case 'text':
      return { geotext: wktOf(geometry) }
  }
}

function kmlOf(geometry: GeoJsonGeometry): string {
  const coordinates = (line: readonly Position[]) =>
    element('coordinates', {}, line.map(([lon, lat]) => `${String(lon)},${String(lat)}`).join(' '))
  const ring = (name: string, line: readonly Position[]) =>
    element(name, {}, element('LinearRing', {}, coordinates(line), true), true)
  const polygon = ([outer = [], ...holes]: readonly Position[][]) =>
    element(
      'Polygon',
      {},
      ring('outerBoundaryIs', outer) + holes.map((hole) => ring('innerBoundaryIs', hole)).join(''),
      true,
    )
  switch (geometry.type) {
    case 'Point':
      return element('Point', {}, coordinates([geometry.coordinates]), true)
    case 'LineString':
      return element('LineString', {}, coordinates(geometry.coordinates), true)
    case 'Polygon':
      return polygon(geometry.coordinates)
    case 'MultiPolygon':
      return element('MultiGeometry', {}, geometry.coordinates.map(polygon).join(''), true)
  }
}

/** Paths of SVG, whose vertical axis points down. */
function svgOf(geometry: GeoJsonGeometry): string {
  const point = ([lon, lat]: Position) => `${String(lon)} ${String(-lat)}`
  const line = ([first, ...rest]: readonly Position[]) =>
    first === undefined ? '' : `M ${point(first)} L ${rest.map(point).join(' ')}`
  const ring = (positions: readonly Position[]) => `${line(positions.slice(0, -1))} Z`
  if (geometry.type === 'Point') {
    const [lon, lat] = geometry.coordinates
    return `cx="${String(lon)}" cy="${String(-lat)}"`
  }
  if (geometry.type === 'LineString') return line(geometry.coordinates)
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  return rings.map(ring).join(' ')
}

function wktOf({ type, coordinates }: GeoJsonGeometry): string {
  const written = (value: Nested): string =>
    isPosition(value) ? value.map(String).join(' ') : `(${value.map(written).join(',')})`
  return `${type.toUpperCase()}${written(type === 'Point' ? [coordinates] : coordinates)}`
}

type Nested = Position | readonly Nested[]

function isPosition(value: Nested): value is Position {
  return typeof value[0] === 'number'
}

/** A geometry without the vertices that lie within a tolerance in degrees of the line between their neighbours (Douglas and Peucker). */
function simplified(geometry: GeoJsonGeometry, tolerance: number): GeoJsonGeometry {
  if (!(tolerance > 0)) return geometry
  // A ring needs three corners.
  const ring = (line: Position[]) => {
    const kept = thinned(line, tolerance)
    return kept.length < 4 ? line : kept
  }
  switch (geometry.type) {
    case 'Point':
      return geometry
    case 'LineString':
      return { ...geometry, coordinates: thinned(geometry.coordinates, tolerance) }
    case 'Polygon':
      return { ...geometry, coordinates: geometry.coordinates.map(ring) }
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(ring)) }
  }
}

function thinned(line: readonly Position[], tolerance: number): Position[] {
  const kept = new Set([0, line.length - 1])
  const spans: [from: number, to: number][] = [[0, line.length - 1]]
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [from, to] = span
    const [start, end] = [line[from], line[to]]
    if (start === undefined || end === undefined) continue
    let farthest = { at: -1, distance: tolerance }
    for (let at = from + 1; at < to; at++) {
      const distance = distanceTo(line[at] ?? start, start, end)
      if (distance > farthest.distance) farthest = { at, distance }
    }
    if (farthest.at < 0) continue
    kept.add(farthest.at)
    spans.push([from, farthest.at], [farthest.at, to])
  }
  return line.filter((_, at) => kept.has(at))
}

/** Distance of a point from the line between two others, in degrees. */
function distanceTo([x, y]: Position, [fromX, fromY]: Position, [toX, toY]: Position): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = Math.hypot(dx, dy)
  if (length === 0) return Math.hypot(x - fromX, y - fromY)
  return Math.abs(dy * (x - fromX) - dx * (y - fromY)) / length
}
