/** The closing lines of `npm test`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { CARGO, PYTEST, Tally, VITEST } from '../../../scripts/test/tally.js'
import { ROOT } from '../support/paths.js'

let tally: Tally
beforeEach(() => {
  tally = new Tally()
})

describe('the closing lines', () => {
  test('are one where nothing was skipped', () => {
    tally.check('a check', 0, '')
    tally.check('a check', 0, 'not skipped: it ran\n')
    tally.check('npm run lint', 2, '')
    expect(tally.closing()).toEqual(['failed: npm run lint', '2 passed, 1 failed'])
  })

  test('take no check that did not run for a pass', () => {
    tally.check('a check', 0, 'skipped: leak check (the rows are not here)\n')
    expect(tally.closing()).toEqual([
      'skipped: leak check (the rows are not here)',
      '0 passed, 0 failed, 1 skipped',
    ])
  })

  test('name the tests that Python skips in a check that passes', () => {
    const output = [
      'test_one (test_own.Rows.test_one) ... ok',
      'test_two (test_own.Rows.test_two)',
      "Says what it does. ... skipped 'no tables'",
      'test_more (test_own.Rows.test_more) ... ok',
      "test_three (test_own.Rows.test_three) ... skipped 'the tables are not at /data'",
    ]
    tally.check('a check', 0, output.join('\n'))
    expect(tally.closing()).toEqual([
      'skipped: test_own.Rows.test_two (no tables)',
      'skipped: test_own.Rows.test_three (the tables are not at /data)',
      '1 passed, 0 failed, 2 skipped',
    ])
  })

  test('count the tests of pytest, and what ends without naming one', () => {
    tally.tests(
      'a runner',
      PYTEST,
      0,
      '.....s\nskipped: test_own.py::test_three (no Java)\n5 passed, 1 skipped in 0.50s\n',
    )
    tally.tests(
      'a runner',
      PYTEST,
      1,
      '..F\nFAILED test_own.py::test_four - assert False\n1 failed, 2 passed, 3 warnings in 61.20s (0:01:01)\n',
    )
    tally.tests('a runner', PYTEST, 1, 'Found 1 error.\n4 passed in 2.10s\n')
    expect(tally.closing()).toEqual([
      'skipped: test_own.py::test_three (no Java)',
      'failed: test_own.py::test_four',
      'failed: a runner',
      '11 passed, 2 failed, 1 skipped',
    ])
  })

  test('name what was skipped, and why, before the numbers', () => {
    tally.check('a check', 0, '')
    tally.skip('tests of training', 'no PyTorch')
    tally.tests(
      'a runner',
      VITEST,
      0,
      'skipped: geopy: a place (no Python)\n\n      Tests  4 passed | 1 skipped (5)\n',
    )
    expect(tally.closing()).toEqual([
      'skipped: tests of training (no PyTorch)',
      'skipped: geopy: a place (no Python)',
      '5 passed, 0 failed, 2 skipped',
    ])
  })

  test('count cargo, whose every binary closes by itself and names what it ignores', () => {
    const output = [
      'test slow ... ignored',
      'test one ... FAILED',
      'test two ... FAILED',
      'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured',
      'test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured',
    ]
    tally.tests('a runner', CARGO, 101, output.join('\n'))
    expect(tally.closing()).toEqual([
      'skipped: slow (ignored)',
      'failed: one',
      'failed: two',
      '7 passed, 2 failed, 1 skipped',
    ])
  })

  test('count vitest through its colours', () => {
    tally.tests(
      'a runner',
      VITEST,
      1,
      '\u001B[31m FAIL \u001B[39m ts/own.test.ts > one\n\u001B[2m      Tests \u001B[22m \u001B[31m2 failed\u001B[39m | \u001B[32m7 passed\u001B[39m (9)',
    )
    expect(tally.closing()).toEqual(['failed: ts/own.test.ts > one', '7 passed, 2 failed'])
  })

  test.each(['', '      Tests  7 passed (7)\n'])(
    'count a runner that fails without a failed test',
    (output) => {
      tally.tests('a runner', VITEST, 1, output)
      expect(tally.closing().at(-1)).toMatch(/ 1 failed$/)
    },
  )
})

test('vitest names a test that is skipped, with its reason', () => {
  // In the checkout, where vitest is found.
  mkdirSync(join(ROOT, 'target'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, 'target/skipped-'))
  writeFileSync(join(folder, 'vitest.config.js'), "export default { test: { include: ['*.test.js'] } }")
  writeFileSync(
    join(folder, 'some.test.js'),
    `import { describe, test } from 'vitest'
     describe('a group', () => {
       test('without a tool', ({ skip }) => skip('no tool'))
       test.skip('always', () => {})
       test('that runs', () => {})
     })`,
  )
  const reporters = ['default', join(ROOT, 'scripts/test/skipped-reporter.ts')].map(
    (name) => `--reporter=${name}`,
  )
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const output = execFileSync(process.execPath, [vitest, 'run', '--root', folder, ...reporters], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  tally.tests('a runner', VITEST, 0, output)
  expect(tally.closing()).toEqual([
    'skipped: a group > without a tool (no tool)',
    'skipped: a group > always (by a condition of its own)',
    '1 passed, 0 failed, 2 skipped',
  ])
})
