/** A page of another origin with a Leaflet map and two search controls, both real clients of Nominatim. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'

import type { Running } from '../servers.js'

const require = createRequire(import.meta.url)

/** Files by path: the package, and where in it they lie. */
const FILES: Readonly<Record<string, [name: string, file: string]>> = {
  '/leaflet.js': ['leaflet', 'dist/leaflet.js'],
  '/leaflet.css': ['leaflet', 'dist/leaflet.css'],
  '/images/marker-icon.png': ['leaflet', 'dist/images/marker-icon.png'],
  '/images/marker-icon-2x.png': ['leaflet', 'dist/images/marker-icon-2x.png'],
  '/images/marker-shadow.png': ['leaflet', 'dist/images/marker-shadow.png'],
  '/geocoder.js': ['leaflet-control-geocoder', 'dist/Control.Geocoder.js'],
  '/geocoder.css': ['leaflet-control-geocoder', 'dist/Control.Geocoder.css'],
  '/geosearch.js': ['leaflet-geosearch', 'dist/bundle.min.js'],
  '/geosearch.css': ['leaflet-geosearch', 'dist/geosearch.css'],
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', png: 'image/png' }

/** Serves the page on a free port; its controls ask the server at `api`. */
export async function startMap(api: string): Promise<Running> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const found = FILES[path]
    if (found !== undefined) {
      response.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain')
      response.end(readFileSync(fileOf(...found)))
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page(api))
    } else {
      response.statusCode = path === '/favicon.ico' ? 204 : 404
      response.end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Some packages export their modules only; their files for a page are found from the folder. */
function fileOf(name: string, file: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const path = join(folder, name, file)
    try {
      readFileSync(path)
      return path
    } catch {
      continue
    }
  }
  return join(dirname(require.resolve(name)), file)
}

function page(api: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Map</title>
<link rel="stylesheet" href="/leaflet.css">
<link rel="stylesheet" href="/geocoder.css">
<link rel="stylesheet" href="/geosearch.css">
<style>html, body, #map { height: 100%; margin: 0 }</style>
</head>
<body>
<div id="map"></div>
<script src="/leaflet.js"></script>
<script src="/geocoder.js"></script>
<script src="/geosearch.js"></script>
<script>
  const api = ${JSON.stringify(api)}
  window.map = L.map('map').setView([30, -40], 3)
  const Grid = L.GridLayer.extend({ createTile: ({ x, y, z }) => {
    const tile = document.createElement('div')
    tile.style.outline = '1px solid #cbd5e1'
    tile.textContent = [z, x, y].join('/')
    return tile
  } })
  new Grid().addTo(map)
  window.geocoder = L.Control.Geocoder.nominatim({ serviceUrl: api + '/' })
  // The control finds out that Nominatim makes no suggestions by asking for one, and forgets the search under way meanwhile.
  const control = { geocoder: window.geocoder, collapsed: false, position: 'topright', suggestMinLength: 1000 }
  L.Control.geocoder(control).addTo(map)
  const provider = new GeoSearch.OpenStreetMapProvider({ searchUrl: api + '/search', reverseUrl: api + '/reverse' })
  map.addControl(GeoSearch.GeoSearchControl({ provider, style: 'bar', autoComplete: true, autoCompleteDelay: 50, showMarker: true }))
</script>
</body>
</html>
`
}
