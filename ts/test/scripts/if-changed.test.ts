/** `npm start`: what it builds, what it says, and what it tells about the address. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { build, isBuilt, record } from '../../../scripts/build/if-changed.js'
import { sayListening } from '../../src/http/lifecycle/announce.js'

/** A repository of one source, and what a build makes of it. */
function repository() {
  const root = mkdtempSync(join(tmpdir(), 'milepost-built-'))
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
  }
  write('crates/core/src/lib.rs')
  const said: string[] = []
  const ran: string[] = []
  const run = (script: string) => {
    ran.push(script)
    for (const path of [
      'npm/linux-x64-gnu/milepost-build',
      'npm/starter-data/db/wof/candidate.db',
      'ts/dist/cli/main.js',
      'ts/assets/playground/page.js.gz',
    ]) {
      write(path)
    }
    return true
  }
  return { root, said, ran, run, say: (line: string) => void said.push(line) }
}

test('the first start says what it builds and for how long; the second builds nothing', () => {
  const { root, said, ran, run, say } = repository()
  expect(build(root, run, say)).toBe(true)
  expect(ran).toEqual(['build:addon', 'build:data', 'build:ts'])
  expect(said[0]).toContain('5 to 10 minutes of two cores and 4 GB of disk')
  expect(said).toContain('step 1 of 3: the core, in Rust')
  said.length = 0
  expect(build(root, run, say)).toBe(true)
  expect(ran).toHaveLength(3)
  expect(said).toEqual(['already built; `npm run build` builds anew'])
})

test('a changed source, or a missing result, is built again', () => {
  const { root, run, say } = repository()
  build(root, run, say)
  expect(isBuilt(root)).toBe(true)
  utimesSync(join(root, 'crates/core/src/lib.rs'), 1, 1)
  expect(isBuilt(root)).toBe(false)
  record(root)
  expect(isBuilt(root)).toBe(true)
  rmSync(join(root, 'ts/dist/cli/main.js'))
  expect(isBuilt(root)).toBe(false)
})

test('a step that fails ends the start', () => {
  const { root, said, say } = repository()
  expect(build(root, () => false, say)).toBe(false)
  expect(said.at(-1)).toBe('`npm run build:addon` failed; see the lines above')
  expect(isBuilt(root)).toBe(false)
})

test('a server on all addresses of the machine says so on a terminal', () => {
  const lines = (address: string, isTerminal: boolean) => {
    const said: string[] = []
    sayListening(address, (line) => said.push(line), isTerminal)
    return said
  }
  const warning =
    'everyone who reaches this machine can use it; --host 127.0.0.1 serves this machine alone. Here: http://localhost:3000'
  for (const address of ['http://0.0.0.0:3000', 'http://[::]:3000']) {
    expect(lines(address, true)).toEqual([`listening on ${address}`, warning])
    expect(lines(address, false)).toEqual([`listening on ${address}`])
  }
  expect(lines('http://127.0.0.1:3000', true)).toEqual(['listening on http://127.0.0.1:3000'])
})
