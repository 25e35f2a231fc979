/** Reloads one after the other, alone and under load: what the data before them held is free again. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { CANDIDATE, starterData } from '../../src/engine/data-root.js'
import { serve, serveUnder } from '../support/command.js'
import { COMMAND } from '../support/paths.js'

const BATCH = JSON.stringify({
  addresses: Array.from({ length: 50 }, (_, i) => `${String(i + 1)} Main St, Reno NV 89501`),
})

function post(url: string, body = '') {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** Files a process has open, and its resident megabytes. */
function heldBy(pid: number | undefined): { files: number; megabytes: number } {
  const folder = `/proc/${String(pid)}`
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8')) ?? []
  return { files: readdirSync(`${folder}/fd`).length, megabytes: Number(kilobytes) / 1024 }
}

describe.concurrent('reloads', () => {
  test('300 leave as many files open as one, and the memory', async () => {
    const { child, url } = await serve('--cpus', '1')
    const reload = async () => (await post(`${url}/v1/reload`)).status
    for (let warm = 0; warm < 20; warm += 1) expect(await reload()).toBe(200)
    const before = heldBy(child.pid)
    for (let count = 0; count < 300; count += 1) expect(await reload()).toBe(200)
    const after = heldBy(child.pid)
    expect(after.files).toBeLessThan(before.files + 5)
    expect(after.megabytes).toBeLessThan(before.megabytes + 30)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  }, 120_000)

  test('under load answer every request, and close what they replaced', async () => {
    const { child, url } = await serve('--cpus', '2')
    let loading = true
    const load = Array.from({ length: 8 }, async () => {
      const statuses = new Set<number>()
      while (loading) {
        const response = await post(`${url}/v1/batch`, BATCH)
        statuses.add(response.status)
        const { results } = (await response.json()) as { results: { error?: string }[] }
        for (const { error } of results) expect(error).toBeUndefined()
      }
      return [...statuses]
    })
    for (let count = 0; count < 40; count += 1) expect((await post(`${url}/v1/reload`)).status).toBe(200)
    loading = false
    expect(await Promise.all(load)).toEqual(load.map(() => [200]))
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  }, 120_000)
})

/** A data root whose one shard holds a house of Towson, and functions that replace it by rename. */
function houseRoot() {
  const root = mkdtempSync(join(tmpdir(), 'milepost-reload-'))
  const shard = join(root, 'address-points/address-points-us-md.db')
  mkdirSync(dirname(shard))
  const build = (lat: number) => {
    const table = join(root, 'houses.csv')
    writeFileSync(
      table,
      `number,street,city,region,postcode,lat,lon\n12,Main St,Towson,MD,21204,${String(lat)},-76.6\n`,
    )
    const kept = join(root, `${String(lat)}.db`)
    execFileSync(process.execPath, [COMMAND, 'build', 'points', table, '--out', kept], { stdio: 'pipe' })
    return () => {
      copyFileSync(kept, `${shard}.new`)
      renameSync(`${shard}.new`, shard)
    }
  }
  return { root, putNew: build(39.45), putOld: build(39.4) }
}

describe('a reload', () => {
  const { root, putNew, putOld } = houseRoot()

  /** What connections to several workers meet: the latitude of the house, and the generation. */
  const seen = async (url: string) => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const body = JSON.stringify({ address: '12 Main St, Towson, MD 21204' })
    const answers = Array.from({ length: 16 }, async () => {
      const answer = await fetch(`${url}/v1/geocode`, { method: 'POST', headers, body })
      const health = await fetch(`${url}/health`, { headers })
      const { lat } = (await answer.json()) as { lat: number }
      const { data } = (await health.json()) as { data: { generation: number } }
      return `${String(lat)} in generation ${String(data.generation)}`
    })
    return [...new Set(await Promise.all(answers))]
  }

  test('as soon as the first worker listens reaches those that still start', async () => {
    putOld()
    // As one word: the helper would wait for all of them.
    const { child, url, says } = await serveUnder(
      { environment: { SERVICE_DATA_ROOT: root } },
      'serve',
      '--cpus=4',
    )
    putNew()
    expect((await post(`${url}/v1/reload`)).status).toBe(200)
    await says(/4 workers/)
    expect(await seen(url)).toEqual(['39.45 in generation 1'])
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('is 503 with what to do where the gazetteer is gone, and the data stay', async () => {
    putOld()
    const gazetteer = join(root, 'candidate.db')
    copyFileSync(join(starterData() ?? '', CANDIDATE), gazetteer)
    const { child, url } = await serveUnder(
      { environment: { SERVICE_DATA_ROOT: root } },
      'serve',
      '--cpus',
      '2',
      '--candidate-db',
      gazetteer,
    )
    rmSync(gazetteer)
    const refused = await post(`${url}/v1/reload`)
    expect([refused.status, await refused.json()]).toEqual([
      503,
      {
        error: 'geocoder not available',
        detail: expect.stringContaining('the candidate gazetteer is missing; put it back'),
      },
    ])
    expect(await seen(url)).toEqual(['39.4 in generation 0'])
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
})
