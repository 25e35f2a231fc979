/** A server of map tiles on 127.0.0.1, as `--tiles` names one: real PNG pictures, each of one colour that says which tile it is. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'

import type { Running } from '../support/servers.js'

/** Pixels of a side. */
const SIDE = 256

/** Red, green and blue. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Colour of a tile; its neighbours have others. */
export function colourOf(zoom: number, x: number, y: number): Colour {
  return [80 + (x % 4) * 40, 80 + (y % 4) * 40, 80 + (zoom % 4) * 40]
}

/** A server of tiles with the paths it was asked for. */
export interface TileServer extends Running {
  asked: readonly string[]
}

export async function startTiles(): Promise<TileServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const [, zoom, x, y] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(path) ?? []
    if (y === undefined) {
      response.statusCode = 404
      response.end()
      return
    }
    response.setHeader('content-type', 'image/png')
    response.end(picture(colourOf(Number(zoom), Number(x), Number(y))))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A PNG of one colour. */
function picture(colour: Colour): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIDE, 0)
  header.writeUInt32BE(SIDE, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.from([0, ...Array.from({ length: SIDE }, () => colour).flat()])
  const lines = Buffer.concat(Array.from({ length: SIDE }, () => line))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
