/** What tests need beside Node.js and the packages of npm; `scripts/test/needs.js` finds or fetches it. */
import { join } from 'node:path'

import type { TestContext } from 'vitest'

/** What was found, or why it cannot be had on this machine. */
export type Need<Found> = (Found & { missing?: never }) | { missing: string }

/** A command, as a name on the path or as a path. */
export interface Command {
  command: string
}

/** Chromium, and what its environment has to hold. */
export interface Program {
  program: string
  env: Record<string, string>
}

interface Needs {
  made: (name: string, make: (folder: string) => void) => string
  browser: () => Need<Program>
  curl: () => Need<Command>
  python: (atLeast?: string) => Need<Command>
  pythonWith: (packages: readonly string[], atLeast?: string) => Need<Command>
}

const module = join(import.meta.dirname, '../../scripts/test/needs.js')
export const { made, browser, curl, python, pythonWith } = (await import(module)) as Needs

/** What was found; where it cannot be had, the test is skipped and `npm test` says why. */
export function orSkip<Found>(need: Need<Found>, { skip }: Pick<TestContext, 'skip'>): Found {
  if (need.missing !== undefined) return skip(need.missing)
  return need
}
