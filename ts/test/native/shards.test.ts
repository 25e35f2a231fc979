/** What the operations routes report about the databases of streets and house numbers, over shards made by `milepost build`. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Running, start } from '../support/servers.js'
import { COMMAND, STARTER } from '../support/paths.js'

let root: string
let running: Running

/** Builds the shards of Maryland and France, and lays broken ones beside them. */
function fill(folder: string): void {
  mkdirSync(join(folder, 'db/wof'), { recursive: true })
  symlinkSync(join(STARTER, 'db/wof/candidate.db'), join(folder, 'db/wof/candidate.db'))
  const table = join(folder, 'points.csv')
  const numbers = Array.from(
    { length: 400 },
    (_, index) => `${String(2 * index + 2)},Main St,Towson,MD,21204,39.4,-76.6`,
  )
  writeFileSync(table, ['number,street,city,region,postcode,lat,lon', ...numbers, ''].join('\n'))
  const build = (...parameters: string[]) =>
    execFileSync(process.execPath, [COMMAND, 'build', ...parameters], { stdio: 'pipe' })
  build('points', table, '--data-root', folder)
  build('points', table, '--country', 'fr', '--out', join(folder, 'address-points/address-points-fr.db'))
  build('ranges', table, '--from-points', '--out', join(folder, 'interpolation/interpolation-us-md.db'))
  build('streets', table, '--out', join(folder, 'street-centroids/street-centroids-us-md.db'))
  const shard = (name: string) => join(folder, 'address-points', `address-points-us-${name}.db`)
  writeFileSync(shard('va'), '')
  mkdirSync(shard('de'))
  symlinkSync('/nowhere.db', shard('pa'))
  cpSync(shard('md'), shard('nj'))
  truncateSync(shard('nj'), 5000)
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'milepost-shards-'))
  fill(root)
  running = await start({ environment: { SERVICE_DATA_ROOT: root } })
}, 60_000)

afterAll(() => running.close())

async function get(path: string) {
  return (await fetch(`${running.url}${path}`)).json()
}

async function geocode(address: string) {
  const response = await fetch(`${running.url}/v1/geocode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  return (await response.json()) as { resolution_tier: string; lat: number }
}

describe('shards', () => {
  test('health counts states by what is open, not by what lies on disk', async () => {
    expect(await get('/health')).toMatchObject({
      data: {
        situs_states: 1,
        interpolation_states: 1,
        shards: { address_points: 2, interpolation: 1, street_centroids: 1, skipped: 4, faults: 0 },
      },
    })
  })

  test('metrics count those that are open and those that were skipped', async () => {
    expect(await get('/metrics')).toMatchObject({ shards: { open: 4, skipped: 4, faults: 0 } })
    const text = await (await fetch(`${running.url}/metrics/prometheus`)).text()
    expect(text).toContain('milepost_shards{state="open"} 4')
    expect(text).toContain('milepost_shards{state="skipped"} 4')
    expect(text).toContain('milepost_shard_faults_total 0')
  })

  test('what a skipped shard would have answered comes from the next tier', async () => {
    expect(await geocode('12 Main St, Towson, MD 21204')).toMatchObject({ resolution_tier: 'address_point' })
    expect(await geocode('12 Main St, Newark, NJ 07102')).toMatchObject({
      resolution_tier: 'admin',
      lat: expect.any(Number),
    })
  })

  test('shards that are replaced are counted anew after a reload', async () => {
    const shard = (name: string) => join(root, 'address-points', `address-points-us-${name}.db`)
    cpSync(shard('md'), shard('nj'))
    expect(await get('/metrics')).toMatchObject({ shards: { open: 4 } })
    const reload = await fetch(`${running.url}/v1/reload`, { method: 'POST' })
    expect(reload.status).toBe(200)
    expect(await get('/metrics')).toMatchObject({ shards: { open: 5, skipped: 3 } })
    expect(await get('/health')).toMatchObject({ data: { situs_states: 2 } })
  })
})
