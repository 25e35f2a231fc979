/** `milepost data` against a server on 127.0.0.1 that breaks connections, lies about lengths and serves other bytes. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { download } from '../../src/data/manifest-file.js'
import { fetchManifest } from '../../src/data/manifest.js'
import { addPulled, readPulled } from '../../src/data/pulled.js'
import { locateData } from '../../src/engine/data-root.js'
import { COMMAND } from '../support/paths.js'

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251))
/** How long a command may take to begin on a busy machine. */
const ENOUGH = { timeout: 30_000 }
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')

type Serve = (request: IncomingMessage, response: ServerResponse, asked: number) => void

let server: Server
let base: string
let root: string
let serveFile: Serve
/** The `range` of each request for the file. */
let ranges: (string | undefined)[]
let manifest: unknown

/** As a good server does. */
const whole: Serve = (request, response) => {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const length = { 'content-length': CONTENT.length - start }
  if (start === 0) response.writeHead(200, length)
  else
    response.writeHead(206, {
      ...length,
      'content-range': `bytes ${String(start)}-${String(CONTENT.length - 1)}/${String(CONTENT.length)}`,
    })
  response.end(CONTENT.subarray(start))
}

/** Sends some bytes from where it was asked to and breaks the connection. */
const breaksAfter =
  (bytes: number): Serve =>
  (request, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const headers = { 'content-length': CONTENT.length - start }
    if (start === 0) response.writeHead(200, headers)
    else
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${String(start)}-${String(CONTENT.length - 1)}/${String(CONTENT.length)}`,
      })
    response.write(CONTENT.subarray(start, start + bytes), () => response.destroy())
  }

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'milepost-data-'))
  ranges = []
  serveFile = whole
  const file = { from: 'files/candidate.db', to: 'db/wof/candidate.db', size: CONTENT.length, sha256: SHA256 }
  manifest = { bundles: { candidate: { description: 'the gazetteer', files: [file] } } }
  server = createServer((request, response) => {
    if (request.url === '/data/manifest.json') response.end(JSON.stringify(manifest))
    else if (request.url === '/data/files/candidate.db') {
      ranges.push(request.headers.range)
      serveFile(request, response, ranges.length)
    } else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/data`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const environment = () => ({ ...process.env, SERVICE_DATA_ROOT: root, SERVICE_DATA_URL: base })

async function data(...flags: string[]) {
  return promisify(execFile)(process.execPath, [COMMAND, 'data', ...flags], { env: environment() }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  )
}

const target = () => join(root, 'db/wof/candidate.db')
const isWhole = () => readFileSync(target()).equals(CONTENT)

/** Leaves the first bytes of the file behind, as a broken pull does. */
function leavePart(content: Buffer): void {
  mkdirSync(dirname(target()), { recursive: true })
  writeFileSync(`${target()}.part`, content)
}

describe('pull', () => {
  test('fetches, verifies, and puts the file where it is looked for', async () => {
    const { code, stdout } = await data('pull', 'candidate')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `db/wof/candidate.db: ${String(CONTENT.length)} bytes, SHA-256 verified → ${target()}\n`,
    })
    expect(isWhole()).toBe(true)
    expect(existsSync(`${target()}.part`)).toBe(false)
    const again = await data('pull', 'candidate')
    expect(again.stdout).toBe(`db/wof/candidate.db: already present (${target()}), skipped\n`)
    expect(ranges).toHaveLength(1)
    expect(locateData(undefined, environment()).candidateDb).toBe(target())
    await data('pull', 'candidate', '--force')
    expect(ranges).toHaveLength(2)
  })

  test('--dry-run prints URL, size and destination, and transfers nothing', async () => {
    const { stdout } = await data('pull', 'candidate', '--dry-run')
    expect(stdout).toBe(`${base}/files/candidate.db  ${String(CONTENT.length)} bytes → ${target()}\n`)
    expect(ranges).toEqual([])
    expect(existsSync(dirname(target()))).toBe(false)
  })

  test('goes on where it broke off', async () => {
    serveFile = (request, response, asked) => {
      ;(asked === 1 ? breaksAfter(100_000) : whole)(request, response, asked)
    }
    expect((await data('pull', 'candidate')).code).toBe(0)
    expect(isWhole()).toBe(true)
    expect(ranges[0]).toBeUndefined()
    expect(ranges[1]).toMatch(/^bytes=\d+-$/)
  })

  test('goes on with what an earlier run left', async () => {
    leavePart(CONTENT.subarray(0, 123_456))
    expect((await data('pull', 'candidate')).code).toBe(0)
    expect(ranges).toEqual(['bytes=123456-'])
    expect(isWhole()).toBe(true)
  })

  test('starts over when the server sends no parts', async () => {
    leavePart(CONTENT.subarray(0, 1000))
    serveFile = (_, response) => response.end(CONTENT)
    expect((await data('pull', 'candidate')).code).toBe(0)
    expect(isWhole()).toBe(true)
  })

  test('does not take another part than it asked for', async () => {
    leavePart(CONTENT.subarray(0, 1000))
    serveFile = (request, response, asked) => {
      if (asked > 1) whole(request, response, asked)
      else response.writeHead(206, { 'content-range': 'bytes 0-9/300000' }).end(CONTENT.subarray(0, 10))
    }
    await data('pull', 'candidate')
    // Whatever it made of the lie, nothing wrong is under the name of the file.
    expect(existsSync(target()) ? isWhole() : true).toBe(true)
    expect((await data('pull', 'candidate')).code).toBe(0)
    expect(isWhole()).toBe(true)
  })

  test('gives up on a server that breaks without a byte, and says that the command goes on', async () => {
    serveFile = (request, response, asked) => {
      breaksAfter(asked === 1 ? 5000 : 0)(request, response, asked)
    }
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^milepost: http.*broke off.*the same command goes on from them\n$/)
    expect(existsSync(target())).toBe(false)
    expect(ranges.length).toBeLessThan(8)
  })

  test('refuses other bytes, and leaves nothing of them', async () => {
    serveFile = (_, response) => response.end(Buffer.alloc(CONTENT.length, 1))
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toContain('SHA-256')
    expect(existsSync(target()) || existsSync(`${target()}.part`)).toBe(false)
  })

  test('refuses a file that is longer than the manifest says', async () => {
    serveFile = (_, response) => response.end(Buffer.concat([CONTENT, CONTENT]))
    expect((await data('pull', 'candidate')).stderr).toContain('longer than the manifest says')
    expect(existsSync(target()) || existsSync(`${target()}.part`)).toBe(false)
  })

  test('gives up on a server whose length is less than the manifest says', async () => {
    serveFile = (_, response) =>
      response.writeHead(200, { 'content-length': 1000 }).end(CONTENT.subarray(0, 1000))
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toContain(`1000 of ${String(CONTENT.length)} bytes are there`)
    expect(existsSync(target())).toBe(false)
    expect(ranges.length).toBeLessThan(8)
  })

  test('looks for room for all of it before the first byte', async () => {
    const huge = { from: 'files/candidate.db', to: 'db/huge.db', size: 1e15, sha256: SHA256 }
    const small = { ...huge, to: 'db/wof/candidate.db', size: CONTENT.length }
    manifest = { bundles: { candidate: { files: [small, huge] } } }
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^milepost: .* has \d+ bytes left, and 1000000000300000 are needed\n$/)
    expect(ranges).toEqual([])
  })

  test('--only takes the files whose destination contains it', async () => {
    const file = { from: 'files/candidate.db', size: CONTENT.length, sha256: SHA256 }
    const states = ['us-md', 'us-va'].map((area) => ({ ...file, to: `address-points/${area}.db` }))
    manifest = { bundles: { points: { files: states } } }
    expect((await data('pull', 'points', '--only', 'us-va')).code).toBe(0)
    expect(readdirSync(join(root, 'address-points'))).toEqual(['us-va.db'])
  })

  test('draws a bar on a terminal, and the line ends with it', () => {
    const command = [process.execPath, COMMAND, 'data', 'pull', 'candidate'].join(' ')
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment() })
    return text(child.stdout).then((drawn) => {
      expect(drawn).toContain('db/wof/candidate.db [##############################] 0.3 of 0.3 MB')
      expect(drawn.trimEnd().split('\n').at(-1)).toContain('SHA-256 verified')
    })
  })

  test('keeps the file that is there when the new one is not whole', async () => {
    leavePart(Buffer.alloc(0))
    writeFileSync(target(), 'the old one')
    serveFile = (_, response) => response.end(Buffer.alloc(CONTENT.length))
    expect((await data('pull', 'candidate')).code).toBe(1)
    expect(readFileSync(target(), 'utf8')).toBe('the old one')
  })

  test('a transfer that stands still is broken off', async () => {
    serveFile = (_, response) => response.writeHead(200).write(CONTENT.subarray(0, 10))
    const file = {
      bundle: 'candidate',
      url: `${base}/files/candidate.db`,
      to: 'x',
      size: CONTENT.length,
      sha256: SHA256,
    }
    await expect(download(file, target(), { stillMs: 100 })).rejects.toThrow('nothing came any more')
  })

  /** Sends the file in small parts, and never the last one: a transfer is under way however slow this machine is. */
  const slowly: Serve = (request, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length })
    let sent = 0
    const timer = setInterval(() => {
      response.write(CONTENT.subarray(sent, sent + 2000))
      sent += 2000
      if (sent >= CONTENT.length - 4000) clearInterval(timer)
    }, 1)
    response.on('close', () => {
      clearInterval(timer)
    })
  }

  /** Something of the file has come. */
  const begun = () =>
    expect
      .poll(() => existsSync(`${target()}.part`) && statSync(`${target()}.part`).size, ENOUGH)
      .toBeGreaterThan(0)

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'ends on %s with %i and one line, keeps what has come, and goes on from it',
    async (signal, code) => {
      serveFile = slowly
      const child = spawn(process.execPath, [COMMAND, 'data', 'pull', 'candidate'], {
        env: environment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const said = Promise.all([text(child.stdout), text(child.stderr)])
      const ended = once(child, 'exit')
      await begun()
      child.kill(signal)
      // By itself, not killed by the signal: the second value would be its name.
      expect(await ended).toEqual([code, null])
      expect(await said).toEqual(['', 'milepost: interrupted; the same command goes on from what has come\n'])
      expect(existsSync(target())).toBe(false)
      const part = readFileSync(`${target()}.part`)
      expect(part.length).toBeGreaterThan(0)
      expect(part.equals(CONTENT.subarray(0, part.length))).toBe(true)

      serveFile = whole
      expect((await data('pull', 'candidate')).code).toBe(0)
      expect(ranges.at(-1)).toBe(`bytes=${String(part.length)}-`)
      expect(isWhole()).toBe(true)
    },
  )

  test('a second one of the same file says so and keeps off; after kill -9 the next goes on', async () => {
    serveFile = slowly
    const child = spawn(process.execPath, [COMMAND, 'data', 'pull', 'candidate'], {
      env: environment(),
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await begun()
    const { code, stderr } = await data('pull', 'candidate')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `milepost: another pull is writing ${target()}; wait for it to end, then run the command again\n`,
    })
    child.kill('SIGKILL')
    await ended
    const part = readFileSync(`${target()}.part`)
    expect(part.equals(CONTENT.subarray(0, part.length))).toBe(true)

    serveFile = whole
    expect((await data('pull', 'candidate')).code).toBe(0)
    expect(ranges.at(-1)).toBe(`bytes=${String(part.length)}-`)
    expect(isWhole()).toBe(true)
    expect(readdirSync(dirname(target()))).toEqual(['candidate.db'])
  })

  test('what lies on the disk is hashed, not what came', async () => {
    // A part of an older file, as long as the new one's beginning.
    leavePart(Buffer.alloc(100_000, 1))
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toContain('SHA-256')
    expect(existsSync(target()) || existsSync(`${target()}.part`)).toBe(false)
    // Something else writes into the part while it comes.
    serveFile = (request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length })
      response.write(CONTENT.subarray(0, 200_000))
      const meddle = setInterval(() => {
        if (!existsSync(`${target()}.part`) || statSync(`${target()}.part`).size < 200_000) return
        clearInterval(meddle)
        appendFileSync(`${target()}.part`, CONTENT.subarray(0, 100_000))
        response.end(CONTENT.subarray(200_000))
      }, 1)
    }
    expect((await data('pull', 'candidate')).code).toBe(1)
    expect(existsSync(target())).toBe(false)
  })

  test('pulls of several files at once lose nothing of the record', async () => {
    const pulled = { bundle: 'points', url: 'http://127.0.0.1', size: 1, sha256: SHA256 }
    const names = Array.from({ length: 12 }, (_, index) => `file-${String(index)}.db`)
    await Promise.all(names.map((name) => addPulled(root, name, pulled)))
    expect(Object.keys(await readPulled(root)).sort()).toEqual(names.sort())
    expect(readdirSync(root)).toEqual(['pulled.json'])
  })

  test('on a terminal Ctrl-C ends the bar and the line behind it says so', async () => {
    serveFile = slowly
    const command = [process.execPath, COMMAND, 'data', 'pull', 'candidate'].join(' ')
    // `script` passes its input to the terminal, where the byte of Ctrl-C interrupts what runs in the foreground.
    const child = spawn('script', ['-qec', command, '/dev/null'], { env: environment() })
    let drawn = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => (drawn += part))
    await expect.poll(() => drawn, ENOUGH).toContain('db/wof/candidate.db [')
    child.stdin.write('\x03')
    const [code] = (await once(child, 'close')) as [number]
    const lines = drawn.replaceAll('\r\n', '\n').trimEnd().split('\n')
    expect(code).toBe(130)
    expect(lines.at(-1)).toBe('milepost: interrupted; the same command goes on from what has come')
    expect(lines.at(-2)).toContain('db/wof/candidate.db [')
    expect(existsSync(`${target()}.part`)).toBe(true)
  })

  test.each(['../outside', '/etc/outside', 'db/../../outside', '.hidden'])(
    'a file cannot leave the data root as %s',
    async (to) => {
      manifest = {
        bundles: { candidate: { files: [{ from: 'files/candidate.db', to, size: 1, sha256: SHA256 }] } },
      }
      await expect(fetchManifest(base)).rejects.toThrow('is not a manifest of data')
    },
  )

  test.each([
    ['to', { to: 'pulled.json' }, '/bundles/candidate/files/0/to'],
    ['to', { to: 'db/wof/candidate.db.part' }, '/bundles/candidate/files/0/to'],
    ['to', { to: 'db/candidate.part/x.db' }, '/bundles/candidate/files/0/to'],
    ['to', { to: 'db/wof/candidate.db.lock' }, '/bundles/candidate/files/0/to'],
    ['size', { size: 0 }, '/bundles/candidate/files/0/size'],
    ['from', { from: 'data:text/plain,x' }, 'from `data:text/plain,x`'],
    ['from', { from: 'file:///etc/passwd' }, 'from `file:///etc/passwd`'],
    ['from', { from: 'http://[' }, 'from `http://[`'],
  ])('a manifest with a wrong `%s` is refused: %o', async (_, wrong, field) => {
    const file = { from: 'files/candidate.db', to: 'db/wof/candidate.db', size: 1, sha256: SHA256, ...wrong }
    manifest = { bundles: { candidate: { files: [file] } } }
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toContain(`milepost: ${base}/manifest.json is not a manifest of data: ${field}`)
    expect(existsSync(join(root, 'pulled.json')) || existsSync(join(root, 'db'))).toBe(false)
  })

  test.each([
    ['{"db/wof/candidate.db": ', 'is damaged: '],
    ['[]', 'is damaged: the whole must be object'],
    ['{"db/x.db": {"bundle": "b", "url": "http://a", "size": 0, "sha256": "a"}}', 'is damaged: /db~1x.db/'],
    ['{"../x.db": {"bundle": "b", "url": "http://a", "size": 1, "sha256": "a"}}', 'is damaged: '],
  ])('a record %s is named, and kept', async (content, said) => {
    writeFileSync(join(root, 'pulled.json'), content)
    for (const command of [['status'], ['verify'], ['pull', 'candidate']]) {
      const { code, stderr } = await data(...command)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`milepost: ${join(root, 'pulled.json')} ${said}`),
      })
    }
    expect(readFileSync(join(root, 'pulled.json'), 'utf8')).toBe(content)
  })

  test('a record that cannot be read is not replaced by an empty one', async () => {
    mkdirSync(join(root, 'pulled.json'))
    const { code, stderr } = await data('pull', 'candidate')
    expect(code).toBe(1)
    expect(stderr).toContain(`milepost: cannot read ${join(root, 'pulled.json')}: `)
  })

  test('a bundle that the source does not have', async () => {
    const { code, stderr } = await data('pull', 'other')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'milepost: the source has no bundle `other`; it has candidate\n',
    })
  })

  test('--only that nothing matches', async () => {
    expect((await data('pull', 'candidate', '--only', 'us-md')).stderr).toContain('`us-md`')
  })
})

