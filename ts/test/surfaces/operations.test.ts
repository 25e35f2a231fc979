/** What every surface says of its process, and of parameters that it does not know. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import type { App } from '../../src/http/app.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { createParserServer } from '../../src/surfaces/parser/server.js'
import { createPeliasServer } from '../../src/surfaces/pelias/server.js'
import { createSearchServer } from '../../src/surfaces/search/server.js'
import { createTypeaheadServer } from '../../src/surfaces/typeahead/server.js'
import { EVERYTHING } from '../support/servers.js'

const OPTIONS = { logLevel: 'silent' }

/** Each surface, with a request that carries an unknown parameter. */
const SURFACES = {
  native: [
    async (engine) => (await createNativeServer({ engine, ...OPTIONS })).app,
    '/v1/parse?address=Reno',
  ],
  search: [(engine) => createSearchServer({ engine, ...OPTIONS }), '/search?q=Reno'],
  nominatim: [(engine) => createSearchServer({ engine, profile: 'nominatim', ...OPTIONS }), '/search?q=Reno'],
  photon: [(engine) => createTypeaheadServer({ engine, profile: 'photon', ...OPTIONS }), '/api?q=reno'],
  pelias: [(engine) => createPeliasServer({ engine, ...OPTIONS }), '/v1/search?text=Reno'],
  parser: [(engine) => createParserServer({ engine, ...OPTIONS }), '/parse?address=Reno'],
} satisfies Record<string, [create: (engine: ReturnType<typeof createEngine>) => Promise<App>, path: string]>

type Name = keyof typeof SURFACES

const NAMES = Object.keys(SURFACES) as Name[]
const apps = {} as Record<Name | 'empty', App>
const urls = {} as Record<Name | 'empty', string>

beforeAll(async () => {
  const engine = createEngine(EVERYTHING)
  for (const name of NAMES) apps[name] = await SURFACES[name][0](engine)
  apps['empty'] = await createPeliasServer({ engine: {}, ...OPTIONS })
  for (const name of [...NAMES, 'empty'] as const) {
    urls[name] = await apps[name].listen({ port: 0, host: '127.0.0.1' })
  }
})

afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())))

describe.each(NAMES)('%s', (name) => {
  const ask = (path: string) => fetch(urls[name] + path)

  test('says that it lives, that it is ready, and its figures', async () => {
    expect(await (await ask('/health')).json()).toMatchObject({ status: 'ok', uptime_s: expect.any(Number) })
    const ready = await ask('/health/ready')
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ ready: true, draining: false }),
    ])
    const metrics = await fetch(`${urls[name]}/metrics`, { headers: { accept: 'text/plain' } })
    expect(metrics.headers.get('content-type')).toContain('text/plain')
    expect(await metrics.text()).toContain('process_cpu_seconds_total')
  })

  test('reports an unknown parameter once, by its name alone', async () => {
    const [, path] = SURFACES[name]
    const warn = vi.spyOn(apps[name].log, 'child')
    const said: unknown[][] = []
    warn.mockImplementation(
      () => ({ ...apps[name].log, warn: (...line: unknown[]) => said.push(line) }) as never,
    )
    for (const value of ['secret', 'other']) await (await ask(`${path}&nonsense=${value}`)).text()
    await (await ask(path)).text()
    warn.mockRestore()
    expect(said).toEqual([
      [{ route: path.split('?')[0], parameter: 'nonsense' }, 'unknown parameter, which has no effect'],
    ])
  })
})

test('without data a surface lives and is not ready', async () => {
  expect((await fetch(`${urls.empty}/health`)).status).toBe(200)
  const ready = await fetch(`${urls.empty}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, search: false, draining: false }])
})

// A client that sends its whole body before it reads, as this one does, would get a broken pipe if the server closed at once.
test.each([
  ['native', '/v1/parse'],
  ['search', '/search'],
  ['nominatim', '/search'],
  ['photon', '/api'],
  ['pelias', '/v1/search'],
  ['parser', '/parse'],
] as const)(
  "Python's http.client reads the 413 of a body that is far too large from %s",
  async (name, path) => {
    const script = `
import http.client, sys
connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=20)
connection.request("POST", sys.argv[2], b"x" * 20_000_000, {"content-type": "application/json"})
answer = connection.getresponse()
print(answer.status, answer.read().decode())
`
    const { stdout } = await promisify(execFile)('python3', ['-c', script, new URL(urls[name]).port, path])
    expect(stdout).toMatch(/^413 \{.*too large/)
  },
)
