/** Reloads one after the other, alone and under load: what the data before them held is free again. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { serve } from '../command.js'

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
