/** `examples/minimal-server.ts` as a process, on the built package. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

import ts from 'typescript'
import { afterAll, expect, test } from 'vitest'

import { ROOT } from '../support/paths.js'

// Node 20 does not run TypeScript. Below the repository, so that `milepost` is found as a consumer finds it.
const folder = mkdtempSync(join(ROOT, 'node_modules/.minimal-server-'))
const program = join(folder, 'minimal-server.mjs')
const source = readFileSync(join(ROOT, 'examples/minimal-server.ts'), 'utf8')
writeFileSync(program, ts.transpile(source, { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2023 }))

const running: ChildProcessByStdio<null, Readable, null>[] = []
afterAll(() => {
  running.forEach((child) => child.kill('SIGKILL'))
  rmSync(folder, { recursive: true })
})

/** Starts it and reads the line it says once it listens. */
async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [program, '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  running.push(child)
  // Ends with the process, should it fail before it says a line.
  const said = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  const [, port, state] =
    /listening on http:\/\/0\.0\.0\.0:(\d+), geocoder (\w+)/.exec(String(said.value)) ?? []
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { child, state, get }
}

test('answers its three routes', async () => {
  const { child, state, get } = await start({ XDG_DATA_HOME: join(tmpdir(), 'milepost-no-such-folder') })
  expect(state).toBe('ready')
  expect(await get('/health')).toEqual({ status: 200, body: { ok: true, geocoder: true } })
  const { status, body } = await get('/geocode?address=Grenoble%2C%20France')
  expect(status).toBe(200)
  expect(body).toEqual({
    lat: expect.closeTo(45.19, 1),
    lon: expect.closeTo(5.72, 1),
    resolution_tier: 'admin',
    epistemic_status: 'observed',
    locality: 'Grenoble',
  })
  expect(await get('/parse?address=PO%20Box%2042%2C%20Reno%20NV')).toMatchObject({
    status: 200,
    body: { components: expect.arrayContaining([{ tag: 'locality', value: 'Reno' }]) },
  })
  expect(await get('/parse?address=%20')).toEqual({ status: 400, body: { error: 'address is required' } })
  expect((await get('/elsewhere')).status).toBe(404)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})

test('stays up without a gazetteer', async () => {
  const { state, get } = await start({ SERVICE_DATA_ROOT: folder })
  expect(state).toBe('off')
  expect(await get('/health')).toEqual({ status: 200, body: { ok: true, geocoder: false } })
  expect(await get('/geocode?address=Grenoble')).toEqual({
    status: 503,
    body: { error: 'geocoder not available' },
  })
  expect((await get('/parse?address=Grenoble')).status).toBe(200)
})
