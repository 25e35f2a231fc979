/** `milepost match` and `milepost dedupe`: which rows have the same address. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { COMMAND } from '../support/paths.js'

const folder = mkdtempSync(join(tmpdir(), 'milepost-link-test-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function run(...words: string[]) {
  return runWith({}, ...words)
}

async function runWith(environment: Record<string, string>, ...words: string[]) {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [COMMAND, ...words], { cwd: folder, env })
  child.stdin.end()
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { out, said, code }
}

const LEFT = `id,address
1,"123 Main St, Apt 4B, Reno, NV 89501"
2,"500 Maple Ave, Reno NV"
3,Reno NV
4,
5,"12 rue de la Paix, 75002 Paris"
6,"500 Mapel Avenue, Reno, NV 89502"
`
const RIGHT = `key;adresse
a;"123 Main Street #4B, Reno NV 89501"
b;"123 Main Street #5B, Reno NV 89501"
c;"500 Maple Avenue, Reno, NV 89502"
d;"12, r. de la Paix, Paris 75002"
`

beforeAll(() => {
  writeFileSync(join(folder, 'left.csv'), LEFT)
  writeFileSync(join(folder, 'right.csv'), RIGHT)
})

/** The first cells of each row of a table without commas in them. */
const cells = (table: string, count: number) =>
  table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, count))

describe('milepost match', () => {
  test('pairs the rows that have the same address, with what each component says', async () => {
    const { out, said, code } = await run(
      'match',
      'left.csv',
      'right.csv',
      '--left-id',
      'id',
      '--right-id',
      'key',
    )
    expect(code).toBe(0)
    expect(cells(out, 3)).toEqual([
      ['1', 'a', 'same'],
      ['2', 'c', 'same'],
      ['5', 'd', 'likely'],
      ['6', 'c', 'likely'],
    ])
    expect(out.split('\n')[0]).toBe(
      'left,right,verdict,probability,left_address,right_address,po_box,house_number,venue,street,unit,locality,region,postcode,country,point',
    )
    expect(out).toMatch(/^1,a,same,0\.999,.*,exact,,equivalent,equivalent,exact,exact,exact,,$/m)
    expect(said).toContain('2 rows have no address that can be compared')
  })

  test('one pair for each row, units of one building, least probability', async () => {
    const words = ['match', 'left.csv', 'right.csv', '--quiet']
    const single = await run(...words, '--one-to-one')
    expect(cells(single.out, 2)).toEqual([
      ['1', '1'],
      ['5', '4'],
      ['6', '3'],
    ])
    const building = await run(...words, '--same-building', '--threshold', '0')
    expect(cells(building.out, 3)).toContainEqual(['1', '2', 'same_building'])
    const sure = await run(...words, '--threshold', '0.9985')
    expect(cells(sure.out, 2)).not.toContainEqual(['2', '3'])
  })

  test('rows of one text are paired without a comparison of each', async () => {
    const rows = (count: number) => `address\n${'"1 Elm St, Reno, NV"\n'.repeat(count)}`
    writeFileSync(join(folder, 'many.csv'), rows(20_000))
    writeFileSync(join(folder, 'few.csv'), rows(2))
    const { out, said } = await run('match', 'many.csv', 'few.csv')
    expect(cells(out, 2)).toHaveLength(1000)
    expect(said).toContain('39000 more pairs of equal rows are left out')
  })
})

describe('milepost dedupe', () => {
  test('adds the cluster of each row, and why a row lacks one', async () => {
    const { out, said, code } = await run('dedupe', 'left.csv', '--prefix', 'x_')
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe('id,address,x_cluster,x_cluster_size,x_weakest_link,x_error')
    expect(out).toContain('2,"500 Maple Ave, Reno NV",2,2,0.997')
    expect(out).toContain('6,"500 Mapel Avenue, Reno, NV 89502",2,2,0.997')
    expect(out).toContain('3,Reno NV,,,,"no street, number, box or building to compare"')
    expect(out).toContain('4,,,,,address is required')
    expect(said).toContain('3 addresses; 1 rows have the address of an earlier one')
  })

  test('100,000 equal rows are one cluster', async () => {
    writeFileSync(join(folder, 'equal.csv'), `address\n${'"1 Elm St, Reno, NV"\n'.repeat(100_000)}`)
    const { said, code } = await run('dedupe', 'equal.csv', '--out', 'clusters.parquet')
    expect(code).toBe(0)
    expect(said).toMatch(/100000 rows with 1 different texts, read in [\d.]+ s; 0 comparisons/)
    expect(readFileSync(join(folder, 'clusters.parquet')).subarray(0, 4).toString()).toBe('PAR1')
  })
})

