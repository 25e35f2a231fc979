/** Which glibc the native libraries ask for. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import {
  compareVersions,
  GLIBC,
  glibcFloor,
  isElf,
  requiredVersions,
} from '../../../scripts/build/glibc-floor.js'
import { ROOT } from '../support/paths.js'

const FOLDER = join(ROOT, 'npm/linux-x64-gnu')
const libraries = readdirSync(FOLDER).filter((name) => isElf(join(FOLDER, name)))

test.each(libraries)('%s: the versions read are those that objdump reads', (name) => {
  const said = execFileSync('objdump', ['-p', join(FOLDER, name)], { encoding: 'utf8' })
  const references = said.slice(said.indexOf('Version References:'))
  const versions = [...references.matchAll(/0x[0-9a-f]+ 0x[0-9a-f]+ \d+ (\S+)/g)].map(
    ([, version]) => version,
  )
  expect(versions.length).toBeGreaterThan(3)
  expect(requiredVersions(join(FOLDER, name)).sort()).toEqual(versions.sort())
})

test('ONNX Runtime asks for no newer glibc than is promised', () => {
  const floor = glibcFloor(join(FOLDER, 'libonnxruntime.so.1')) ?? ''
  expect(compareVersions(floor, GLIBC)).toBeLessThanOrEqual(0)
})

// `npm test` links what ships before; after `npm run build` alone addon and builder are for this machine.
test.for(libraries)('%s asks for no newer glibc than is promised', (name, { skip }) => {
  skip(process.env['MILEPOST_PORTABLE'] !== '1', 'not linked for an older glibc')
  expect(compareVersions(glibcFloor(join(FOLDER, name)) ?? '0', GLIBC)).toBeLessThanOrEqual(0)
})

test('addon, builder and ONNX Runtime are all looked at', () => {
  expect(libraries.sort()).toEqual(['libonnxruntime.so.1', 'milepost-build', 'milepost.linux-x64-gnu.node'])
})

test('versions compare by their numbers', () => {
  expect(compareVersions('2.4', '2.28')).toBeLessThan(0)
  expect(compareVersions('2.28', '2.28')).toBe(0)
  expect(compareVersions('3', '2.28')).toBeGreaterThan(0)
})
