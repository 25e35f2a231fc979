/**
 * A server that does nothing: what Node's own HTTP, the loopback device, the clock of the side that asks and the machine's waking take
 * together, so that what is above it is ours. `bench.ts` asks it in every round, as it asks the routes. Prints its address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const BODY = JSON.stringify({ ok: true })
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(BODY),
}

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => response.writeHead(200, HEADERS).end(BODY))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.error(`listening on http://127.0.0.1:${String(port)}`)
})
