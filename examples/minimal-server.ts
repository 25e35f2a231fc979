/**
 * The least server: three routes on the library, in one file.
 *
 *   node examples/minimal-server.ts [PORT]      (Node.js 22.18 or later runs TypeScript as it is)
 */
import { createServer, type ServerResponse } from 'node:http'

import { createEngine } from 'milepost'

// Once, at the start: the model and the databases are what costs.
const engine = createEngine({ warn: console.error })
const geocoder = engine.geocode !== undefined

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const address = searchParams.get('address') ?? ''
  if (request.method !== 'GET') answer(response, 405, { error: 'only GET' })
  else if (pathname === '/health') answer(response, 200, { ok: true, geocoder })
  else if (pathname !== '/geocode' && pathname !== '/parse') answer(response, 404, { error: 'not found' })
  else if (address.trim() === '') answer(response, 400, { error: 'address is required' })
  else {
    try {
      if (pathname === '/parse') parse(response, address)
      else geocode(response, address)
    } catch (error) {
      console.error(error)
      answer(response, 500, { error: 'internal error' })
    }
  }
})

function parse(response: ServerResponse, address: string): void {
  if (engine.parse === undefined) answer(response, 501, { error: 'parse not implemented' })
  else answer(response, 200, engine.parse(address))
}

function geocode(response: ServerResponse, address: string): void {
  if (engine.geocode === undefined) {
    answer(response, 503, { error: 'geocoder not available' })
    return
  }
  const { lat, lon, resolution_tier, epistemic_status, locality } = engine.geocode(address)
  answer(response, 200, { lat, lon, resolution_tier, epistemic_status, locality })
}

server.listen(Number(process.argv[2] ?? 3000), '0.0.0.0', () => {
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : bound
  console.log(`listening on http://0.0.0.0:${String(port)}, geocoder ${geocoder ? 'ready' : 'off'}`)
})
process.once('SIGTERM', () => server.close())
