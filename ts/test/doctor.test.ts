/** `milepost doctor` on installations in every state. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import type { Finding } from '../src/doctor/examine.js'

const COMMAND = join(import.meta.dirname, '../bin/milepost.js')
const STARTER = join(import.meta.dirname, '../../npm/starter-data/db/wof/candidate.db')

async function doctor(flags: string[], environment: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [COMMAND, 'doctor', '--json', ...flags], {
    env: { ...process.env, ...environment },
  })
  const { stdout, code } = await run.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: unknown) => error as { stdout: string; code: number },
  )
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] }
  return { code, healthy, of: (part: string) => findings.find((finding) => finding.part === part) }
}

const empty = () => mkdtempSync(join(tmpdir(), 'milepost-doctor-'))

test('an install as it comes is healthy, and says what could be added', async () => {
  const { code, healthy, of } = await doctor([], { XDG_DATA_HOME: empty() })
  expect({ code, healthy }).toEqual({ code: 0, healthy: true })
  for (const part of ['core', 'weights', 'gazetteer', 'reverse lookup'])
    expect(of(part)?.state, part).toBe('ok')
  for (const part of ['address points', 'timezone', 'nuts', 'un-locode']) {
    expect(of(part)?.state, part).toBe('absent')
  }
  expect(of('timezone')?.fix).toContain('milepost-build lookup timezone')
})

test('an empty data root: where the gazetteer was looked for and how it gets there', async () => {
  const root = empty()
  const { code, of } = await doctor([], { SERVICE_DATA_ROOT: root })
  expect(code).toBe(1)
  expect(of('gazetteer')).toMatchObject({
    state: 'broken',
    where: join(root, 'db/wof/candidate.db'),
    fix: 'milepost data pull candidate',
  })
  expect(of('weights')?.state).toBe('ok')
})

test('files that are damaged are named with the reason', async () => {
  const root = empty()
  for (const folder of ['db/wof', 'address-points', 'nuts', 'timezone'])
    mkdirSync(join(root, folder), { recursive: true })
  symlinkSync(STARTER, join(root, 'db/wof/candidate.db'))
  writeFileSync(join(root, 'address-points/address-points-us-md.db'), '')
  writeFileSync(join(root, 'nuts/nuts.db'), 'no database')
  symlinkSync('/nowhere/timezone.db', join(root, 'timezone/timezone.db'))
  const { code, of } = await doctor([], { SERVICE_DATA_ROOT: root })
  expect(code).toBe(1)
  expect(of('gazetteer')?.state).toBe('ok')
  expect(of('shard')).toMatchObject({ state: 'broken', says: expect.stringContaining('it is empty') })
  expect(of('nuts')?.state).toBe('broken')
  expect(of('timezone')?.state).toBe('broken')
})

test('a gazetteer and weights that are none', async () => {
  const root = empty()
  writeFileSync(join(root, 'other.db'), 'no database')
  const flags = ['--candidate-db', join(root, 'other.db'), '--weights', root]
  const { code, of } = await doctor(flags, { SERVICE_DATA_ROOT: root })
  expect(code).toBe(1)
  expect(of('gazetteer')).toMatchObject({ state: 'broken', where: join(root, 'other.db') })
  expect(of('weights')).toMatchObject({ state: 'broken', says: expect.stringContaining('model-card.json') })
})

test('a locale without weights names the package', async () => {
  const { of } = await doctor(['--locale', 'de-DE'], { XDG_DATA_HOME: empty() })
  expect(of('weights')).toMatchObject({ state: 'broken', fix: 'npm install @milepost/weights-de-de' })
})
