/** Every downloader against a server that breaks off and goes on with other bytes: the result is one version of the file, or an error. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { bytesOf as bytesOfObject } from '../../src/bulk/transfer.js'
import { download } from '../../src/data/manifest-file.js'
import { fetchManifest } from '../../src/data/manifest.js'
import { PartialFile } from '../../src/data/parts-of-file.js'
import { askJson } from '../../src/data/publisher-requests.js'
import { transfer } from '../../src/data/publisher-file.js'
import { matching } from '../../src/bulk/listing.js'
import { bytesOf } from '../../src/remote/bytes.js'
import { endless, FAULTS, Hostile, NEW, OLD } from './hostile.js'

let server: Hostile
let path: string

beforeEach(async () => {
  server = await Hostile.start()
  path = join(mkdtempSync(join(tmpdir(), 'milepost-remote-')), 'file')
})
afterEach(() => {
  server.stop()
})

const FAST = { waitMs: 1 }

/** Reads the file with each downloader. */
const DOWNLOADERS: Readonly<Record<string, () => Promise<Buffer>>> = {
  'an object of a store': () => buffer(bytesOfObject(server.url)),
  'a file of a publisher': async () => {
    await transfer({ url: server.url }, path, FAST)
    return readFileSync(path)
  },
  'a file of a manifest': async () => {
    const sha256 = createHash('sha256').update(OLD).digest('hex')
    const file = { bundle: 'b', url: server.url, to: 'file', size: OLD.length, sha256 }
    await download(file, path, FAST)
    return readFileSync(path)
  },
}

describe.each(Object.entries(DOWNLOADERS))('%s', (_, read) => {
  test.each(Object.entries(FAULTS))('that goes on with %s', async (_, fault) => {
    server.answer = fault
    const found = await read().catch((error: unknown) => error as Error)
    if (found instanceof Error) expect(found.message).toContain(server.url)
    else expect(found.equals(OLD) || found.equals(NEW)).toBe(true)
    expect(server.requests).toBeGreaterThan(1)
  })

  test('whose server is busy in between', async () => {
    server.answer = (response, from) => {
      if (server.requests === 2) response.writeHead(503, { 'retry-after': '0' }).end()
      else {
        const range = `bytes ${String(from)}-${String(OLD.length - 1)}/${String(OLD.length)}`
        response.writeHead(206, { etag: '"old"', 'content-range': range }).end(OLD.subarray(from))
      }
    }
    expect((await read()).equals(OLD)).toBe(true)
  })
})

test.each(Object.entries(FAULTS).filter(([name]) => name !== 'an end that is early'))(
  'a range of a worldwide file, with %s',
  async (name, fault) => {
    const file = Buffer.concat([OLD, Buffer.from([4, 0, 0, 0]), Buffer.from('PAR1')])
    const known = {
      url: server.url,
      size: file.length,
      etag: '"old"',
      lastModified: 'Mon, 16 Nov 2026 03:00:00 GMT',
    }
    server.always = (request, response) => {
      const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const [start, end] = [Number(from), Number(to) + 1]
      if (start < BEFORE_TAIL) {
        fault(response, start)
        return
      }
      const range = `bytes ${from}-${to}/${String(file.length)}`
      response.writeHead(206, { etag: known.etag, 'content-range': range }).end(file.subarray(start, end))
    }
    const part = await PartialFile.open(known, path, FAST)
    await expect(part.fetch([[1000, 2000]])).rejects.toThrow(server.url)
    expect(readFileSync(path).subarray(1000, 2000).equals(Buffer.alloc(1000)), name).toBe(true)
  },
)
const BEFORE_TAIL = 100_000

test('a server that sends 1 KB a connection gets few requests, and the message says what to do', async () => {
  server.always = (request, response) => {
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = `bytes ${String(from)}-${String(OLD.length - 1)}/${String(OLD.length)}`
    response.writeHead(from === 0 ? 200 : 206, {
      'content-length': OLD.length - from,
      'content-range': range,
    })
    response.write(OLD.subarray(from, from + 1024), () => response.destroy())
  }
  const file = { bundle: 'b', url: server.url, to: 'file', size: OLD.length, sha256: '0'.repeat(64) }
  await expect(download(file, path, FAST)).rejects.toThrow(
    /broke off: .* of 200000 bytes are there; the same command/,
  )
  expect(server.requests).toBe(5)
})

describe('a server that sends nothing', () => {
  test.each([
    ['no headers', () => undefined],
    ['no more bytes', (response) => response.writeHead(200, { etag: '"old"' }).write('begun')],
  ] as [string, (response: ServerResponse) => void][])('%s', async (_, first) => {
    server.always = (_, response) => {
      if (server.requests === 1) first(response)
    }
    const send = (headers: Record<string, string>, signal: AbortSignal) =>
      fetch(server.url, { headers, signal })
    const read = buffer(bytesOf({ name: 'the file', send }, { ...FAST, stillMs: 50 }))
    await expect(read).rejects.toThrow(/^the file broke off: nothing came any more/)
    expect(server.requests).toBe(5)
  })

  test('an answer that never comes', async () => {
    server.always = () => undefined
    await expect(askJson(server.url, { ...FAST, tries: 2, timeoutMs: 50 })).rejects.toThrow(
      `cannot reach ${server.url}`,
    )
  })
})

describe('a document without end is read to a limit', () => {
  const tooLong = 'it is longer than 16777216 bytes'
  beforeEach(() => {
    server.always = endless
  })

  test('a manifest', async () => {
    await expect(fetchManifest(server.url)).rejects.toThrow(
      `cannot read ${server.url}/manifest.json: ${tooLong}`,
    )
  })

  test('a catalogue', async () => {
    await expect(askJson(server.url, FAST)).rejects.toThrow(`cannot read ${server.url}: ${tooLong}`)
  })

  test('the names of a bucket', async () => {
    process.env['AWS_ENDPOINT_URL'] = new URL(server.url).origin
    try {
      await expect(matching('s3://bucket/*.csv')).rejects.toThrow(`cannot read s3://bucket/*.csv: ${tooLong}`)
    } finally {
      delete process.env['AWS_ENDPOINT_URL']
    }
  })

  test('the reason of a refusal', async () => {
    server.always = (request, response) => {
      response.statusCode = 403
      const write = response.writeHead.bind(response)
      response.writeHead = () => write(403)
      endless(request, response)
    }
    await expect(buffer(bytesOfObject(server.url))).rejects.toThrow(`${server.url}: the server answers 403`)
  })
})

test.each([
  ['.part', DOWNLOADERS['a file of a manifest']],
  ['.part.json', DOWNLOADERS['a file of a publisher']],
] as const)('a symbolic link in the place of %s is not followed', async (ending, read) => {
  const other = `${path}-of-somebody`
  writeFileSync(other, 'untouched')
  symlinkSync(other, `${path}${ending}`)
  server.always = (_, response) => response.writeHead(200, { etag: '"old"' }).end(OLD)
  await expect(read?.()).rejects.toThrow(`${path}${ending} is a symbolic link`)
  expect(readFileSync(other, 'utf8')).toBe('untouched')
})
