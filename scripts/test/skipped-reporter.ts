import type { Reporter, TestModule } from 'vitest/node'

/** Reporter of vitest: a line for each test that was skipped, with the reason it gave. `tally.ts` reads them. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { children } of modules) {
      for (const test of children.allTests('skipped')) {
        const result = test.result()
        const why = (result.state === 'skipped' ? result.note : undefined) ?? 'by a condition of its own'
        console.log(`skipped: ${test.fullName} (${why})`)
      }
    }
  }
}
