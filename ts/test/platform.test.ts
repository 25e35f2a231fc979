/** The sentence that people on another platform read. */
import { expect, test } from 'vitest'

import { platformProblem } from '../src/engine/platform.js'

test('this platform has a build', () => {
  expect(platformProblem()).toBeUndefined()
})

test.each([
  [{ os: 'darwin', cpu: 'arm64', glibc: undefined }, 'darwin-arm64'],
  [{ os: 'win32', cpu: 'x64', glibc: undefined }, 'win32-x64'],
  [{ os: 'linux', cpu: 'arm64', glibc: '2.36' }, 'linux-arm64'],
  [{ os: 'linux', cpu: 'x64', glibc: undefined }, 'musl'],
])('%o has none, and one sentence says so', (platform, named) => {
  const problem = platformProblem(platform)
  expect(problem).toContain(named)
  expect(problem).not.toContain('\n')
})
