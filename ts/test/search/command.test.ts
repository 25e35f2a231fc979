/** `milepost search` as people run it: real processes. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

const COMMAND = join(import.meta.dirname, '../../bin/milepost.js')

/** Starts the command on a free port; asks, stops it, and gives what it answered and its exit code. */
async function served<T>(flags: string[], ask: (url: string) => Promise<T>) {
  const child = spawn(
    process.execPath,
    [COMMAND, 'search', 'serve', '--port', '0', '--host', '127.0.0.1', ...flags],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, SERVICE_DATA_ROOT: mkdtempSync(join(tmpdir(), 'milepost-empty-')) },
    },
  )
  const exit = once(child, 'exit')
  try {
    const answer = await ask(await listening(child.stderr))
    child.kill('SIGTERM')
    const [code] = (await exit) as [number | null]
    return { answer, code }
  } finally {
    child.kill('SIGKILL')
  }
}

async function listening(lines: AsyncIterable<unknown>): Promise<string> {
  let said = ''
  for await (const chunk of lines) {
    said += String(chunk)
    const [, url] = /listening on (\S+)/.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`it ended without listening: ${said}`)
}

const originOf = async (url: string) =>
  (await fetch(`${url}/reverse?lat=1&lon=2`)).headers.get('access-control-allow-origin')

describe('serve', () => {
  test('without any data stays up, answers as the interface says, and ends with 0', async () => {
    const { answer, code } = await served(['--cpus', '1'], async (url) => {
      const [search, reverse] = [await fetch(`${url}/search?q=a`), await fetch(`${url}/reverse?lat=1&lon=2`)]
      return [search.status, await reverse.json(), await originOf(url)]
    })
    expect({ answer, code }).toEqual({ answer: [501, null, '*'], code: 0 })
  })

  test('ends with one line when the gazetteer that was named is none', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [COMMAND, 'search', 'serve', '--port', '0', '--cpus', '1', '--candidate-db', COMMAND],
      { encoding: 'utf8', timeout: 50_000 },
    )
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^milepost: .*milepost\.js.*\n$/)])
  })

  test('--no-cors closes it to pages of other origins, with several workers too', async () => {
    const { answer, code } = await served(['--cpus', '2', '--no-cors'], originOf)
    expect({ answer, code }).toEqual({ answer: null, code: 0 })
  })

  test('listens on 8080 unless told otherwise', () => {
    const help = execFileSync(process.execPath, [COMMAND, 'search', 'serve', '--help'], {
      encoding: 'utf8',
    })
    for (const flag of ['--candidate-db', '--no-cors', '--cpus', '--host']) expect(help).toContain(flag)
    expect(help.replace(/\s+/g, ' ')).toContain('a free one (default: 8080)')
  })
})

describe('openapi', () => {
  test.each([
    ['3.1', '3.1.0'],
    ['3.0', '3.0.3'],
  ])('%s', (flavor, version) => {
    const printed = execFileSync(process.execPath, [COMMAND, 'search', 'openapi', '--flavor', flavor], {
      encoding: 'utf8',
    })
    expect(JSON.parse(printed)).toMatchObject({
      openapi: version,
      paths: { '/search': {}, '/reverse': {}, '/lookup': {}, '/status': {} },
    })
  })
})
