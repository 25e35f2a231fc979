/**
 * Publishers on a bad day, one of each format, archive and way to find a release: the server sends a page in place of the file, is busy, breaks
 * off, changes the file while it comes, and sends a damaged rest. Nothing half is ever in the data root, and the same command comes to its end.
 */
import { readdirSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { SOURCES } from '../../src/data/sources/index.js'
import type { Source } from '../../src/data/sources/source.js'
import { type Case, CASES, type Other, OTHERS } from './cases.js'
import { dataRoot, type Ended, geocode, milepost } from './command.js'
import { ownGazetteer, RELEASE } from './divisions.js'
import { md5Of } from './openstreetmap.js'
import { busy, etagOf, type Fault, page, Publisher } from './publisher.js'

const ENOUGH = { timeout: 180_000 }

let publisher: Publisher
let root: string

beforeEach(async () => {
  publisher = await Publisher.start()
  root = dataRoot()
})
afterEach(() => {
  publisher.stop()
})

type Served = Case | Other

const sourceOf = (served: Served) => SOURCES.find(({ id }) => id === served.source)

/** What decides how files are fetched: format, way to find the release, and first bytes of the data, which name an archive. */
function wayOf(served: Served): string {
  const [[, content] = ['', Buffer.alloc(0)]] = brokenOf(served)
  const archive = hasChecksum(content) ? content.toString('hex', 0, 2) : 'plain'
  return [sourceOf(served)?.format, sourceOf(served)?.release.by, archive].join(' ')
}

/** Places of a country lie over a gazetteer: here over a small one. */
function prepare({ code }: Served): void {
  if (code === 'li-places') ownGazetteer(root)
}

const isWorldwide = (served: Served) => sourceOf(served)?.format === 'geoparquet'

function data(command: 'add' | 'update', served: Served): Promise<Ended> {
  const flags = command === 'add' ? ['--publisher', served.source] : []
  const parameters = ['data', command, served.code, ...flags, '--mirror', publisher.url, '--root', root]
  return milepost(parameters, { OPENADDRESSES_TOKEN: 'a-token' })
}

/** Whether what the publisher has is found. */
async function isFound(served: Served): Promise<boolean> {
  if ('isFound' in served) return served.isFound(root)
  const found = await geocode(root, served.text)
  const isNear = Math.abs(Number(found['lat']) - served.lat) < 0.002
  return isNear && found['resolution_tier'] === (served.tier ?? 'address_point')
}

/** Of the files of a case those to break: such that hold data, and of many two. */
function brokenOf({ files }: Served): [string, Buffer][] {
  const all = Object.entries(files)
    .map(([url, content]): [string, Buffer] => [url, Buffer.from(content)])
    .filter(([url]) => !/catalog|collection|\/index-|\.md5$|\/\d+\.json$|\/api\/data\?/.test(url))
    // Overture Maps has a second file, of another part of the world.
    .filter(([url]) => !url.includes('part-00001'))
  return all.slice(0, 2)
}

const nameOf = (url: string) => basename(new URL(url).pathname)

/** Sends the first bytes, and breaks the connection once they are on the disk. */
function breaksAt({ source, code }: Served, url: string, content: Buffer, bytes: number): Fault {
  const part = join(root, '.downloads', source, code, `${nameOf(url)}.part`)
  return (_, response) => {
    response.writeHead(200, { 'content-length': content.length, etag: etagOf(content) })
    response.write(content.subarray(0, bytes))
    const look = setInterval(() => {
      if ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) < bytes) return
      clearInterval(look)
      response.destroy()
    }, 5)
    response.on('close', () => {
      clearInterval(look)
    })
    return true
  }
}

/** Sends what was asked for, as `spoilt` has it, under the name of the right file. */
function sendsOf(content: Buffer, spoilt: Buffer, etag = etagOf(content)): Fault {
  return (request, response) => {
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = [Number(from), to === '' ? content.length : Number(to) + 1]
    const part = spoilt.subarray(start, end)
    const range = `bytes ${from}-${String(end - 1)}/${String(content.length)}`
    response.writeHead(206, { etag, 'content-length': part.length, 'content-range': range }).end(part)
    return true
  }
}

/** Sends half of what was asked for, and breaks the connection. */
function breaksRange(content: Buffer): Fault {
  return (request, response) => {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = content.subarray(Number(from), Number(to) + 1)
    const range = `bytes ${from}-${to}/${String(content.length)}`
    const headers = { etag: etagOf(content), 'content-length': part.length, 'content-range': range }
    response.writeHead(206, headers).write(part.subarray(0, part.length >> 1), () => response.destroy())
    return true
  }
}

/** With wrong bits in its second half, where the checksums of every kind of archive notice it. */
const inverted = (content: Buffer) => Buffer.from(content.map((byte) => byte ^ 0xff))

/** Whether a kind of file shows by itself that it is damaged. */
const hasChecksum = (content: Buffer) =>
  ['\x1f\x8b', 'BZ', 'PK', 'SQ'].includes(content.toString('latin1', 0, 2))

/** The same content in other bytes, as the publisher's next release might have it. */
function repacked(content: Buffer): Buffer {
  const other = Buffer.from(content)
  switch (content.toString('latin1', 0, 2)) {
    case '\x1f\x8b':
      return Buffer.concat([content, gzipSync('')])
    case 'BZ':
      // An empty member.
      return Buffer.concat([content, Buffer.from('425a68391772453850900000 0000'.replace(' ', ''), 'hex')])
    case 'PK':
      // A comment behind the directory.
      other.writeUInt16LE(3, content.length - 2)
      return Buffer.concat([other, Buffer.from('new')])
    case 'SQ':
      // The number that a user may set.
      other.writeUInt32BE(24, 60)
      return other
    default:
      return Buffer.concat([content, Buffer.from('\n')])
  }
}