describe('--geocode', () => {
  const root = join(folder, 'root')
  const asked = { SERVICE_DATA_ROOT: root }
  beforeAll(async () => {
    writeFileSync(
      join(folder, 'points.csv'),
      'number,street,city,region,postcode,lat,lon\n5,Mill Road,Reno,NV,89501,39.5271,-119.8201\n5,Factory Lane,Reno,NV,89501,39.5272,-119.8201\n5,Far Street,Reno,NV,89501,39.5571,-119.8201\n',
    )
    const words = ['build', 'points', 'points.csv', '--country', 'US', '--out']
    const built = await run(...words, join(root, 'address-points/address-points-us.db'))
    expect(built).toMatchObject({ code: 0 })
  })

  test('two names of one place are near each other', async () => {
    writeFileSync(join(folder, 'mill.csv'), 'address\n"5 Mill Road, Reno, NV"\n')
    writeFileSync(
      join(folder, 'factory.csv'),
      'address\n"5 Factory Lane, Reno, NV"\n"5 Far Street, Reno, NV"\n',
    )
    const words = ['match', 'mill.csv', 'factory.csv', '--quiet']
    expect((await runWith(asked, ...words)).out.trimEnd().split('\n')).toHaveLength(1)
    const { out } = await runWith(asked, ...words, '--geocode')
    expect(cells(out, 3)).toEqual([['1', '1', 'likely']])
    expect(out.trimEnd()).toMatch(/,exact$/)
    writeFileSync(
      join(folder, 'both.csv'),
      'address\n"5 Mill Road, Reno, NV"\n"5 Far Street, Reno, NV"\n"5 Factory Lane, Reno, NV"\n',
    )
    const clusters = await runWith(asked, 'dedupe', 'both.csv', '--geocode', '--quiet')
    expect(clusters.out.match(/NV",\d/g)).toEqual(['NV",1', 'NV",2', 'NV",1'])
  })

  test('a comparison tells the metres between two points', async () => {
    const words = ['compare', '5 Mill Road, Reno, NV', '5 Factory Lane, Reno, NV', '--json']
    const near = JSON.parse((await runWith(asked, ...words, '--geocode')).out) as object
    expect(near).toMatchObject({ verdict: 'likely', distance_m: 11, components: { point: 'exact' } })
    const plain = JSON.parse((await runWith(asked, ...words)).out) as object
    expect(plain).toMatchObject({ verdict: 'different' })
    expect(plain).not.toHaveProperty('distance_m')
  })
})

describe('a run that was interrupted', () => {
  test('goes on with the addresses it has read', async () => {
    const parsed = join(folder, 'pairs.csv.parsed')
    const words = ['match', 'left.csv', 'right.csv', '--out', 'pairs.csv']
    const whole = await run(...words)
    expect(existsSync(parsed)).toBe(false)
    const pairs = readFileSync(join(folder, 'pairs.csv'), 'utf8')
    writeFileSync(join(folder, 'right.parquet'), 'no table')
    const broken = await run('match', 'left.csv', 'right.parquet', '--out', 'pairs.csv', '--replace')
    expect(broken.code).toBe(1)
    expect(existsSync(parsed)).toBe(true)
    const again = await run(...words, '--replace')
    expect(again).toMatchObject({ code: 0 })
    expect(whole.said).not.toContain('interrupted')
    expect(again.said).toContain('5 texts were read by an interrupted run')
    expect(readFileSync(join(folder, 'pairs.csv'), 'utf8')).toBe(pairs)
    expect(existsSync(parsed)).toBe(false)
  })
})

describe('what cannot be done is said', () => {
  test.each([
    [['match', 'left.csv', 'none.csv'], 1, 'cannot read none.csv'],
    [['match', 'left.csv', 'right.csv', '--left-id', 'x'], 2, '`x`'],
    [['match', 'left.csv', 'right.csv', '--threshold', '2'], 2, 'it must be a number from 0 to 1'],
    [['match', 'left.csv', 'right.csv', '--out', 'left.csv'], 2, 'the result cannot overwrite its input'],
    [['match', 'left.csv', 'right.csv', '--out', 'pairs.geojson'], 2, 'pairs and clusters have no points'],
    [['dedupe', 'left.csv', '--format', 'geojson'], 2, 'pairs and clusters have no points'],
    [['match', 'left.csv'], 2, '<RIGHT>'],
    [['dedupe', '-'], 2, 'it cannot be standard input'],
  ])('%s', async (words, code, sentence) => {
    const done = await run(...words)
    expect(done).toMatchObject({ code, said: expect.stringContaining(sentence) as string })
    expect(existsSync(join(folder, 'pairs.geojson'))).toBe(false)
  })

  test('a result that is there stays', async () => {
    writeFileSync(join(folder, 'there.csv'), 'mine\n')
    const done = await run('dedupe', 'left.csv', '--out', 'there.csv')
    expect(done).toMatchObject({
      code: 1,
      said: expect.stringContaining('--replace overwrites it') as string,
    })
    expect(readFileSync(join(folder, 'there.csv'), 'utf8')).toBe('mine\n')
    expect((await run('dedupe', 'left.csv', '--out', 'there.csv', '--replace')).code).toBe(0)
    expect(readFileSync(join(folder, 'there.csv'), 'utf8')).toContain('cluster_size')
  })
})
