/** Workers that die, a primary that dies, signals under load, ports that are taken. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo, Socket } from 'node:net'

import { beforeAll, describe, expect, test } from 'vitest'

import { serve } from '../support/command.js'
import { COMMAND, STARTER } from '../support/paths.js'

const BATCH = JSON.stringify({
  addresses: Array.from({ length: 100 }, (_, i) => `${String(i + 1)} Main St, Reno NV 89501`),
})

function post(url: string, body: string) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * A request that was accepted and whose body never comes: it holds a draining server until the grace time is over, however
 * fast the server is. The answer to `Expect` says that the server has it.
 */
async function requestWithoutBody(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = ['POST /v1/batch HTTP/1.1', `Host: ${hostname}`, 'Content-Type: application/json']
  socket.write([...head, 'Content-Length: 100', 'Expect: 100-continue', '', ''].join('\r\n'))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 100 /)
  return socket
}

/** Pids of the children of a process. */
function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Waits for a process to end; it is not a child of this process, so Node has no event for it. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      // A process that its parent has not yet reaped is a zombie.
      if (readFileSync(`/proc/${String(pid)}/stat`, 'utf8').includes(') Z ')) return
    } catch {
      return
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

// fetch of Node 20 compiles its HTTP parser on first use; a connection that closes meanwhile is never reported, and its
// request waits for ever. These tests close connections, so the parser is there before the first of them.
beforeAll(async () => {
  const server = createHttpServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
  server.closeAllConnections()
  server.close()
})

describe('the admin port', () => {
  test('takes reload off the public listener, with one process and with workers', async () => {
    for (const cpus of ['1', '2']) {
      const port = String(await freePort())
      const { child, url } = await serve('--cpus', cpus, '--admin-port', port)
      const reload = (base: string) => post(`${base}/v1/reload`, '')
      expect((await reload(url)).status).toBe(404)
      const answer = await reload(`http://127.0.0.1:${port}`)
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ reloaded: true })])
      expect((await fetch(`${url}/health`)).status).toBe(200)
      child.kill('SIGTERM')
      expect((await once(child, 'exit'))[0]).toBe(0)
    }
  })
})

