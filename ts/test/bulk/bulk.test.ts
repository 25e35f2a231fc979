/** `milepost bulk` as processes: killed and run again, with files in a store, and behind `/v1/bulk`. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer, text } from 'node:stream/consumers'
import { setImmediate as soon, setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openedFiles } from '../../src/bulk/opened-files.js'
import { signed } from '../../src/bulk/signature.js'
import { findBuilder } from '../../src/engine/addon.js'
import { createEngine } from '../../src/engine/engine.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { serve, type Served, serveIn } from '../support/command.js'
import { curl, orSkip } from '../support/needs.js'
import { type Document, operationsOf, problemsOf } from '../surfaces/openapi.js'
import { EVERYTHING } from '../support/servers.js'
import { COMMAND } from '../support/paths.js'

const folder = mkdtempSync(join(tmpdir(), 'milepost-bulk-test-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const STREETS = ['Main St', 'Quarry Road', 'Elm Avenue', 'W 2nd St']
const TOWNS = ['Reno,NV,89501', 'Boulder,CO,80301', '"St. Paul ""N""",MN,55101']

/** A table of so many rows. */
function table(rows: number): string {
  const row = (index: number) =>
    `${String(index)},${String((index * 37) % 999)} ${STREETS[index % 4] ?? ''},${TOWNS[index % 3] ?? ''}`
  return `id,street,city,state,zip\n${Array.from({ length: rows }, (_, index) => row(index)).join('\n')}\n`
}

async function bulk(words: string[], environment: NodeJS.ProcessEnv = {}, input = '') {
  const child = spawn(process.execPath, [COMMAND, 'bulk', ...words], {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  child.stdin.end(input)
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { out, said, code }
}

test('--dry-run colours the parts of an address on a terminal, and nowhere else', async () => {
  const source = join(folder, 'looked-at.csv')
  writeFileSync(source, 'address\n"12 Elm St, Reno, NV 89501"\n')
  const words = ['bulk', source, '--dry-run', '1', '--fields', 'lat']
  // `script` of util-linux gives the command a terminal.
  const command = [process.execPath, COMMAND, ...words].map((word) => `'${word}'`).join(' ')
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...process.env, NO_COLOR: undefined },
  })
  terminal.stdin.end()
  const coloured = await text(terminal.stdout)
  const painted = (code: number, part: string) => `\u001b[${String(code)}m${part}\u001b[0m`
  for (const part of [
    painted(36, '12'),
    painted(32, 'Elm'),
    painted(33, 'Reno'),
    painted(34, 'NV'),
    painted(35, '89501'),
  ])
    expect(coloured).toContain(part)
  const plain = await bulk(words.slice(1))
  expect(plain.out).toContain('12 Elm St, Reno, NV 89501')
  expect(plain.out).not.toContain('\u001b')
})

