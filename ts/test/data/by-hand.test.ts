/** `milepost data` without a network: from a folder, by hand, and with a proxy that this Node.js cannot use. */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { send } from '../../src/remote/send.js'
import { dataRoot, milepost } from './command.js'

const AT_38 = 'adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz'
const URL_38 = `https://${AT_38}`
const TABLE = `id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;lon;lat
38_1;;12;;Rue des Peupliers Bleus;38500;38563;Voiron;5.5921;45.3651
`

/** A folder in the layout of a mirror. */
function mirror(): string {
  const folder = dataRoot()
  mkdirSync(dirname(join(folder, AT_38)), { recursive: true })
  writeFileSync(join(folder, AT_38), gzipSync(TABLE))
  return folder
}

describe('a mirror in a folder', () => {
  test.each([
    ['by path', (folder: string) => folder],
    ['by URL', (folder: string) => pathToFileURL(folder).href],
  ])('is read %s', { timeout: 60_000 }, async (_, named) => {
    const root = dataRoot()
    const folder = named(mirror())
    const { code, stdout } = await milepost(['data', 'add', 'fr-38', '--mirror', folder, '--root', root])
    expect(stdout).toContain('fr-38: 1 rows')
    expect(code).toBe(0)
    const missing = await milepost(['data', 'add', 'fr-01', '--mirror', folder, '--root', root])
    expect(missing.stderr).toMatch(/file:\/\/\/.*adresses-01\.csv\.gz is not there/)
  })

  test('that is none is refused', async () => {
    const { code, stderr } = await milepost(['data', 'add', 'fr-38', '--mirror', '/nowhere', '--dry-run'])
    expect(stderr).toBe('milepost: --mirror: /nowhere is neither an http, https or file URL nor a folder\n')
    expect(code).toBe(1)
  })

  test('answers as a server does: heads, ranges, and 404', async () => {
    const url = pathToFileURL(join(mirror(), AT_38)).href
    const whole = Buffer.from(await (await send(url, {})).arrayBuffer())
    const total = String(whole.length)
    const head = await send(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(total)
    const modified = head.headers.get('last-modified') ?? ''
    const part = await send(url, { headers: { range: 'bytes=2-5', 'if-range': modified } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${total}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 6))
    expect((await send(url, { headers: { range: 'bytes=2-', 'if-range': 'another' } })).status).toBe(200)
    expect((await send(url, { headers: { range: 'bytes=999999-' } })).status).toBe(416)
    expect((await send(`${url}x`, {})).status).toBe(404)
  })
})

describe('by hand', () => {
  const lines = (root: string) => [
    'fr-38: France, département 38; Base Adresse Nationale',
    '  licence  etalab-2.0; show: Base Adresse Nationale',
    '  size     known to the publisher alone',
    `  becomes  ${join(root, 'address-points/address-points-fr.db')}`,
    `  fetch    curl -fL --create-dirs -o 'mirror/${AT_38}' '${URL_38}'`,
    `  build    milepost data add fr-38 --publisher ban --mirror mirror --data-root '${root}'`,
    '',
  ]

  test('a list needs no server', async () => {
    const root = dataRoot()
    const { stdout } = await milepost(['data', 'list', 'fr-38', '--by-hand', '--root', root])
    expect(stdout.split('\n').slice(0, 6)).toEqual(lines(root).slice(0, 6))
    expect((await milepost(['data', 'list', '--by-hand'])).stderr).toContain('--by-hand needs a code')
  })

  test('a dry run without a network says the same, and which URL was asked', async () => {
    const root = dataRoot()
    const closed = 'http://127.0.0.1:1'
    const parameters = ['data', 'add', 'fr-38', '--dry-run', '--mirror', closed, '--root', root]
    const { code, stdout, stderr } = await milepost(parameters)
    expect(stdout).toBe(lines(root).join('\n'))
    expect(code).toBe(0)
    expect(stderr).toContain(`cannot reach ${closed}/${AT_38}`)
  })
})

test('a proxy is used, or the message says how', { timeout: 60_000 }, async () => {
  const asked: string[] = []
  const proxy = http.createServer()
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`
  const parameters = ['data', 'add', 'fr-38', '--dry-run', '--mirror', 'http://mirror.invalid']
  const { stderr } = await milepost(parameters, { HTTP_PROXY: address })
  proxy.close()
  if ('setGlobalProxyFromEnv' in http) {
    expect(asked).toEqual(['mirror.invalid:80'])
    expect(stderr).toContain(`cannot reach http://mirror.invalid/${AT_38}`)
  } else {
    expect(stderr).toMatch(
      /HTTP_PROXY is set, (which Node\.js .* cannot use|and is used with NODE_USE_ENV_PROXY=1)/,
    )
  }
})
