/** The map: outlines of countries from the install, or tiles, with the points of answers. */
import {
  type Canvas,
  canvas,
  circle,
  circleMarker,
  control,
  divIcon,
  type FeatureGroup,
  featureGroup,
  geoJSON,
  latLngBounds,
  type LatLngBoundsExpression,
  type Layer,
  layerGroup,
  map as createMap,
  type Map as LeafletMap,
  marker,
  rectangle,
  tileLayer,
} from 'leaflet'
import { feature, mesh } from 'topojson-client'

import { flatLines, flatPolygons } from './antimeridian.js'
import { countriesOf, type Name, townsOf, type World } from './outlines.js'
import type { Answer, Place, Point, RowAnswer } from './service.js'

/** Options of {@link openMap}. */
export interface MapOptions {
  /** Address of tiles with `{z}`, `{x}` and `{y}`. */
  tiles?: string | undefined
  /** Credit shown in the corner. */
  credit?: string | undefined
  /** A point was clicked, or chosen by Enter. */
  pressed: (point: Point) => void
}

/** Largest zoom for outlines of 1:50 million, which have only names of towns there: a house is shown among its towns, with 10 km of scale. */
const OUTLINES = { nearest: 12, fit: 10 }
const TILES = { nearest: 19, fit: 17 }

/** Most rows drawn as elements; more are drawn on one canvas, which is fast with a hundred thousand. */
const MOST_ELEMENTS = 1000

/** Style of a row on the canvas, like `path.map-row` of the style sheet. */
const PAINTED = { color: '#ffffff', weight: 1.5, opacity: 1, fillColor: '#d0241b', fillOpacity: 0.9 }

/** Smallest zoom with names of towns. */
const TOWNS_FROM = 4

/** Bounds of the map: Mercator ends before the poles. */
const WHOLE: LatLngBoundsExpression = [
  [-75, -180],
  [84, 180],
]

/** The map of the page. */
export class MapView {
  readonly #map: LeafletMap
  readonly #shown: FeatureGroup
  readonly #rows = layerGroup()
  readonly #fit: number
  #rowBounds = latLngBounds([])
  #rowCount = 0
  #canvas: Canvas | undefined

