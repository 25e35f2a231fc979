/** `milepost mcp`: the protocol over standard input and output, line by line. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { COMMAND, ROOT } from '../support/paths.js'

interface Result {
  content: { text: string }[]
  isError?: boolean
}

describe('the tools', () => {
  let server: ChildProcessWithoutNullStreams
  let lines: AsyncIterator<string>
  let reader: Interface
  let id = 0

  const write = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method: string, params: object) => {
    id += 1
    write({ id, method, params })
    const { value } = (await lines.next()) as { value: string }
    const answer = JSON.parse(value) as { id: number; result: unknown }
    expect(answer.id).toBe(id)
    return answer.result
  }
  const call = async (name: string, parameters: object) =>
    (await ask('tools/call', { name, arguments: parameters })) as Result
  const bodyOf = ({ content }: Result) => JSON.parse(content[0]?.text ?? 'null') as unknown

  beforeAll(async () => {
    server = spawn(process.execPath, [COMMAND, 'mcp'])
    reader = createInterface({ input: server.stdout })
    lines = reader[Symbol.asyncIterator]()
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    expect(await ask('initialize', hello)).toMatchObject({ serverInfo: { name: 'milepost' } })
    write({ method: 'notifications/initialized' })
  })
  afterAll(async () => {
    const ended = once(server, 'close')
    server.stdin.end()
    // A client that leaves closes standard input, and the command ends with it.
    expect(await ended).toEqual([0, null])
    reader.close()
  })

  test('are listed with their parameters', async () => {
    const { tools } = (await ask('tools/list', {})) as {
      tools: { name: string; inputSchema: { required: string[] } }[]
    }
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['parse', ['address']],
      ['compare', ['a', 'b']],
      ['geocode', ['address']],
      ['reverse', ['lat', 'lon']],
    ])
  })

  test('answer with the bodies of the routes', async () => {
    expect(bodyOf(await call('parse', { address: 'Reno NV' }))).toMatchObject({
      components: [{ tag: 'locality', value: 'Reno' }, { tag: 'region' }],
    })
    expect(bodyOf(await call('geocode', { address: 'Paris' }))).toMatchObject({ countryCode: 'FR' })
    const american = await call('geocode', { address: 'Paris', country: ['us'] })
    expect(bodyOf(american)).toMatchObject({ countryCode: 'US' })
    const [around] = bodyOf(await call('reverse', { lat: 48.8566, lon: 2.3522 })) as { name: string }[]
    expect(around?.name).toBeTypeOf('string')
  })

  test('say what is wrong with a call', async () => {
    expect(await call('geocode', { address: ' ' })).toMatchObject({ isError: true })
    expect(await call('geocode', { address: 'Paris', country: ['france'] })).toMatchObject({ isError: true })
    expect(await call('reverse', { lat: 91, lon: 0 })).toMatchObject({ isError: true })
  })
})

test('without the SDK the command says how to install it', () => {
  // An install has no optional peer: the built files beside the packages that they need.
  const folder = mkdtempSync(join(tmpdir(), 'milepost-mcp-'))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['commander']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, 'ts', name), join(folder, name), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/milepost.js'), 'mcp'], {
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    'milepost: mcp needs a package that is not installed: npm install @modelcontextprotocol/server@2.4.0\n',
  )
  expect(status).toBe(1)
})