/** The files of a later release of Overture Maps. */
function released(files: Served['files'], release: string): Served['files'] {
  const renamed = (text: string) => text.replaceAll(RELEASE, release)
  return Object.fromEntries(
    Object.entries(files).map(([url, content]) => [
      renamed(url),
      url.endsWith('.json') ? renamed(content.toString()) : content,
    ]),
  )
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** The first case of each way, and of each publisher whose files are of the world. */
const SERVED: readonly Served[] = [
  ...new Map(
    [...OTHERS, ...CASES]
      .reverse()
      .map((served) => [isWorldwide(served) ? served.source : wayOf(served), served]),
  ).values(),
]

test('each format and way to find a release is here', () => {
  const ways = (sources: readonly (Source | undefined)[]) =>
    new Set(sources.map((source) => `${String(source?.format)} ${String(source?.release.by)}`))
  expect(ways(SERVED.map(sourceOf))).toEqual(ways(SOURCES))
})

describe('on a bad day, files fetched whole', ENOUGH, () => {
  test.each(SERVED.filter((served) => !isWorldwide(served)))('of $source', async (served) => {
    prepare(served)
    const there = filesIn(root)
    publisher.putAll(served.files)
    const files = brokenOf(served)
    const [[first] = ['']] = files
    publisher.fail(first, page)
    const refused = await data('add', served)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/: the server sent something else; try again later\n$/)
    expect(filesIn(root).filter((path) => !path.includes('.downloads'))).toEqual(there)

    for (const [url, content] of files) {
      publisher.fail(
        url,
        busy,
        breaksAt(served, url, inverted(content), 10),
        breaksAt(served, url, content, content.length >> 1),
      )
      if (hasChecksum(content)) publisher.fail(url, sendsOf(content, inverted(content)))
    }
    const before = new Map(files.map(([url]) => [url, publisher.bodies(url).length]))
    const added = await data('add', served)
    expect({ code: added.code, stderr: added.code === 0 ? '' : added.stderr }).toEqual({
      code: 0,
      stderr: '',
    })
    for (const [url, content] of files) {
      const asked = publisher.bodies(url).slice(before.get(url))
      // Busy, the file of before, the one of now up to its half, a damaged rest, and all of it again.
      const again = hasChecksum(content) ? [200] : []
      expect([url, asked.map(({ status }) => status)]).toEqual([url, [503, 200, 200, 206, ...again]])
      const range = `bytes=${String(content.length >> 1)}-`
      expect(asked[3]).toMatchObject({ range, ifRange: etagOf(content) })
      if (hasChecksum(content))
        expect(added.stderr).toContain(`${nameOf(url)} is damaged; it is fetched again`)
    }
    expect(await isFound(served)).toBe(true)
    expect(filesIn(join(root, '.downloads'))).toEqual([])

    expect((await data('update', served)).stdout).toContain(`${served.code}: up to date`)
    for (const [url, content] of files) {
      const changed = repacked(content)
      publisher.put(url, changed)
      if (`${url}.md5` in served.files) publisher.putAll({ [`${url}.md5`]: md5Of(changed) })
    }
    const updated = await data('update', served)
    expect(updated).toMatchObject({ code: 0, stdout: expect.not.stringContaining('up to date') })
    expect(await isFound(served)).toBe(true)
  })
})

describe('on a bad day, parts of files of the world', ENOUGH, () => {
  /** Whether a request is for rows, and not for the description behind them. */
  const isForRows = (content: Buffer) => (request: IncomingMessage) => {
    const [, from = ''] = /^bytes=(\d+)-/.exec(request.headers.range ?? '') ?? []
    return Number(from) < content.length - 8 - content.readUInt32LE(content.length - 8)
  }

  test.each(SERVED.filter(isWorldwide))('of $source', async (served) => {
    prepare(served)
    publisher.putAll(served.files)
    const files = brokenOf(served)
    const [[first, whole] = ['', Buffer.alloc(0)]] = files
    for (const [url, content] of files) {
      publisher.fail(url, busy)
      publisher.failWhere(url, isForRows(content), breaksRange(content), sendsOf(content, inverted(content)))
    }
    const added = await data('add', served)
    expect({ code: added.code, stderr: added.code === 0 ? '' : added.stderr }).toEqual({
      code: 0,
      stderr: '',
    })
    for (const [url] of files) {
      expect(added.stderr).toContain(`${nameOf(url)} is damaged; it is fetched again`)
    }
    expect(await isFound(served)).toBe(true)
    expect(filesIn(join(root, '.downloads'))).toEqual([])

    expect((await data('update', served)).stdout).toContain(`${served.code}: up to date (${RELEASE})`)
    const later = '2026-12-16.0'
    publisher.putAll(released(served.files, later))
    // The file changes between two of its parts, or a page comes in place of one: it begins anew, once.
    const fault = served.source === 'overture' ? sendsOf(whole, whole, '"another"') : page
    publisher.failWhere(first.replaceAll(RELEASE, later), isForRows(whole), fault)
    const updated = await data('update', served)
    expect(updated).toMatchObject({ code: 0, stdout: expect.stringContaining(later) })
    expect(await isFound(served)).toBe(true)
  })
})
