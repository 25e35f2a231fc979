/** Bits that changed on the disk: servers find them while they answer, and leave the shard out. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { loadAddon } from '../../src/engine/addon.js'
import { createEngine } from '../../src/engine/engine.js'
import { serve } from '../support/command.js'
import { COMMAND, STARTER } from '../support/paths.js'

const ADDRESS = '12 Main St, Towson, MD 21204'

let root: string
let candidate: string
let shard: string

/** Flips one bit in the middle of a file. */
function flip(path: string): void {
  const at = Math.floor(statSync(path).size / 2)
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 4
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'milepost-verification-'))
  candidate = join(root, 'db/wof/candidate.db')
  shard = join(root, 'address-points/address-points-us-md.db')
  mkdirSync(dirname(candidate), { recursive: true })
  copyFileSync(join(STARTER, 'db/wof/candidate.db'), candidate)
  const table = join(root, 'points.csv')
  const rows = Array.from(
    { length: 2000 },
    (_, index) => `${String(index + 1)},Main St,Towson,MD,21204,39.4,-76.6`,
  )
  writeFileSync(table, ['number,street,city,region,postcode,lat,lon', ...rows, ''].join('\n'))
  execFileSync(process.execPath, [COMMAND, 'build', 'points', table, '--data-root', root], { stdio: 'pipe' })
})

const before = process.env['SERVICE_DATA_ROOT']
afterAll(() => {
  if (before === undefined) delete process.env['SERVICE_DATA_ROOT']
  else process.env['SERVICE_DATA_ROOT'] = before
})

/** Verifies everything of the data root; the reported lines until no more come. */
async function reported(wanted: number): Promise<string[]> {
  const { native } = loadAddon()
  native.openGazetteer(candidate, root)
  const sentences: string[] = []
  // Reported one by one; none of them keeps a process alive, which the poll does.
  native.verifyInBackground(0, (sentence) => sentences.push(sentence))
  await expect.poll(() => sentences.length, { timeout: 30_000 }).toBe(wanted)
  expect((JSON.parse(native.shards() ?? '{}') as { skipped: string[] }).skipped).toEqual(
    sentences.filter((sentence) => sentence.includes('left out')),
  )
  expect(native.damaged()).toBe(sentences.filter((sentence) => sentence.includes('stays in use')).length)
  return sentences
}

test('an index of names that does not fit is reported at opening, with the features that are off without it', () => {
  const index = candidate.replace(/\.db$/, '.prefix')
  copyFileSync(join(STARTER, 'db/wof/candidate.prefix'), index)
  const warned: string[] = []
  const open = () => {
    warned.length = 0
    return createEngine({ environment: { SERVICE_DATA_ROOT: root }, warn: (line) => warned.push(line) })
  }
  open()
  expect(warned).toEqual([])
  flip(index)
  const engine = open()
  expect(warned).toEqual([expect.stringContaining('plus codes answer without their country')])
  expect(warned[0]).toContain(index)
  engine.complete?.('Reno', { limit: 1 })
  expect(warned).toHaveLength(1)
})

test('a damaged shard is left out by every worker, a damaged gazetteer stays in use; both are reported once', async () => {
  flip(shard)
  flip(candidate)
  expect(await reported(2)).toEqual([
    expect.stringMatching(
      /candidate\.db is damaged and stays in use until it is replaced: page \d+ does not fit/,
    ),
    expect.stringMatching(/address-points-us-md\.db is left out: page \d+ does not fit its checksum/),
  ])

  process.env['SERVICE_DATA_ROOT'] = root
  const { child, url, says, said } = await serve('--cpus', '2')
  await says(/left out/)
  // Each connection may meet another worker; the second is not behind by much.
  const headers = { 'content-type': 'application/json', connection: 'close' }
  const seen = async () => {
    const answers = Array.from({ length: 8 }, async () => {
      const body = JSON.stringify({ address: ADDRESS })
      const [health, geocoded] = await Promise.all([
        fetch(`${url}/health`, { headers }),
        fetch(`${url}/v1/geocode`, { method: 'POST', headers, body }),
      ])
      const { data } = (await health.json()) as { data: { damaged: number; shards: { skipped: number } } }
      const { resolution_tier } = (await geocoded.json()) as { resolution_tier: string }
      return `${String(data.damaged)} damaged, ${String(data.shards.skipped)} skipped, ${resolution_tier}`
    })
    return [...new Set(await Promise.all(answers))]
  }
  await expect.poll(seen, { timeout: 30_000 }).toEqual(['1 damaged, 1 skipped, admin'])
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
  expect(said().match(/left out/g)).toHaveLength(1)
  expect(said().match(/stays in use/g)).toHaveLength(1)
}, 60_000)
