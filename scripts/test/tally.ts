/** Counts checks and tests, and ends with the closing lines of `npm test`. */
import { stripVTControlCharacters } from 'node:util'

/** How the closing lines of a runner are read. */
export const CARGO = /test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed/g
export const VITEST = /^ *Tests +(?:(?<failed>\d+) failed(?: \| )?)?(?:(?<passed>\d+) passed)?/gm
export const PYTEST =
  /^(?:(?<failed>\d+) failed(?:, )?)?(?:(?<passed>\d+) passed)?.* in \d[\d.]*s(?: \(.*\))?$/gm

/** How the runners name a test that failed: cargo, vitest, pytest. */
const FAILED = [/^test (?<name>.+) \.\.\. FAILED$/gm, /^ *FAIL +(?<name>\S.*)$/gm, /^FAILED (?<name>\S+)/gm]

/** How `python -m unittest -v` names a test it skipped; what the test says of itself stands on a line between. */
const UNITTEST = /\((?<name>[\w.]+)\)(?:\n.*)? \.\.\. skipped ['"](?<why>.+)['"]$/gm

export class Tally {
  passed = 0
  failed = 0
  /** Name of each check and test that failed, as far as its runner tells. */
  readonly failures = new Set<string>()
  /** Name of each part that could not run, with the reason. */
  skipped: string[] = []

  /** Counts a check as one; one that exits with 0 and reports a skip does not count as passed. */
  check(name: string, code: number, output: string): void {
    if (code === 0 && this.#readSkipped(output)) return
    this[code === 0 ? 'passed' : 'failed'] += 1
    if (code !== 0) this.failures.add(name)
    for (const { groups } of output.matchAll(UNITTEST))
      this.skip(groups?.['name'] ?? '', groups?.['why'] ?? '')
  }

  skip(name: string, why: string): void {
    this.skipped.push(`${name} (${why})`)
  }

  /** Counts a test runner by its own closing lines; one that fails without naming a failed test failed as a whole. */
  tests(name: string, pattern: RegExp, code: number, output: string): void {
    const said = stripVTControlCharacters(output)
    let failed = 0
    for (const { groups } of said.matchAll(pattern)) {
      this.passed += Number(groups?.['passed'] ?? 0)
      failed += Number(groups?.['failed'] ?? 0)
    }
    const isWhole = code !== 0 && failed === 0
    this.failed += isWhole ? 1 : failed
    if (isWhole) this.failures.add(name)
    else if (failed > 0) this.#readFailed(said)
    this.#readSkipped(said)
    for (const [, name = ''] of said.matchAll(/^test (.+) \.\.\. ignored/gm)) this.skip(name, 'ignored')
  }

  #readFailed(output: string): void {
    for (const pattern of FAILED)
      for (const { groups } of output.matchAll(pattern)) this.failures.add((groups?.['name'] ?? '').trim())
  }

  /** Takes down the parts that an output says were skipped, `skipped: NAME (WHY)` a line; returns whether there are any. */
  #readSkipped(output: string): boolean {
    const names = [...output.matchAll(/^skipped: (.+)$/gm)].map(([, name = '']) => name)
    this.skipped.push(...names)
    return names.length > 0
  }

  /** The last lines: what was skipped and what failed, by name, and then the numbers on a line of their own. */
  closing(): string[] {
    const numbers = [`${String(this.passed)} passed`, `${String(this.failed)} failed`]
    if (this.skipped.length > 0) numbers.push(`${String(this.skipped.length)} skipped`)
    const skipped = this.skipped.map((name) => `skipped: ${name}`)
    const failed = [...this.failures].map((name) => `failed: ${name}`)
    return [...skipped, ...failed, numbers.join(', ')]
  }
}
