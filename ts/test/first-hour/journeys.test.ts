/**
 * The journeys of a new user (`journeys.md`): commands and the lines that they print, by the build, in a fresh folder. Servers, data from a
 * network and the Python package have tests of their own.
 */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { plain } from '../../../scripts/as-javascript.js'
import { shellLines } from '../docs/shell-blocks.js'
import { COMMAND, ROOT } from '../support/paths.js'

const PAGE = readFileSync(join(import.meta.dirname, 'journeys.md'), 'utf8')

/** A folder with the package installed, as `npm install` leaves it, and the commands on the path. */
const folder = mkdtempSync(join(tmpdir(), 'milepost-journeys-'))
mkdirSync(join(folder, 'bin'))
mkdirSync(join(folder, 'node_modules'))
symlinkSync(join(ROOT, 'ts'), join(folder, 'node_modules/milepost'))
for (const [name, program] of [
  ['milepost', COMMAND],
  ['jq', plain(join(ROOT, 'scripts/test/jq.ts'))],
] as const) {
  const path = join(folder, 'bin', name)
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(path, 0o755)
}
writeFileSync(join(folder, 'many.txt'), '12 Elm St\n'.repeat(20_000))
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  SERVICE_DATA_ROOT: undefined,
  PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  XDG_DATA_HOME: join(folder, 'home'),
}

const [, ...journeys] = PAGE.split(/^## /m).map((text) => ({
  name: text.split('\n', 1)[0] ?? '',
  lines: shellLines(text),
}))

describe('the journey of', { timeout: 240_000 }, () => {
  test.each(journeys)('$name', async ({ lines }) => {
    expect(lines.length).toBeGreaterThan(0)
    for (const { command, says } of lines) {
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder, env: environment })
      expect([command, stdout.trimEnd().split('\n').filter(Boolean)]).toEqual([command, says])
    }
  })

  test('eight', () => {
    expect(journeys.length).toBe(8)
  })
})