describe('the environment', () => {
  test('SERVICE_WOF_DB is read by this command, SERVICE_BATCH_MAX bounds its batches', async () => {
    const admin = join(STARTER, 'db/wof/admin-global-priority.db')
    const named = join(mkdtempSync(join(tmpdir(), 'milepost-wof-')), 'admin.db')
    symlinkSync(admin, named)
    process.env['SERVICE_WOF_DB'] = named
    process.env['SERVICE_BATCH_MAX'] = '2'
    const { child, url } = await serve('--cpus', '1')
    delete process.env['SERVICE_WOF_DB']
    delete process.env['SERVICE_BATCH_MAX']
    const health = (await (await fetch(`${url}/health`)).json()) as { data: { wof_dbs: string[] } }
    expect(health.data.wof_dbs).toEqual([named])
    const batch = await fetch(`${url}/v1/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ addresses: ['Reno', 'Reno', 'Reno'] }),
    })
    expect([batch.status, await batch.json()]).toEqual([413, { error: 'batch too large: 3 > 2' }])
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
})

describe('workers', () => {
  test('one that is killed under load is replaced, and the others serve on', async () => {
    const { child, url, says } = await serve('--cpus', '2')
    const [victim = 0] = childrenOf(child.pid)
    const load = Array.from({ length: 20 }, () =>
      post(`${url}/v1/batch`, BATCH).then(
        (r) => r.status,
        () => 'lost',
      ),
    )
    process.kill(victim, 'SIGKILL')
    await says(/worker ended/)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const answers = await Promise.all(load)
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(answers.every((status) => status === 200 || status === 'lost')).toBe(true)
    // The replacement answers questions to all: figures come from two workers again.
    for (;;) {
      const [own, text] = [childrenOf(child.pid), await (await fetch(`${url}/metrics/prometheus`)).text()]
      if (own.length === 2 && /process_resident_memory_bytes (\d+)/.test(text)) break
    }
    expect(childrenOf(child.pid)).not.toContain(victim)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('one whose machine code faults is replaced, and does not compute for ever', async () => {
    const { child, says } = await serve('--cpus', '2')
    const [victim = 0] = childrenOf(child.pid)
    process.kill(victim, 'SIGSEGV')
    const [line] = await says(/.*worker ended.*/)
    expect(line).toContain('signal SIGSEGV')
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('a connection on its way to one that dies is served by another', async () => {
    const { child, url } = await serve('--cpus', '2')
    const [stopped = 0] = childrenOf(child.pid)
    process.kill(stopped, 'SIGSTOP')
    // One of two goes to each worker.
    const health = () => fetch(`${url}/health`, { headers: { connection: 'close' } })
    const answers = [health(), health()]
    await Promise.race(answers)
    process.kill(stopped, 'SIGKILL')
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('a connection that none of them takes is closed at the end, and its client does not wait', async () => {
    const { child, url } = await serve('--cpus', '2', '--grace', '2000')
    const workers = childrenOf(child.pid)
    workers.forEach((pid) => process.kill(pid, 'SIGSTOP'))
    const clients = Array.from({ length: 3 }, () => connect(Number(new URL(url).port), '127.0.0.1').resume())
    const closed = clients.map((client) => once(client, 'close'))
    await Promise.all(clients.map((client) => once(client, 'connect')))
    child.kill('SIGTERM')
    // Each worker is handed one, and the third waits.
    await Promise.race(closed)
    expect(clients.filter((client) => !client.closed)).toHaveLength(2)
    expect(child.exitCode).toBe(null)
    workers.forEach((pid) => process.kill(pid, 'SIGKILL'))
    await Promise.all(closed)
    expect((await once(child, 'exit'))[0]).toBe(1)
  })

  test('one that is told to end by a signal loses no request, and is replaced', async () => {
    const { child, url, says } = await serve('--cpus', '2')
    const [leaving = 0] = childrenOf(child.pid)
    const load = Array.from({ length: 8 }, () => post(`${url}/v1/batch`, BATCH))
    await Promise.race(load)
    process.kill(leaving, 'SIGTERM')
    const later = Array.from({ length: 8 }, () => post(`${url}/v1/batch`, BATCH))
    const statuses = (await Promise.all([...load, ...later])).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 16 }, () => 200))
    await says(/worker ended.*/)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('end with their primary, however it ends', async () => {
    const { child } = await serve('--cpus', '2')
    const workers = childrenOf(child.pid)
    expect(workers).toHaveLength(2)
    child.kill('SIGKILL')
    await Promise.all(workers.map(gone))
  })

  test('count together, and reload together', async () => {
    const { child, url } = await serve('--cpus', '2')
    // Each connection may meet another worker.
    const once_ = (path: string, body: string) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', connection: 'close' },
      })
    await Promise.all(Array.from({ length: 12 }, () => once_('/v1/geocode', '{"address":"Reno NV"}')))
    for (let scrape = 0; scrape < 3; scrape += 1) {
      const metrics = await (await fetch(`${url}/metrics`, { headers: { connection: 'close' } })).json()
      expect(metrics).toMatchObject({ timings: { total: 12, tiers: { admin: 12 } } })
    }
    expect(await (await once_('/v1/reload', '')).json()).toEqual({ reloaded: true, versions: null })
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
})

describe.each(['1', '2'])('signals with --cpus %s', (cpus) => {
  test('SIGTERM under load: what was accepted is answered, then exit 0', async () => {
    const { child, url } = await serve('--cpus', cpus)
    const load = Array.from({ length: 8 }, () => post(`${url}/v1/batch`, BATCH))
    // The figures count a batch once it is answered, so the others are on their way.
    await Promise.race(load)
    child.kill('SIGTERM')
    const statuses = (await Promise.all(load)).map(({ status }) => status)
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('connections that never ask for anything do not hold it', async () => {
    const { child, url } = await serve('--cpus', cpus)
    const sockets = Array.from({ length: 50 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    sockets.forEach((socket) => socket.on('error', () => undefined))
    child.kill('SIGTERM')
    // 1 would say that the grace time ran out.
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('a second one ends it at once', async () => {
    const { child, url } = await serve('--cpus', cpus, '--grace', '600000')
    const unfinished = await requestWithoutBody(url)
    const workers = cpus === '1' ? [] : childrenOf(child.pid)
    child.kill('SIGTERM')
    // It has heard the first signal once it accepts nothing any more.
    while (
      await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      )
    );
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(1)
    await Promise.all(workers.map(gone))
    unfinished.destroy()
  })

  test('a port in use is one line and exit code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = String((taken.address() as AddressInfo).port)
    const flags = ['serve', '--host', '127.0.0.1', '--port', port, '--cpus', cpus]
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...flags], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `milepost: port ${port} on 127.0.0.1 is in use\n`,
    })
    taken.close()
  })

  test('an IPv6 host is listened on and reported as a URL', async ({ skip }) => {
    const addresses = Object.values(networkInterfaces()).flatMap((several) => several ?? [])
    skip(!addresses.some(({ address }) => address === '::1'), 'this machine has no ::1')
    const { child, url } = await serve('--cpus', '1', '--host', '::1')
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test('a named gazetteer that cannot be read is one line and exit code 1', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'milepost-')), 'candidate.db')
    writeFileSync(file, 'no database at all, but long enough to be looked at'.repeat(100))
    const flags = ['serve', '--port', '0', '--candidate-db', file, '--cpus', cpus]
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...flags], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(stderr).toContain(file)
  })
})
