/**
 * Clients people have, against the running command: Pelias' client of the address service (npm) and addrx (PyPI). They are
 * installed into folders of their own, at pinned versions, and kept for the next run.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { made, orSkip, pythonWith } from '../support/needs.js'
import type { Running } from '../support/servers.js'
import { startParser, WITH_WEIGHTS } from './servers.js'

/** Milliseconds an install may take on a busy machine. */
const INSTALL = 600_000

let running: Running
beforeAll(async () => {
  running = await startParser(WITH_WEIGHTS)
})
afterAll(() => running.close())

const ADDRESS = '1600 Pennsylvania Ave NW, Washington DC 20500'

describe('pelias-microservice-wrapper', () => {
  interface Configuration {
    getParameters: (request: unknown) => Record<string, string>
    getUrl: (request: unknown) => string
  }
  interface Wrapper {
    ServiceConfiguration: new (name: string, config: object) => Configuration & { baseUrl: string }
    service: (
      configuration: Configuration,
    ) => (request: object, done: (error: unknown, body: unknown) => void) => void
  }

  test(
    'parses and expands as it does with its own service',
    async () => {
      const folder = made('pelias-microservice-wrapper-1.10.0', (into) => {
        writeFileSync(join(into, 'package.json'), '{"private":true}')
        const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund']
        execFileSync('npm', [...install, 'pelias-microservice-wrapper@1.10.0'], { cwd: into, stdio: 'pipe' })
      })
      const wrapper = createRequire(join(folder, 'package.json'))('pelias-microservice-wrapper') as Wrapper
      const ask = (path: string, text: string) => {
        class Libpostal extends wrapper.ServiceConfiguration {
          override getParameters = () => ({ address: text })
          override getUrl = () => `${this.baseUrl}${path}`
        }
        const configuration = new Libpostal('libpostal', { url: running.url, timeout: 30_000 })
        return new Promise((resolve, reject) => {
          wrapper.service(configuration)({ headers: {} }, (error, body) => {
            if (error === null) resolve(body)
            else reject(new Error(JSON.stringify(error)))
          })
        })
      }
      expect(await ask('parse', ADDRESS)).toEqual([
        { label: 'house_number', value: '1600' },
        { label: 'road', value: 'Pennsylvania Ave NW' },
        { label: 'city', value: 'Washington' },
        { label: 'state', value: 'DC' },
        { label: 'postcode', value: '20500' },
      ])
      expect(await ask('expand', '12 Elm St')).toEqual({ expansions: ['12 Elm St', '12 Elm Street'] })
      await expect(ask('parse', '')).rejects.toThrow('query is required')
    },
    INSTALL,
  )
})

const SCRIPT = `
import json, sys
from addrx.core.addrx_core import AddrXCore
client = AddrXCore(sys.argv[1])
parsed = client.parse(sys.argv[2])
print(json.dumps({"parsed": parsed.model_dump(exclude_none=True), "expanded": client.expand("12 Elm St")}))
`

describe('addrx', () => {
  test(
    'pings, parses and expands',
    async (context) => {
      // It asks for that Python.
      const { command } = orSkip(pythonWith(['addrx==0.1.2'], '3.11'), context)
      // The server answers in this process, so that the client must not block it.
      const { execFile } = await import('node:child_process')
      const out = await new Promise<string>((resolve, reject) => {
        execFile(command, ['-c', SCRIPT, running.url, ADDRESS], (error, stdout) => {
          if (error === null) resolve(stdout)
          else reject(new Error(error.message))
        })
      })
      expect(JSON.parse(out)).toEqual({
        parsed: {
          house_number: '1600',
          road: 'Pennsylvania Ave NW',
          city: 'Washington',
          state: 'DC',
          postcode: '20500',
        },
        expanded: { expansions: ['12 Elm St', '12 Elm Street'] },
      })
    },
    INSTALL,
  )
})
