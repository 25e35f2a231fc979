/** Standard output that cannot be written: no command ends with 0 and without its answer, and none with a stack trace. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import { COMMAND } from '../support/paths.js'

const folder = mkdtempSync(join(tmpdir(), 'milepost-output-'))
const table = join(folder, 'table.csv')
const line = '1 Main St, Reno NV\n'
writeFileSync(table, `address\n${`"${line.trim()}"\n`.repeat(200)}`)

/** Every kind of command that prints, and what it reads. */
const COMMANDS: [string, string[], string?][] = [
  ['--help', ['--help']],
  ['--version', ['--version']],
  ['parse', ['parse', line]],
  ['parse -', ['parse', '-'], line.repeat(200)],
  ['geocode', ['geocode', line]],
  ['expand', ['expand', line]],
  ['format', ['format', '{"locality":"Reno"}', '--country', 'US']],
  ['format -', ['format', '-', '--country', 'US'], '{"locality":"Reno"}\n'.repeat(200)],
  ['openapi', ['openapi']],
  ['search openapi', ['search', 'openapi']],
  ['serve --help', ['serve', '--help']],
  ['data --help', ['data', '--help']],
  ['doctor', ['doctor']],
  ['data list', ['data', 'list']],
  ['data status', ['data', 'status', '--data-root', folder]],
  ['build --help', ['build', '--help']],
  ['bulk --help', ['bulk', '--help']],
  ['bulk --fields help', ['bulk', table, '--fields', 'help']],
  ['bulk --dry-run', ['bulk', table, '--only', 'parse', '--dry-run']],
  ['bulk', ['bulk', table, '--only', 'parse', '--quiet']],
]

/** Runs a command whose standard output `redirection` of the shell opens. */
async function redirected(redirection: string, parameters: string[], input = '') {
  const words = ['-c', `"$0" "$@" ${redirection}`, process.execPath, COMMAND, ...parameters]
  const child = spawn('bash', words, { cwd: folder, env: { ...process.env, SERVICE_DATA_URL: '' } })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { said, code: code as number }
}

describe.each(COMMANDS)('milepost %s', (_, parameters, input) => {
  test('into a full disk', async () => {
    const { said, code } = await redirected('>/dev/full', parameters, input)
    expect(code).toBe(1)
    const reported = said.split('\n').filter((one) => one.includes('cannot write standard output: '))
    expect(reported).toHaveLength(1)
    expect(said).not.toMatch(/^ +at /m)
    expect(said).not.toContain('panicked')
  })

  test('into a pipe that its reader has closed', async () => {
    const child = spawn(process.execPath, [COMMAND, ...parameters], {
      env: { ...process.env, SERVICE_DATA_URL: '' },
    })
    child.stdout.destroy()
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(said).not.toContain('standard output')
    expect(said).not.toMatch(/^ +at /m)
    // A stream of answers has a reader that takes as many as it wants.
    expect(code).toBe(input !== undefined || (parameters[0] === 'bulk' && parameters[1] === table) ? 0 : 1)
  })
})

test('a disk that becomes full in the middle of a write', async () => {
  // The shell counts blocks of 1,024 bytes. Without the trap, the system ends the process.
  const limit = `> cut.json`
  const words = ['-c', `trap '' XFSZ; ulimit -f 1; "$0" "$@" ${limit}`, process.execPath, COMMAND, 'openapi']
  const child = spawn('bash', words, { cwd: folder })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(statSync(join(folder, 'cut.json')).size).toBe(1024)
  expect({ said, code }).toEqual({
    said: expect.stringMatching(/^milepost: cannot write standard output: .*\n$/),
    code: 1,
  })
})

test('messages that cannot be written do not fail the command', async () => {
  for (const redirection of ['2>/dev/full', '2>&-']) {
    const bulk = await redirected(redirection, [
      'bulk',
      table,
      '--only',
      'parse',
      '--out',
      'out.csv',
      '--replace',
    ])
    expect([redirection, bulk.code]).toEqual([redirection, 0])
    expect([redirection, (await redirected(redirection, ['parse', '-'], 'a,b\n\xff\n')).code]).toEqual([
      redirection,
      0,
    ])
  }
})
