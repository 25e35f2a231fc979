/**
 * A panic in the core is an exception in JavaScript, and the next request works: with an addon of its own that panics on purpose.
 *
 *   node ts/test/reliability/panic.js        builds the addon with `--features fault-injection` first, so it is not a part of `npm test`
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
const folder = (name) => dirname(require.resolve(`@milepost/${name}/package.json`))

// The addon of the platform package is a copy and stays as it is.
const cargo = ['build', '--release', '-p', 'milepost-node', '--features', 'fault-injection']
execFileSync('cargo', cargo, { cwd: root, stdio: 'inherit' })
const addon = join(mkdtempSync(join(tmpdir(), 'milepost-panic-')), 'addon.node')
copyFileSync(join(root, 'target/release/libmilepost_node.so'), addon)

const { NativeEngine, panics, panicsLater } = require(addon)
const engine = new NativeEngine()
engine.openWeights(join(folder('linux-x64-gnu'), 'libonnxruntime.so.1'), folder('weights-en-us'))
const works = () => assert.equal(JSON.parse(engine.parse('Reno NV', 'auto', false)).components.length, 2)

works()
assert.throws(panics, { message: 'on purpose' })
works()
await assert.rejects(panicsLater, { message: 'on purpose, later' })
works()
const all = await Promise.allSettled(Array.from({ length: 1000 }, () => panicsLater()))
assert.ok(all.every(({ status }) => status === 'rejected'))
assert.equal((await engine.parseAll(['Reno NV', 'Paris'], 'auto', false)).length, 2)
console.log('1,002 panics, and it still answers')
