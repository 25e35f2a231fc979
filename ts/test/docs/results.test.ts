/** `benches/RESULTS.md` holds the figures of `benches/results`. */
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { page, PAGE } from '../../../benches/report.js'

test('the page of results is what npm run bench:report writes', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(page())
})
