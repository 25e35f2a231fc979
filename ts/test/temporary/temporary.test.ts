/** Tests leave data roots of 81 MB. A run of them takes all of it along, however it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { ROOT } from '../support/paths.js'

/** Leaves a folder, and one more by a program that it starts. */
const LEAVE = `import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
writeFileSync(join(mkdtempSync(join(tmpdir(), 'milepost-add-')), 'houses.db'), 'x')
execFileSync('mktemp', ['-d', '--tmpdir', 'milepost-empty-XXXX'])
`

let folder: string
/** Stands for the system's temporary folder. */
let system: string

beforeEach(() => {
  // In the checkout, where vitest is found.
  mkdirSync(join(ROOT, 'target'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'target/left-'))
  system = join(folder, 'system')
  mkdirSync(system)
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import own from '../../vitest.config.js'
     export default { test: { ...own.test, root: ${JSON.stringify(ROOT)}, include: [${JSON.stringify(`${folder}/*.test.ts`)}] } }`,
  )
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Runs vitest with the configuration of the project on other tests; resolves with its output and how it ended. */
async function run(tests: Record<string, string>): Promise<{ output: string; code: number | null }> {
  for (const [name, body] of Object.entries(tests))
    writeFileSync(join(folder, `${name}.test.ts`), LEAVE + body)
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', join(folder, 'vitest.config.ts')], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: system, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { output, code }
}

test('a run leaves nothing in the temporary folder, though a test fails and a file is broken', async () => {
  const { output, code } = await run({
    passes: `test('one', () => {})`,
    fails: `test('another', () => { expect(1).toBe(2) })`,
    breaks: `throw new Error('this file is broken')`,
  })
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/1 failed \| 1 passed/) })
  expect(output).toContain('this file is broken')
  expect(readdirSync(system)).toEqual([])
})

test('nor does one of which a worker, or the run itself, is ended by a signal', async () => {
  await run({ dies: `test('one', () => { process.kill(process.pid, 'SIGKILL') })` })
  expect(readdirSync(system)).toEqual([])
  rmSync(join(folder, 'dies.test.ts'))
  const interrupted = `test('one', async () => { process.kill(process.ppid, 'SIGTERM'); await new Promise(() => {}) })`
  await run({ interrupted })
  // Vitest keeps modules in a folder of its own, which it leaves behind when it gets a signal.
  expect(readdirSync(system).filter((name) => name.startsWith('milepost'))).toEqual([])
})

test('the folders of a file are gone when its tests are, before the next ones run', async () => {
  const { output, code } = await run({
    one: `import { readdirSync } from 'node:fs'
          test('its folders lie in one of its own', () => { expect(readdirSync(tmpdir())).toHaveLength(2) })`,
    other: `import { readdirSync } from 'node:fs'
          test('its folders lie in one of its own', () => { expect(readdirSync(tmpdir())).toHaveLength(2) })`,
  })
  expect({ code, output }).toMatchObject({ code: 0 })
})

test('a run takes along what one that was killed has left, and no more', async () => {
  const abandoned = (name: string, owner: unknown) => {
    const left = join(system, `milepost-tests-${name}`)
    mkdirSync(left)
    writeFileSync(join(left, 'owner.json'), JSON.stringify(owner))
    return left
  }
  const ended = spawn(process.execPath, ['--version'])
  await once(ended, 'exit')
  const killed = abandoned('killed', { host: hostname(), pid: ended.pid })
  const runs = abandoned('runs', { host: hostname(), pid: process.pid })
  const elsewhere = abandoned('elsewhere', { host: 'another.example', pid: ended.pid })
  mkdirSync(join(system, 'milepost-tests-begins'))
  await run({ passes: `test('one', () => {})` })
  expect(existsSync(killed)).toBe(false)
  expect([existsSync(runs), existsSync(elsewhere)]).toEqual([true, true])
  expect(existsSync(join(system, 'milepost-tests-begins'))).toBe(true)
})
