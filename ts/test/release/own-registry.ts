/** A registry of npm on 127.0.0.1 that has the packed packages, and sends npm on to its own registry for all others. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

interface Manifest {
  name: string
  version: string
}

/** Serves the tarballs of a folder. */
export async function ownRegistry(folder: string): Promise<{ url: string; close: () => void }> {
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const packages = new Map(
    tarballs.map((tarball) => {
      const flags = ['-xzOf', join(folder, tarball), 'package/package.json']
      const manifest = JSON.parse(execFileSync('tar', flags, { encoding: 'utf8' })) as Manifest
      return [manifest.name, { manifest, tarball }]
    }),
  )
  const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/')
    if (path.startsWith('/-/own/')) {
      response.end(readFileSync(join(folder, path.slice('/-/own/'.length))))
      return
    }
    const own = packages.get(path.slice(1))
    if (own === undefined) {
      response.writeHead(302, { location: new URL(`.${request.url ?? ''}`, others).href }).end()
      return
    }
    const { manifest, tarball } = own
    const integrity = createHash('sha512')
      .update(readFileSync(join(folder, tarball)))
      .digest('base64')
    const dist = { tarball: `${url}/-/own/${tarball}`, integrity: `sha512-${integrity}` }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return {
    url,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
