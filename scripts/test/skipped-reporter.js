/** Reporter of vitest: a line for each test that was skipped, with the reason it gave. `tally.js` reads them. */
export default class SkippedReporter {
  onTestRunEnd(modules) {
    for (const { children } of modules) {
      for (const test of children.allTests('skipped')) {
        const why = test.result().note ?? 'by a condition of its own'
        console.log(`skipped: ${test.fullName} (${why})`)
      }
    }
  }
}
