/**
 * Asks who keeps advisories whether one names something that ships: `npm run audit`, a step before each release. It reaches a service of
 * the npm registry, a service that publishes keys for its signatures, and the database of RustSec at its git host, which is more than the
 * tests may ask; so `npm test` leaves it out.
 *
 * Exit codes: 0 nothing is known, 1 something is, 2 a service did not answer, so the result is unknown.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface Question {
  about: string
  command: [program: string, ...parameters: string[]]
  /** Whether an output is an answer, and not that of a service that was not reached. */
  answered: (output: string) => boolean
}

const QUESTIONS: Question[] = [
  {
    about: 'advisories for the npm packages that ship',
    command: ['npm', 'audit', '--omit=dev', '--json'],
    answered: (output) => output.includes('"auditReportVersion"'),
  },
  {
    about: 'signatures and provenance of the npm packages',
    command: ['npm', 'audit', 'signatures'],
    answered: (output) => /verified registry signature|invalid|missing/.test(output),
  },
  {
    about: 'advisories for the crates',
    command: ['cargo', 'deny', '--locked', 'check', 'advisories'],
    answered: (output) => /advisories (ok|FAILED)/.test(output),
  },
]

const verdicts = QUESTIONS.map(({ about, command: [program, ...parameters], answered }) => {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: root, encoding: 'utf8' })
  const output = [stdout, stderr].join('')
  const verdict = !answered(output) ? 'no answer' : status === 0 ? 'nothing known' : 'found something'
  if (verdict !== 'nothing known')
    console.error(`> ${[program, ...parameters].join(' ')}\n${output.trim()}\n`)
  return { about, verdict }
})
for (const { about, verdict } of verdicts) console.log(`${about}: ${verdict}`)
const has = (wanted: string) => verdicts.some(({ verdict }) => verdict === wanted)
process.exitCode = has('found something') ? 1 : has('no answer') ? 2 : 0
