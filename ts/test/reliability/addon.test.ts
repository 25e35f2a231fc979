/** The addon called as no well-behaved caller does: every export, any value; an exception at the worst, never the end of the process. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'

import type { NativeEngine } from '@milepost/linux-x64-gnu'
import { expect, test } from 'vitest'

import { loadAddon } from '../../src/engine/addon.js'

const require = createRequire(import.meta.url)
const FOLDER = dirname(require.resolve('@milepost/linux-x64-gnu/package.json'))
const ADDON = join(FOLDER, 'milepost.linux-x64-gnu.node')
const LIBRARY = join(FOLDER, 'libonnxruntime.so.1')
const WEIGHTS = dirname(require.resolve('@milepost/weights-en-us/package.json'))
const STARTER = dirname(require.resolve('@milepost/starter-data/package.json'))

type Anything = (...values: unknown[]) => unknown

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  NaN,
  -1,
  Infinity,
  2 ** 53,
  10n,
  Symbol('a'),
  '',
  '\0',
  '\ud800',
  'a'.repeat(200_000),
  [],
  ['a', 1],
  [undefined],
  {},
  { limit: 'a' },
  { limit: NaN, latitude: NaN, longitude: Infinity },
  () => 'a',
  new Date(NaN),
  new Uint8Array(4),
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('a trap')
      },
    },
  ),
  {
    get limit() {
      throw new Error('a getter')
    },
  },
  Object.create(null),
]

/** An engine with weights and the starter data. */
function open(): NativeEngine {
  const { native, onnxruntimeLibrary } = loadAddon()
  native.openWeights(onnxruntimeLibrary, WEIGHTS)
  native.openGazetteer(join(STARTER, 'db/wof/candidate.db'), STARTER)
  native.openReverse(join(STARTER, 'db/wof/admin-global-priority.db'), undefined, STARTER)
  return native
}

/** Methods of the class. */
function methodsOf(engine: NativeEngine): [string, Anything][] {
  const prototype = Object.getPrototypeOf(engine) as Record<string, unknown>
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== 'constructor' && !name.startsWith('has'))
    .map((name) => [name, prototype[name] as Anything])
}

/** Calls; an exception must be an error with a message, a promise must settle. */
async function harmless(call: () => unknown): Promise<void> {
  try {
    await call()
  } catch (error) {
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).not.toBe('')
  }
}

test.each([
  ['with nothing open', () => loadAddon().native],
  ['with everything open', open],
])(
  'any value in any place, %s',
  async (_name, create) => {
    const engine = create()
    const methods = methodsOf(engine)
    expect(methods.length).toBeGreaterThan(15)
    for (const [, method] of methods) {
      for (const value of VALUES) {
        await harmless(() => method.call(engine, value))
        await harmless(() => method.call(engine, 'Reno NV', value, value))
        await harmless(() => method.call(engine, value, 'auto', true))
        await harmless(() => method.call(engine, 1, 2, value, value))
      }
    }
    expect(JSON.parse(open().parse('Reno NV', 'auto', false))).toHaveProperty('tree')
  },
  120_000,
)

test('a method of another object is refused', () => {
  const engine = open()
  for (const [name, method] of methodsOf(engine)) {
    for (const other of [undefined, {}, [], 7, new Date()]) {
      expect(() => method.call(other, 'Reno NV', 'auto', false), name).toThrow()
    }
  }
})

test('threads of Node load it beside each other and end', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads')
    const { NativeEngine } = require(${JSON.stringify(ADDON)})
    const engine = new NativeEngine()
    engine.openWeights(${JSON.stringify(LIBRARY)}, ${JSON.stringify(WEIGHTS)})
    engine.parseAll(['Reno NV', 'Paris'], 'auto', false).then((all) => parentPort.postMessage(all.length))`
  const answers = Array.from({ length: 3 }, () => {
    const worker = new Worker(program, { eval: true })
    return new Promise((resolve, reject) => {
      worker.once('message', (count) => {
        worker.once('exit', (code) => {
          resolve([count, code])
        })
      })
      worker.once('error', reject)
    })
  })
  expect(await Promise.all(answers)).toEqual([
    [2, 0],
    [2, 0],
    [2, 0],
  ])
})

/** Runs a program of its own that has the addon; its exit code and what it printed. */
function program(source: string, ...flags: string[]) {
  const begin = `const { NativeEngine } = require(${JSON.stringify(ADDON)})
    const engine = new NativeEngine()
    engine.openWeights(${JSON.stringify(LIBRARY)}, ${JSON.stringify(WEIGHTS)})\n`
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, '--eval', begin + source],
    {
      encoding: 'utf8',
      timeout: 100_000,
    },
  )
  return { status, signal, stdout, stderr }
}

test('a process may end while thousands of answers are on their way', () => {
  const asked = `for (let i = 0; i < 10000; i += 1) engine.parseAll(['Reno NV'], 'auto', false).catch(() => {})
    setImmediate(() => process.exit(3))`
  expect(program(asked)).toMatchObject({ status: 3, signal: null })
})

test('engines are freed with everything they hold', () => {
  const freed = `for (let i = 0; i < 300; i += 1) engine.withoutData().parse('Reno NV', 'auto', false)
    globalThis.gc()
    const before = process.memoryUsage.rss()
    for (let i = 0; i < 3000; i += 1) { engine.withoutData().parse('Reno NV', 'auto', false); if (i % 100 === 0) globalThis.gc() }
    globalThis.gc()
    console.log((process.memoryUsage.rss() - before) / 2 ** 20 < 30)`
  expect(program(freed, '--expose-gc')).toMatchObject({ status: 0, stdout: 'true\n' })
})

test('without the compiler of JavaScript it answers as well', () => {
  const answered = `console.log(JSON.parse(engine.parse('Reno NV', 'auto', false)).components.length)`
  expect(program(answered, '--jitless', '--no-expose-wasm')).toMatchObject({ status: 0, stdout: '2\n' })
})
