/** Which package a platform's native code comes from, and the sentence that people on another platform read. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { installedPackage } from '../../src/engine/addon.js'
import { platformPackages, platformProblem } from '../../src/engine/platform.js'
import { ROOT } from '../support/paths.js'

test('this platform has a build', () => {
  expect(platformProblem()).toBeUndefined()
  expect(installedPackage().name).toBe('@milepost/linux-x64-gnu')
})

test.each([
  [{ os: 'darwin', cpu: 'arm64', glibc: undefined }, 'darwin-arm64'],
  [{ os: 'win32', cpu: 'x64', glibc: undefined }, 'win32-x64'],
  [{ os: 'linux', cpu: 'arm64', glibc: '2.36' }, 'linux-arm64'],
  [{ os: 'linux', cpu: 'x64', glibc: undefined }, 'musl'],
])('%o has no build, and one sentence says so', (platform, named) => {
  const problem = platformProblem(platform)
  expect(problem).toContain(named)
  // What to do.
  expect(problem).toMatch(/run it in a container|use an image based on Debian/)
  expect(problem).not.toContain('\n')
})

test.each([
  ['linux', 'arm64', 'linux-arm64-gnu', 'libonnxruntime.so.1'],
  ['linux', 'x64', 'linux-x64-musl', 'libonnxruntime.so.1'],
  ['darwin', 'arm64', 'darwin-arm64', 'libonnxruntime.dylib'],
])('a package for %s-%s is taken as soon as it is installed', (os, cpu, triple, library) => {
  const consumer = mkdtempSync(join(tmpdir(), 'milepost-platform-'))
  const folder = join(consumer, 'node_modules/@milepost', triple)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `@milepost/${triple}` }))
  expect(installedPackage(platformPackages({ os, cpu }), join(consumer, 'index.js'))).toEqual({
    name: `@milepost/${triple}`,
    addon: `milepost.${triple}.node`,
    onnxruntime: library,
    builder: 'milepost-build',
    folder,
  })
  const glibc = triple.endsWith('gnu') ? '2.36' : undefined
  expect(
    platformProblem({ os, cpu, glibc }, ['@milepost/linux-x64-gnu', `@milepost/${triple}`]),
  ).toBeUndefined()
})

test('one that is not installed is reported by name', () => {
  const nowhere = join(mkdtempSync(join(tmpdir(), 'milepost-platform-')), 'index.js')
  expect(() => installedPackage(platformPackages(), nowhere)).toThrow(
    'the package @milepost/linux-x64-gnu or @milepost/linux-x64-musl is not installed',
  )
})

test('every platform of `npm/` is installed with milepost, and holds what it is loaded by', () => {
  const manifest = (path: string) =>
    JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as {
      name: string
      version: string
      os?: string[]
      cpu?: string[]
      files: string[]
      optionalDependencies?: Record<string, string>
    }
  const platforms = readdirSync(join(ROOT, 'npm'))
    .map((folder) => manifest(join('npm', folder)))
    .filter(({ os }) => os !== undefined)
  expect(platforms.length).toBeGreaterThan(0)
  expect(manifest('ts').optionalDependencies).toEqual(
    Object.fromEntries(platforms.map(({ name, version }) => [name, version])),
  )
  for (const { name, os = [], cpu = [], files } of platforms) {
    const [{ addon, onnxruntime, builder } = expect.fail(name)] = platformPackages({
      os: String(os[0]),
      cpu: String(cpu[0]),
    }).filter((one) => one.name === name)
    expect(files).toEqual(expect.arrayContaining([addon, onnxruntime, builder]))
  }
})
