/** What tests need beside Node.js and the packages of npm; `scripts/test/needs.ts` finds or fetches it. */
import type { TestContext } from 'vitest'

import type { Need } from '../../../scripts/test/needs.js'

export {
  browser,
  type Command,
  curl,
  made,
  type Need,
  type Program,
  python,
  pythonWith,
} from '../../../scripts/test/needs.js'

/** What was found; where it cannot be had, the test is skipped and `npm test` says why. */
export function orSkip<Found>(need: Need<Found>, { skip }: Pick<TestContext, 'skip'>): Found {
  if (need.missing !== undefined) return skip(need.missing)
  return need
}
