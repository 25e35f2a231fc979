/** `milepost doctor`: checks the installation and suggests fixes. */
import type { Command } from 'commander'

import type { Finding, State } from '../doctor/finding.js'
import { print } from '../terminal/output.js'

interface Flags {
  json?: boolean
  deep?: boolean
  locale: string
  candidateDb?: string
  weights?: string
}

const MARKS: Record<State, string> = { ok: 'ok    ', absent: 'absent', broken: 'BROKEN' }

/** Adds the command. Exit code 1 if something is broken. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check the installation and suggest fixes')
    .option('--json', 'write JSON')
    .option('--deep', 'read every database from end to end (quick_check of SQLite)')
    .option('--locale <tag>', 'language of the parser', 'en-US')
    .option('--weights <folder>', 'weights bundle to use instead of the installed one')
    .option('--candidate-db <path>', 'gazetteer database to use (candidate.db)')
    // Loaded on use: other commands do not need the engine.
    .action(async ({ json, ...options }: Flags) => {
      const { examine } = await import('../doctor/examine.js')
      const findings = await examine({ ...options, environment: process.env })
      const healthy = findings.every(({ state }) => state !== 'broken')
      if (!healthy) process.exitCode = 1
      const text =
        json === true ? `${JSON.stringify({ healthy, findings })}\n` : findings.map(render).join('')
      await print(text)
    })
}

function render({ part, state, where, says, fix }: Finding): string {
  const place = where === undefined ? '' : `  (${where})`
  const mend = fix === undefined ? '' : `        ${fix}\n`
  return `${MARKS[state]}  ${part}: ${says}${place}\n${state === 'ok' ? '' : mend}`
}