  constructor(container: HTMLElement, { tiles, credit, pressed }: MapOptions) {
    const { nearest, fit } = tiles === undefined ? OUTLINES : TILES
    this.#fit = fit
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const map = createMap(container, {
      zoomSnap: 0.25,
      maxZoom: nearest,
      maxBounds: WHOLE,
      maxBoundsViscosity: 1,
      zoomAnimation: !isStill,
      fadeAnimation: !isStill,
      markerZoomAnimation: !isStill,
    })
    this.#map = map
    // Before the first view, which may not exceed the world.
    const bound = () => {
      map.setMinZoom(Math.log2(Math.max(map.getSize().x / 256, 1)))
    }
    bound()
    map.on('resize', bound)
    map.setView([30, 5], map.getMinZoom())
    map.attributionControl.setPrefix(false)
    control.scale({ imperial: false }).addTo(map)
    container.setAttribute('role', 'application')
    container.setAttribute(
      'aria-label',
      'Map. Arrow keys move it, plus and minus zoom, Enter asks what is in the middle.',
    )
    map.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap()
      pressed({ lat, lon: lng })
    })
    container.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target === container) pressed(this.middle())
    })
    if (tiles === undefined) void drawOutlines(map)
    else tileLayer(tiles, { maxZoom: nearest, attribution: textElement(credit ?? '').innerHTML }).addTo(map)
    this.#rows.addTo(map)
    this.#shown = featureGroup().addTo(map)
  }

  /** The point in the middle. */
  middle(): Point {
    const { lat, lng } = this.#map.getCenter().wrap()
    return { lat, lon: lng }
  }

  /** The centre of the view, if the zoom is large enough to mean something. */
  near(): Point | undefined {
    return this.#map.getZoom() >= 6 ? this.middle() : undefined
  }

  /** Draws an answer instead of the previous one, and moves to it. */
  show({ point, radius, box, others = [], title, tone }: Answer, move = true): void {
    this.#shown.clearLayers()
    if (point === undefined) return
    const at = [point.lat, point.lon] as const
    const drawn: Layer[] = []
    if (box !== undefined) {
      const [south, west, north, east] = box
      const corners: LatLngBoundsExpression = [
        [south, west],
        [north, east],
      ]
      drawn.push(rectangle(corners, { className: 'map-box', interactive: false }))
    }
    if (radius !== undefined)
      drawn.push(circle([...at], { radius, className: 'map-radius', interactive: false }))
    const near = featureGroup([...drawn, marker([...at])])
    others.forEach((place, index) => {
      const number = String(index + 2)
      if (place.point !== undefined) drawn.push(pin(place.point, 'map-other', number))
    })
    const main = pin(point, 'map-pin', '')
    // Its label is on the side with fewer other points.
    const above = others.filter((other) => other.point !== undefined && other.point.lat > point.lat).length
    const side = 2 * above > others.length ? 'bottom' : 'top'
    main.bindTooltip(textElement(title.split(',', 1)[0] ?? ''), {
      permanent: true,
      direction: side,
      className: 'map-name',
      offset: [0, side === 'top' ? -14 : 14],
    })
    for (const layer of [...drawn, main]) layer.addTo(this.#shown)
    // If the answer is ambiguous, all candidates are in view.
    if (tone === 'doubtful')
      for (const { point } of others) if (point) near.addLayer(marker([point.lat, point.lon]))
    if (move) this.#map.fitBounds(near.getBounds(), { maxZoom: this.#fit, padding: [40, 40] })
  }

  /** Moves to a place of the trail. */
  moveTo({ point }: Pick<Place, 'point'>): void {
    if (point === undefined) return
    this.#map.setView([point.lat, point.lon], Math.max(this.#map.getZoom(), 6))
  }

  /** Adds points of a table. */
  addRows(rows: readonly RowAnswer[]): void {
    for (const { point } of rows) {
      if (point === undefined) continue
      const at = [point.lat, point.lon] as const
      const shared = { radius: 5, className: 'map-row', interactive: false }
      this.#rowCount += 1
      const painted =
        this.#rowCount > MOST_ELEMENTS ? { ...PAINTED, renderer: (this.#canvas ??= canvas()) } : {}
      this.#rows.addLayer(circleMarker([...at], { ...shared, ...painted }))
      this.#rowBounds.extend([...at])
    }
    if (this.#rowBounds.isValid())
      this.#map.fitBounds(this.#rowBounds, { maxZoom: this.#fit, padding: [30, 30] })
  }

  /** Removes all points. */
  clear(): void {
    this.#shown.clearLayers()
    this.#rows.clearLayers()
    this.#rowBounds = latLngBounds([])
    this.#rowCount = 0
  }
}

/** Opens the map in the element. */
export function openMap(container: HTMLElement, options: MapOptions): MapView {
  return new MapView(container, options)
}

/** A text node: Leaflet would read a string as markup, and titles contain what users type. */
function textElement(text: string): HTMLElement {
  const made = document.createElement('span')
  made.textContent = text
  return made
}

function pin({ lat, lon }: Point, className: string, text: string) {
  const content = textElement(text)
  content.dataset['lat'] = String(lat)
  content.dataset['lon'] = String(lon)
  const icon = divIcon({ className, html: content, iconSize: [24, 24] })
  return marker([lat, lon], { icon, interactive: false, keyboard: false })
}

/** Draws land, borders and names of countries. If the file is missing, the map is empty and answers still work. */
async function drawOutlines(map: LeafletMap): Promise<void> {
  const response = await fetch('playground/world.json').catch(() => undefined)
  if (response?.ok !== true) return
  const world = (await response.json()) as World
  const { countries } = world.objects
  // Above tiles and below the answer.
  map.createPane('outlines').style.zIndex = '300'
  map.createPane('names').style.zIndex = '350'
  const renderer = canvas({ padding: 0.5, pane: 'outlines' })
  const shared = { renderer, pane: 'outlines', interactive: false }
  const land = geoJSON(flatPolygons(feature(world, countries)), {
    ...shared,
    attribution: 'Natural Earth, GeoNames',
  }).addTo(map)
  const borders = geoJSON(flatLines(mesh(world, countries, (one, other) => one !== other)), shared).addTo(map)
  const paint = () => {
    const style = getComputedStyle(document.documentElement)
    land.setStyle({ stroke: false, fillOpacity: 1, fillColor: style.getPropertyValue('--land') })
    borders.setStyle({ weight: 1, opacity: 1, color: style.getPropertyValue('--border') })
  }
  paint()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
  const names = layerGroup().addTo(map)
  const write = ({ name, lat, lon }: Name, className: string) => {
    const icon = divIcon({ className, html: textElement(name), iconSize: [0, 0] })
    names.addLayer(marker([lat, lon], { icon, interactive: false, keyboard: false, pane: 'names' }))
  }
  const label = () => {
    names.clearLayers()
    const bounds = map.getBounds()
    const hasTowns = map.getZoom() >= TOWNS_FROM
    for (const name of hasTowns ? [] : countriesOf(world, map.getZoom())) {
      if (bounds.contains([name.lat, name.lon])) write(name, 'map-country')
    }
    if (!hasTowns) return
    const place = (lat: number, lon: number) =>
      bounds.contains([lat, lon]) ? map.latLngToContainerPoint([lat, lon]) : undefined
    for (const name of townsOf(world, place)) write(name, 'map-town')
  }
  map.on('moveend', label)
  label()
}
