/** What holds for the command of a drop-in as people run it: real processes, without any data. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { COMMAND } from '../support/paths.js'

/** The command's program. */

/** A drop-in and its documented behaviour. */
export interface DropInCommand {
  name: string
  port: number
  /** Paths of its document. */
  paths: string[]
  /** What its routes answer without data: status or body by path. */
  withoutData: { path: string; status: number; body?: unknown }[]
}

/** Registers the test of the variable that stands for `--profile`: what it is called, and that a wrong name ends with a line. */
export function testProfileVariable(name: string, variable: string, profile: string): void {
  test(`${variable} stands for --profile, and an unknown profile is reported`, () => {
    expect(run(name, 'serve', '--help').replace(/\s+/g, ' ')).toContain(
      `choices: "milepost", "${profile}", default: "milepost", env: ${variable}`,
    )
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, name, 'serve', '--port', '0'], {
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...process.env, [variable]: 'moon' },
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining(variable)])
    expect(stderr).toContain(`Allowed choices are milepost, ${profile}.`)
  })
}

/** Registers the tests of `milepost NAME serve` and `milepost NAME openapi`. */
export function testCommand({ name, port, paths, withoutData }: DropInCommand): void {
  describe('serve', () => {
    test('without any data stays up, answers as documented, and ends with 0', async () => {
      const { answer, code } = await served(name, ['--cpus', '1'], async (url) => {
        const answers = withoutData.map(async ({ path, body }) => {
          const response = await fetch(url + path)
          const { status } = response
          return body === undefined ? { path, status } : { path, status, body: await response.json() }
        })
        return { answers: await Promise.all(answers), origin: await originOf(url) }
      })
      expect({ answer, code }).toEqual({ answer: { answers: withoutData, origin: '*' }, code: 0 })
    })

    test('--no-cors closes it to pages of other origins, with several workers too', async () => {
      const { answer, code } = await served(name, ['--cpus', '2', '--no-cors'], originOf)
      expect({ answer, code }).toEqual({ answer: null, code: 0 })
    })

    test(`listens on ${String(port)} by default`, () => {
      const help = run(name, 'serve', '--help')
      for (const flag of ['--candidate-db', '--no-cors', '--cpus', '--host']) expect(help).toContain(flag)
      expect(help.replace(/\s+/g, ' ')).toContain(`a free one (default: ${String(port)})`)
    })
  })

  describe('openapi', () => {
    test.each([
      ['3.1', '3.1.0'],
      ['3.0', '3.0.3'],
    ])('%s', (flavor, version) => {
      const document = JSON.parse(run(name, 'openapi', '--flavor', flavor)) as {
        openapi: string
        paths: object
      }
      expect([document.openapi, Object.keys(document.paths)]).toEqual([
        version,
        expect.arrayContaining(paths),
      ])
    })
  })
}

function run(...parameters: string[]): string {
  return execFileSync(process.execPath, [COMMAND, ...parameters], { encoding: 'utf8', timeout: 50_000 })
}

const originOf = async (url: string) =>
  (await fetch(`${url}/reverse?lat=1&lon=2`)).headers.get('access-control-allow-origin')

/** Starts the command on a free port; asks, stops it, and gives what it answered and its exit code. */
export async function served<T>(
  name: string,
  flags: string[],
  ask: (url: string) => Promise<T>,
  variables: NodeJS.ProcessEnv = {},
) {
  const child = spawn(
    process.execPath,
    [COMMAND, name, 'serve', '--port', '0', '--host', '127.0.0.1', ...flags],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        SERVICE_DATA_ROOT: mkdtempSync(join(tmpdir(), 'milepost-empty-')),
        ...variables,
      },
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
