/** A page of another origin with a Leaflet map, for clients that are controls of one. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Running } from './servers.js'

const require = createRequire(import.meta.url)

/** Files by path: the package, and where in it they lie. */
export type PageFiles = Readonly<Record<string, readonly [name: string, file: string]>>

const LEAFLET: PageFiles = {
  '/leaflet.js': ['leaflet', 'dist/leaflet.js'],
  '/leaflet.css': ['leaflet', 'dist/leaflet.css'],
  '/images/marker-icon.png': ['leaflet', 'dist/images/marker-icon.png'],
  '/images/marker-icon-2x.png': ['leaflet', 'dist/images/marker-icon-2x.png'],
  '/images/marker-shadow.png': ['leaflet', 'dist/images/marker-shadow.png'],
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', png: 'image/png' }

/** What differs between the pages. */
export interface MapPage {
  /** Scripts and style sheets of the controls. */
  files: PageFiles
  /** Address of the server the controls ask. */
  api: string
  /** Options of the map, a JavaScript expression; `api` is defined. */
  options?: string
  /** Adds the controls to `map`, JavaScript. */
  controls: string
}

/** Serves the page on a free port. */
export async function startMap(map: MapPage): Promise<Running> {
  const files = { ...LEAFLET, ...map.files }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const found = files[path]
    if (found !== undefined) {
      response.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain')
      response.end(readFileSync(fileOf(...found)))
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(html(map, Object.keys(files)))
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
  const found = (require.resolve.paths(name) ?? [])
    .map((folder) => join(folder, name, file))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${name} has no ${file}`)
  return found
}

function html({ api, options = '{}', controls }: MapPage, paths: string[]): string {
  const of = (ending: string, tag: (path: string) => string) =>
    paths
      .filter((path) => path.endsWith(ending))
      .map(tag)
      .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Map</title>
${of('.css', (path) => `<link rel="stylesheet" href="${path}">`)}
<style>html, body, #map { height: 100%; margin: 0 }</style>
</head>
<body>
<div id="map"></div>
${of('.js', (path) => `<script src="${path}"></script>`)}
<script>
  const api = ${JSON.stringify(api)}
  window.map = L.map('map', ${options}).setView([30, -40], 3)
  const Grid = L.GridLayer.extend({ createTile: ({ x, y, z }) => {
    const tile = document.createElement('div')
    tile.style.outline = '1px solid #cbd5e1'
    tile.textContent = [z, x, y].join('/')
    return tile
  } })
  new Grid().addTo(map)
  ${controls}
</script>
</body>
</html>
`
}
