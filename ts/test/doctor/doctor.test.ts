/** `milepost doctor` on installations in every state. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { beforeAll, describe, expect, test } from 'vitest'

import { milepost } from '../data/command.js'
import { ban, ISERE } from '../data/miniatures.js'
import { Publisher } from '../data/publisher.js'

import type { Finding } from '../../src/doctor/finding.js'
import { COMMAND, ROOT } from '../support/paths.js'

const STARTER = join(ROOT, 'npm/starter-data/db/wof/candidate.db')

async function doctor(flags: string[], environment: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [COMMAND, 'doctor', '--json', ...flags], {
    env: { ...process.env, ...environment },
  })
  const { stdout, code } = await run.then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: unknown) => error as { stdout: string; code: number },
  )
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] }
  // One command for every gap.
  expect(findings.filter(({ state, fix }) => state !== 'ok' && fix === undefined)).toEqual([])
  return { code, healthy, of: (part: string) => findings.find((finding) => finding.part === part) }
}

const empty = () => mkdtempSync(join(tmpdir(), 'milepost-doctor-'))

test('an install as it comes is healthy, and says what could be added', async () => {
  const { code, healthy, of } = await doctor([], { XDG_DATA_HOME: empty() })
  expect({ code, healthy }).toEqual({ code: 0, healthy: true })
  for (const part of ['core', 'weights', 'gazetteer', 'completion index', 'reverse lookup'])
    expect(of(part)?.state, part).toBe('ok')
  for (const part of ['address points', 'timezone', 'nuts', 'un-locode']) {
    expect(of(part)?.state, part).toBe('absent')
  }
  expect(of('timezone')?.fix).toContain('milepost build lookup timezone')
})

test('an empty data root: where the gazetteer was looked for and how it gets there', async () => {
  const root = empty()
  const { code, of } = await doctor([], { SERVICE_DATA_ROOT: root })
  expect(code).toBe(1)
  expect(of('gazetteer')).toMatchObject({
    state: 'broken',
    where: join(root, 'db/wof/candidate.db'),
    fix: `milepost data add world-places --data-root ${root}`,
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
  expect(of('shard address-points-us-md.db')).toMatchObject({
    state: 'broken',
    where: join(root, 'address-points/address-points-us-md.db'),
    says: expect.stringContaining('it is empty'),
  })
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

test('a locale without weights names those that there are', async () => {
  const { of } = await doctor(['--locale', 'german'], { XDG_DATA_HOME: empty() })
  const fix = 'env -u SERVICE_WEIGHTS milepost doctor --locale en-US'
  expect(of('weights')).toMatchObject({ state: 'broken', says: 'none are published for german', fix })
})

describe('a shard', () => {
  const root = empty()
  const shard = join(root, 'address-points/address-points-us-md.db')
  beforeAll(() => {
    const table = join(root, 'points.csv')
    const rows = Array.from({ length: 5000 }, (_, index) => `${String(index + 1)},Elm St,39.5,-76.5`)
    writeFileSync(table, ['number,street,lat,lon', ...rows].join('\n'))
    mkdirSync(join(root, 'db/wof'), { recursive: true })
    mkdirSync(dirname(shard))
    symlinkSync(STARTER, join(root, 'db/wof/candidate.db'))
    execFileSync(process.execPath, [COMMAND, 'build', 'points', table, '--out', shard], { stdio: 'ignore' })
  })

  test('is named, and whole in depth', async () => {
    const { code, of } = await doctor(['--deep'], { SERVICE_DATA_ROOT: root })
    expect(code).toBe(0)
    expect(of('shard address-points-us-md.db')).toEqual({
      part: 'shard address-points-us-md.db',
      state: 'ok',
      where: shard,
      says: 'it opens, and every page can be read and fits its checksum',
    })
    expect(of('address points')).toBeUndefined()
    expect(of('ranges of house numbers')?.state).toBe('absent')
  })

  test('that is missing or damaged has a command that was run here', async () => {
    const { of } = await doctor([], { SERVICE_DATA_ROOT: root })
    const absent = of('ranges of house numbers')?.fix ?? ''
    expect(absent).toBe(`milepost data add CODE --data-root ${root}`)
    const publisher = await Publisher.start()
    publisher.put('https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz', ban(ISERE))
    const parameters = absent.replace('milepost ', '').replace('CODE', 'fr-38').split(' ')
    const added = await milepost([...parameters, '--dry-run', '--mirror', publisher.url])
    publisher.stop()
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('address-points-fr.db') })
    const whole = readFileSync(shard)
    writeFileSync(shard, whole.subarray(0, 8192))
    const broken = (await doctor([], { SERVICE_DATA_ROOT: root })).of('shard address-points-us-md.db')?.fix
    expect(broken).toBe(`milepost build points SOURCE... --replace --out ${shard}`)
    const fix = (broken ?? '').replace('milepost ', '').replace('SOURCE...', join(root, 'points.csv'))
    expect(spawnSync(process.execPath, [COMMAND, ...fix.split(' ')]).status).toBe(0)
    expect((await doctor([], { SERVICE_DATA_ROOT: root })).of('shard address-points-us-md.db')?.state).toBe(
      'ok',
    )
  })

  test('with one wrong bit opens, and depth names its page', async () => {
    const whole = readFileSync(shard)
    const bytes = Buffer.from(whole)
    bytes[40 * 4096 + 1000] = (bytes[40 * 4096 + 1000] ?? 0) ^ 16
    writeFileSync(shard, bytes)
    const { code, of } = await doctor(['--deep'], { SERVICE_DATA_ROOT: root })
    expect(code).toBe(1)
    expect(of('shard address-points-us-md.db')).toMatchObject({
      state: 'broken',
      where: shard,
      says: 'it opens, and is damaged: page 41 does not fit its checksum',
    })
    writeFileSync(shard, whole)
  })

  test('with a damaged page opens, and only depth shows it; what was pulled is pulled again', async () => {
    const bytes = readFileSync(shard)
    bytes.fill(0xff, 40 * 4096, 41 * 4096)
    writeFileSync(shard, bytes)
    const record = { bundle: 'maryland', url: 'http://127.0.0.1/', size: 1, sha256: 'ab'.repeat(32) }
    writeFileSync(
      join(root, 'pulled.json'),
      JSON.stringify({ 'address-points/address-points-us-md.db': record }),
    )
    expect((await doctor([], { SERVICE_DATA_ROOT: root })).code).toBe(0)
    const { code, healthy, of } = await doctor(['--deep'], { SERVICE_DATA_ROOT: root })
    expect({ code, healthy }).toEqual({ code: 1, healthy: false })
    expect(of('shard address-points-us-md.db')).toMatchObject({
      state: 'broken',
      fix: `milepost data pull maryland --from URL --force --only address-points/address-points-us-md.db --data-root ${root}`,
    })
  })
})

test('on a terminal: a line a part, and the command below what is not there', () => {
  const environment = { ...process.env, XDG_DATA_HOME: empty() }
  const said = execFileSync(process.execPath, [COMMAND, 'doctor'], { env: environment, encoding: 'utf8' })
  expect(said).toMatch(/^ok {6}core: the addon loads\n/)
  expect(said).toMatch(
    /absent {2}timezone: there is no such file {2}\(.*\)\n {8}milepost build lookup timezone/,
  )
})