describe('a source', () => {
  test('without a manifest', async () => {
    await expect(fetchManifest(`${base}/elsewhere/`)).rejects.toThrow(
      `cannot read ${base}/elsewhere/manifest.json: the server answers 404`,
    )
  })

  test('that is not http', async () => {
    await expect(fetchManifest('file:///etc')).rejects.toThrow('is not an http or https URL')
  })

  test('that is not named', async () => {
    expect((await data('list', '--from', '')).stderr).toContain('SERVICE_DATA_URL')
  })
})

test('list says what there is', async () => {
  expect((await data('list')).stdout).toBe(
    `candidate  1 files, ${String(CONTENT.length)} bytes  the gazetteer\n`,
  )
})

test('status and verify tell whole, damaged and missing files apart', async () => {
  expect((await data('status')).stdout).toBe(`nothing was pulled into ${root}\n`)
  await data('pull', 'candidate')
  expect(await data('verify')).toMatchObject({ code: 0, stdout: 'db/wof/candidate.db: ok\n' })
  const damaged = Buffer.from(CONTENT)
  damaged[1000] = 255
  writeFileSync(target(), damaged)
  expect((await data('status')).code).toBe(0)
  expect(await data('verify')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('data pull candidate --force'),
  })
  writeFileSync(target(), 'short')
  expect(await data('status')).toMatchObject({ code: 1, stdout: expect.stringContaining('has 5 bytes') })
  writeFileSync(target(), '')
  expect((await data('status')).stdout).toContain('missing')
})