describe('a run that is killed with -9', () => {
  // Of 20 points half for text, which grows where it lies, half for Parquet, which is joined at its end.
  test.each(['out.csv.gz', 'out.parquet'])(
    '%s: the same command goes on, and the result is that of one run',
    async (name) => {
      const source = join(folder, `killed-${name}.csv`)
      writeFileSync(source, table(2000))
      const command = (out: string) => {
        const flags = ['--only', 'parse', '--window', '50', '--commit-ms', '0', '--threads', '1', '--quiet']
        return ['bulk', ...openedFiles([source, '--out', out, ...flags])]
      }
      const env = { ...process.env, ORT_DISABLE_TELEMETRY: '1' }
      const run = (out: string) => spawn(findBuilder(), command(out), { env, stdio: 'ignore' })
      const whole = join(folder, `whole-${name}`)
      expect(await once(run(whole), 'exit')).toEqual([0, null])
      const out = join(folder, `often-${name}`)
      const part = `${out}.part`
      // Joined pieces are longer than what they are joined to; a point behind their end is one at which nothing is killed.
      const points = Array.from({ length: 10 }, (_, index) => ((index + 0.5) / 10) * statSync(whole).size)
      let killed = 0
      let isDone = false
      for (const point of points) {
        const child = run(out)
        const ended = once(child, 'exit')
        while (child.exitCode === null && !(existsSync(part) && sizeOf(part) >= point)) {
          await new Promise(setImmediate)
        }
        child.kill('SIGKILL')
        const [, signal] = (await ended) as [number | null, string | null]
        // Near its end a run may be done before it is seen to have come so far.
        isDone = signal === null
        if (isDone) break
        killed += 1
        expect(existsSync(out)).toBe(false)
      }
      expect(killed).toBeGreaterThan(5)
      if (!isDone) expect(await once(run(out), 'exit')).toEqual([0, null])
      expect(readFileSync(out).equals(readFileSync(whole))).toBe(true)
      expect([part, `${out}.journal`, `${out}.lock`].filter((path) => existsSync(path))).toEqual([])
      if (name.endsWith('.gz')) {
        expect(gunzipSync(readFileSync(out)).toString().split('\n')).toHaveLength(2002)
      }
    },
    120_000,
  )

  test('a changed input, changed options and a result that is there are noticed', async () => {
    const source = join(folder, 'changed.csv')
    writeFileSync(source, table(3000))
    const out = join(folder, 'changed-out.csv')
    const words = ['changed.csv', '--only', 'parse', '--window', '50', '--commit-ms', '0', '--out', out]
    const child = spawn(findBuilder(), ['bulk', ...openedFiles(words)], { cwd: folder, stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !existsSync(`${out}.journal`)) await new Promise(setImmediate)
    child.kill('SIGKILL')
    await ended
    expect(existsSync(out)).toBe(false)
    const otherPrefix = await bulk([...words, '--prefix', 'x_'])
    expect(otherPrefix).toMatchObject({ code: 1 })
    expect(otherPrefix.said).toContain('was started with another prefix')
    // The same length, another content.
    writeFileSync(source, table(3000).replace('0 Main St', '9 Main St'))
    const otherInput = await bulk(words)
    expect(otherInput.said).toContain('was started with another content of this file')
    expect((await bulk([...words, '--restart'])).code).toBe(0)
    expect((await bulk(words)).said).toContain('exists: --replace overwrites it')
    expect((await bulk([...words, '--replace'])).code).toBe(0)
  }, 120_000)
})

describe('a run to its end', () => {
  test('a compressed table of a web server, with a repeated and an empty row, and a summary', async () => {
    const lines = ['address', '"1 Main St, Reno"', '""', '"1 Main St, Reno"', '"2 Main St, Reno",x']
    const server = createServer((_, answer) => answer.end(gzipSync(lines.join('\n')))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/rows.csv?version=1`
    const words = [url, '--only', 'parse', '--fields', 'house_number', '--out', 'web.ndjson.zst']
    const { code, said } = await bulk([...words, '--summary', 'web.json'])
    server.close()
    expect({ code, said }).toMatchObject({ code: 3 })
    expect(said).toContain('the address is read from `address`')
    expect(said).toMatch(/3 rows in .* s \(.*\): parsed 66.7 %, error 33.3 %/)
    expect(JSON.parse(readFileSync(join(folder, 'web.json'), 'utf8'))).toMatchObject({
      ...{ out: 'web.ndjson.zst', rows: 3, rejected: 1, repeated: 1, rows_before: 0 },
    })
    const { out } = await bulk([
      'web.ndjson.zst',
      '--only',
      'parse',
      '--prefix',
      'x_',
      '--fields',
      'house_number',
    ])
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(rows.map((row) => row['geo_error'])).toEqual([null, 'address is required', null])
    const rejected = JSON.parse(readFileSync(join(folder, 'web.ndjson.zst.rejected'), 'utf8')) as object
    expect(rejected).toMatchObject({ line: 5, why: '2 cells where the header has 1' })
  }, 60_000)

  test('a table in Latin-1 is read, with one warning on standard error', async () => {
    writeFileSync(join(folder, 'latin-1.csv'), Buffer.from('address\n1 Rue Réaumur\n2 Rue René\n', 'latin1'))
    const words = ['latin-1.csv', '--only', 'parse', '--fields', 'house_number', '--out', '-', '--quiet']
    const { out, said, code } = await bulk(words)
    expect(code).toBe(0)
    expect(out.split('\n').slice(1, 3)).toEqual(['1 Rue Réaumur,1,', '2 Rue René,2,'])
    expect(said).toBe(
      'milepost bulk: latin-1.csv has bytes that are not UTF-8; they are read as Windows-1252\n',
    )
  }, 60_000)
})

/** Whether it comes to pass within three seconds. */
async function isSoon(event: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const late = setTimeout(3000, false, { signal: timer.signal }).catch(() => false)
  const came = await Promise.race([event.then(() => true), late])
  timer.abort()
  return came
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

describe('files in a store', () => {
  /** Speaks as much of S3 as is asked of it: objects whole and in ranges, uploads whole and in parts. */
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  let breakOff = false
  let server: Server
  let endpoint = ''
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

  beforeAll(async () => {
    server = createServer((question, answer) => {
      void (async () => {
        const { pathname } = new URL(question.url ?? '/', 'http://localhost')
        asked.push(`${question.method ?? ''} ${pathname} ${question.headers.range ?? ''}`.trim())
        if (!isSigned(question)) return answer.writeHead(403).end()
        if (question.method === 'PUT') {
          objects.set(pathname, await buffer(question))
          return answer.writeHead(200, { etag: '"1"' }).end()
        }
        const object = objects.get(pathname)
        if (object === undefined) return answer.writeHead(404).end()
        const from = Number(/bytes=(\d+)-/.exec(question.headers.range ?? '')?.[1] ?? 0)
        const part = object.subarray(from)
        const range = `bytes ${String(from)}-${String(object.length - 1)}/${String(object.length)}`
        answer.writeHead(from > 0 ? 206 : 200, {
          etag: '"1"',
          'content-length': part.length,
          ...(from > 0 && { 'content-range': range }),
        })
        if (!breakOff) return answer.end(part)
        breakOff = false
        answer.write(part.subarray(0, part.length >> 1), () => question.socket.destroy())
        return undefined
      })()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  })
  afterAll(() => {
    server.close()
  })

  /** Whether the signature is that of this request. */
  function isSigned(question: IncomingMessage): boolean {
    const time = String(question.headers['x-amz-date'])
    const now = new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const url = new URL(question.url ?? '/', endpoint)
    const credentials = { accessKey: 'key', secretKey: 'secret', region: 'us-east-1' }
    return (
      question.headers.authorization === signed(question.method ?? '', url, credentials, now)['authorization']
    )
  }

  test('an object is streamed in, over a connection that breaks off, and the result put there', async () => {
    objects.set('/bucket/in%20put.csv', Buffer.from(table(20_000)))
    breakOff = true
    const words = ['s3://bucket/in put.csv', '--only', 'parse', '--fields', 'locality']
    const { code, said } = await bulk([...words, '--out', 's3://bucket/out.ndjson'], {
      ...keys,
      AWS_ENDPOINT_URL: endpoint,
    })
    expect({ code, said }).toMatchObject({ code: 0 })
    const lines = objects.get('/bucket/out.ndjson')?.toString().trimEnd().split('\n') ?? []
    expect(lines).toHaveLength(20_000)
    expect(JSON.parse(lines[19_999] ?? '')).toMatchObject({ id: '19999' })
    expect(asked.filter((line) => /^GET .* bytes=\d+-$/.test(line))).toHaveLength(1)
    expect(existsSync(join(folder, 'out.ndjson'))).toBe(false)
  }, 60_000)

  test('an object that is not there, or not ours, is a sentence', async () => {
    const environment = { ...keys, AWS_ENDPOINT_URL: endpoint }
    const missing = await bulk(['s3://bucket/no.csv', '--only', 'parse', '--out', 'no.csv'], environment)
    expect(missing.code).not.toBe(0)
    expect(missing.said).toContain('s3://bucket/no.csv: the server answers 404')
    const refused = await bulk(['s3://bucket/no.csv', '--out', 'no.csv'], {
      ...environment,
      AWS_SECRET_ACCESS_KEY: 'x',
    })
    expect(refused.said).toContain('the server answers 403')
  }, 60_000)

  test('requests are signed as curl signs them', async (context) => {
    const program = orSkip(curl(), context).command
    let authorization: string | undefined
    let date = ''
    const listener = createServer((question, answer) => {
      authorization = question.headers.authorization
      date = String(question.headers['x-amz-date'])
      answer.end()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const url = `http://127.0.0.1:${String((listener.address() as AddressInfo).port)}/bucket/a%20b/c.csv?partNumber=2&uploadId=x`
    const flags = ['--aws-sigv4', 'aws:amz:eu-west-3:s3', '--user', 'key:secret']
    await promisify(execFile)(program, [...flags, '-s', '-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD', url])
    listener.close()
    const now = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const credentials = { accessKey: 'key', secretKey: 'secret', region: 'eu-west-3' }
    const ours = signed('GET', new URL(url), credentials, now)['authorization']
    expect(ours?.replaceAll(', ', ',')).toBe(authorization?.replaceAll(', ', ','))
  })
})

describe('/v1/bulk', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve('--bulk', '--cpus', '1')
  }, 60_000)
  afterAll(() => {
    served.child.kill()
  })

  test('a table goes in and comes out with what was found', async () => {
    const response = await fetch(`${served.url}/v1/bulk?only=parse&fields=house_number,locality&prefix=m_`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: table(3000),
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines[0]).toBe('id,street,city,state,zip,m_house_number,m_locality,m_error')
    expect(lines).toHaveLength(3001)
    expect(lines[2]).toBe('1,37 Quarry Road,Boulder,CO,80301,37,Boulder,')
  }, 60_000)

  test('lines of JSON, as GeoJSON', async () => {
    const response = await fetch(`${served.url}/v1/bulk?format=geojson`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: '{"address":"38000 Grenoble"}\n',
    })
    const body = (await response.json()) as { features: { geometry: { coordinates: number[] } }[] }
    expect(body.features[0]?.geometry.coordinates[0]).toBeCloseTo(5.7, 0)
  }, 60_000)

  test('keys, by the rules of a country', async () => {
    const response = await fetch(`${served.url}/v1/bulk?only=key&key_country=FR`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'id,address\n1,"3 bd. St-Michel, 75005 Paris"\n',
    })
    expect(await response.text()).toBe(
      'id,address,geo_key,geo_error\n1,"3 bd. St-Michel, 75005 Paris",mp2|3|boulevard saint michel|paris|75005|fr,\n',
    )
  }, 60_000)

  test('what makes no sense is 400 with a sentence', async () => {
    const post = (query: string) =>
      fetch(`${served.url}/v1/bulk${query}`, { method: 'POST', body: 'a,b\n1,2\n' })
    const unknown = await post('?address=c')
    expect({ status: unknown.status, body: await unknown.json() }).toEqual({
      status: 400,
      body: {
        error: 'invalid request body',
        detail: 'table: there is no column `c`; there are: a, b',
      },
    })
    expect((await post('?out=/tmp/x')).status).toBe(400)
  }, 60_000)

  test('a client that leaves gives its turn back', async () => {
    const leaving = request(`${served.url}/v1/bulk?only=parse`, { method: 'POST' })
    leaving.on('error', () => undefined)
    leaving.write(table(20_000))
    const [answer] = (await once(leaving, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    await once(answer, 'data')
    leaving.destroy()
    const next = await fetch(`${served.url}/v1/bulk?only=parse`, { method: 'POST', body: table(5) })
    expect((await next.text()).split('\n')).toHaveLength(7)
  }, 60_000)

  test('a client that leaves gives its turn back within 2 s, even if the program is stuck', async () => {
    const ofProcess = (pid: number | undefined, file: string) =>
      readFileSync(`/proc/${String(pid)}/${file}`, 'utf8')
    const server = served.child.pid
    const programs = () =>
      ofProcess(server, `task/${String(server)}/children`)
        .split(' ')
        .filter(Boolean)
        .map(Number)
    const leaving = request(`${served.url}/v1/bulk?only=parse`, { method: 'POST' })
    leaving.on('error', () => undefined)
    leaving.write('address\n')
    while (programs().length === 0) await soon()
    const [stuck = 0] = programs()
    // Until it runs its own program, the server waits for it: stopped before, it would stop the server.
    const own = () => ofProcess(stuck, 'cmdline')
    while (own() === '' || own() === ofProcess(server, 'cmdline')) await soon()
    process.kill(stuck, 'SIGSTOP')
    try {
      // More than a pipe and the systems hold on the way.
      await new Promise((resolve) => leaving.write(Buffer.alloc(20_000_000, 'Reno NV\n'), resolve))
      leaving.destroy()
      const left = performance.now()
      while (programs().includes(stuck)) await soon()
      expect(performance.now() - left).toBeLessThan(2_000)
    } finally {
      if (programs().includes(stuck)) process.kill(stuck, 'SIGKILL')
    }
    const next = await fetch(`${served.url}/v1/bulk?only=parse`, { method: 'POST', body: table(5) })
    expect((await next.text()).split('\n')).toHaveLength(7)
  }, 60_000)

  test('an error quotes at most 200 characters', async () => {
    const header = Array.from({ length: 2000 }, (_, column) => `column_${String(column)}`).join(',')
    const body = `${header}\n${header}\n`
    const refused = await fetch(`${served.url}/v1/bulk?address=nowhere`, { method: 'POST', body })
    expect(refused.status).toBe(400)
    const { detail } = (await refused.json()) as { detail: string }
    expect(detail).toContain('table: there is no column `nowhere`')
    expect(detail.length).toBeLessThanOrEqual(201)
  }, 60_000)

  test('a client that waits for its turn is not idle', async () => {
    const { app } = await createNativeServer({
      engine: createEngine(EVERYTHING),
      bulk: {},
      logLevel: 'silent',
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    app.server.setTimeout(200)
    const first = request(`${url}/v1/bulk?only=parse`, { method: 'POST' })
    first.write('address\n')
    await once(first, 'socket')
    await setTimeout(100)
    const second = fetch(`${url}/v1/bulk?only=parse`, { method: 'POST', body: table(5) })
    await setTimeout(1_000)
    first.end('Reno NV\n')
    const [answer] = (await once(first, 'response')) as [IncomingMessage]
    expect((await text(answer)).split('\n')).toHaveLength(3)
    expect((await (await second).text()).split('\n')).toHaveLength(7)
    await app.close()
  }, 60_000)

  test('a client that reads nothing is sent nothing more, and one that reads at last has every row', async () => {
    // A row of a kilobyte: what the sockets hold between both is a few thousand rows.
    const note = 'x'.repeat(1000)
    const rowsFrom = (first: number) =>
      Array.from({ length: 500 }, (_, row) => `${String(first + row)},1 Main St Reno NV,${note}\n`).join('')
    const sending = request(`${served.url}/v1/bulk?only=parse&fields=house_number&address=address`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
    })
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>
    const answers: IncomingMessage[] = []
    sending.on('response', (answer) => answers.push(answer))
    sending.write('id,address,note\n')
    let rows = 0
    let taken = true
    while (taken) {
      taken = sending.write(rowsFrom(rows))
      rows += 500
      // 200 MB is more than all buffers and windows on the way can hold.
      expect(rows).toBeLessThan(200_000)
      // A server that has not answered yet may still wait for more rows.
      if (!taken) taken = (await isSoon(once(sending, 'drain'))) || answers.length === 0
    }
    const [answer] = await answered
    expect(answer.statusCode).toBe(200)
    sending.end()
    let row = -1
    let wrong = 0
    for await (const line of createInterface(answer)) {
      if (row >= 0 && line !== `${String(row)},1 Main St Reno NV,${note},1,`) wrong += 1
      row += 1
    }
    expect({ row, wrong }).toEqual({ row: rows, wrong: 0 })
  }, 120_000)

  test('it is described by the document, and its tables are counted', async () => {
    const document = (await (await fetch(`${served.url}/openapi.json`)).json()) as Document
    expect(await problemsOf(document)).toEqual([])
    expect(operationsOf(document).map(([path]) => path)).toContain('/v1/bulk')
    const post = (query: string) =>
      fetch(`${served.url}/v1/bulk?only=parse${query}`, { method: 'POST', body: table(5) })
    const counted = async (end: string) => {
      const text = await (await fetch(`${served.url}/metrics/prometheus`)).text()
      return Number(new RegExp(`^milepost_tables_total\\{end="${end}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    }
    const before = [await counted('whole'), await counted('refused')]
    await (await post('')).text()
    await (await post('&address=nowhere')).text()
    expect([await counted('whole'), await counted('refused')]).toEqual(before.map((count) => count + 1))
  }, 60_000)

  test('a reload decides from which data a table is answered', async () => {
    const root = mkdtempSync(join(tmpdir(), 'milepost-bulk-reload-'))
    const houses = join(root, 'houses.csv')
    writeFileSync(houses, 'number,street,city,postcode,lat,lon\n12,Elm St,Reno,89501,39.5296,-119.8138\n')
    const build = (area: string) =>
      execFileSync(process.execPath, [
        COMMAND,
        ...['build', 'points', houses, '--out', join(root, `address-points/address-points-${area}.db`)],
      ])
    // A root that holds something lies over the starter data.
    build('us-oh')
    const reloaded = await serveIn({ SERVICE_DATA_ROOT: root }, 'serve', '--bulk', '--cpus', '1')
    const tier = async () => {
      const response = await fetch(`${reloaded.url}/v1/bulk?fields=tier&format=ndjson`, {
        method: 'POST',
        body: 'address\n"12 Elm St, Reno NV 89501"\n',
      })
      return (JSON.parse(await response.text()) as { geo_tier: string }).geo_tier
    }
    try {
      expect(await tier()).toBe('admin')
      build('us-nv')
      expect((await fetch(`${reloaded.url}/v1/reload`, { method: 'POST' })).status).toBe(200)
      expect(await tier()).toBe('address_point')
    } finally {
      reloaded.child.kill()
    }
  }, 60_000)

  test('it is not there unless it is asked for', async () => {
    const plain = await serve('--cpus', '1')
    const response = await fetch(`${plain.url}/v1/bulk`, { method: 'POST', body: '{}' })
    plain.child.kill()
    expect(response.status).toBe(404)
  }, 60_000)
})
