/** `milepost data add`, `update`, `remove` and `publish` against a server that breaks, is busy, changes its files and lies. */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, inflateRawSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { claimFile } from '../../src/engine/addon.js'
import { readInstalled } from '../../src/data/installed.js'
import { CASES } from './cases.js'
import { build, dataRoot, type Ended, geocode, milepost } from './command.js'
import { zip } from './archives.js'
import { ARDECHE, ban, banRow, ISERE } from './miniatures.js'
import { breaksAfter, busy, etagOf, page, Publisher } from './publisher.js'
import { COMMAND } from '../support/paths.js'

const URL_38 = 'https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz'
const URL_07 = URL_38.replace('-38', '-07')
const URL_FR = URL_38.replace('-38', '-france')
const HOUSE = '12 Rue des Peupliers Bleus, 38500 Voiron'
const AT_HOUSE = { lat: 45.3651, lon: 5.5921, resolution_tier: 'address_point' }
const ENOUGH = { timeout: 60_000 }

let publisher: Publisher
let root: string

beforeEach(async () => {
  publisher = await Publisher.start()
  root = dataRoot()
  publisher.put(URL_38, ban(ISERE))
  publisher.put(URL_07, ban(ARDECHE))
})
afterEach(() => {
  publisher.stop()
})

function data(command: string, ...parameters: string[]): Promise<Ended> {
  const mirror = ['add', 'update'].includes(command) ? ['--mirror', publisher.url] : []
  return milepost(['data', command, ...parameters, ...mirror, '--root', root])
}

const points = () => join(root, 'address-points/address-points-fr.db')
const leftOver = () =>
  readdirSync(join(root, '.downloads'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

describe('add', ENOUGH, () => {
  test('a département, and its houses are found', async () => {
    const { code, stdout, stderr } = await data('add', 'fr-38')
    expect(stderr).toContain('adresses-38.csv.gz')
    expect(stderr).toContain('1 rows left out')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        `fr-38: 3 rows, Base Adresse Nationale 2026-11-16 → ${points()}`,
        'fr-38: etalab-2.0; show: Base Adresse Nationale',
        '',
      ].join('\n'),
    })
    expect(await geocode(root, HOUSE)).toMatchObject(AT_HOUSE)
    expect(await geocode(root, '12 bis Rue des Peupliers Bleus, 38500 Voiron')).toMatchObject({
      lat: 45.3652,
    })
    // A number that is not there is near its street.
    expect(await geocode(root, '99 Rue des Peupliers Bleus, 38500 Voiron')).toMatchObject({
      resolution_tier: 'street',
    })
    expect(leftOver()).toEqual([])
    expect(await readInstalled(root)).toMatchObject([
      {
        code: 'fr-38',
        source: 'ban',
        licence: 'etalab-2.0',
        attribution: 'Base Adresse Nationale',
        release: '2026-11-16',
        files: [{ path: 'address-points/address-points-fr.db', rows: 3 }],
        derived: ['street-centroids/street-centroids-fr.db'],
        fetched: [{ url: URL_38, etag: etagOf(ban(ISERE)), size: ban(ISERE).length }],
      },
    ])
  })

  test('two of them into one database, at once or one after the other; what is within a wider one is told', async () => {
    expect((await data('add', 'fr-38', 'FR-07')).code).toBe(0)
    const ofBoth = await geocode(root, '7 Chemin des Trois Chênes, 07000 Privas')
    expect(ofBoth).toMatchObject({ lat: 44.7351, resolution_tier: 'address_point' })
    // All of France takes their place.
    publisher.put(URL_FR, ban([...ISERE, ...ARDECHE]))
    expect((await data('add', 'fr')).code).toBe(0)
    expect((await readInstalled(root)).map(({ code, files }) => [code, files[0]?.rows])).toEqual([['fr', 4]])
    const again = await data('add', 'fr-38')
    expect(again).toMatchObject({
      code: 0,
      stdout: 'fr-38: part of fr of Base Adresse Nationale, which is there\n',
    })
  })

  test('a second one beside it leaves what is there, and so do its update and its end', async () => {
    publisher.put(URL_38, ban([...ISERE, ...LONG_ROWS]))
    await data('add', 'fr-38')
    const rows = async () => (await readInstalled(root)).map((one) => [one.code, one.files[0]?.rows])
    const OTHER = '7 Chemin des Trois Chênes, 07000 Privas'
    await data('add', 'fr-07')
    expect(await rows()).toEqual([
      ['fr-07', 1],
      ['fr-38', 30_003],
    ])
    expect(await geocode(root, HOUSE)).toMatchObject(AT_HOUSE)
    expect(await geocode(root, OTHER)).toMatchObject({ lat: 44.7351 })
    publisher.put(URL_07, ban(ARDECHE.map((row) => row.replace('44.7351', '44.7361'))))
    expect((await data('update')).stdout).toContain('fr-38: up to date')
    expect(await geocode(root, OTHER)).toMatchObject({ lat: 44.7361 })
    expect(await geocode(root, HOUSE)).toMatchObject(AT_HOUSE)
    await data('remove', 'fr-07')
    expect(await rows()).toEqual([['fr-38', 30_003]])
    expect(await geocode(root, OTHER)).not.toMatchObject({ resolution_tier: 'address_point' })
    expect(await geocode(root, HOUSE)).toMatchObject(AT_HOUSE)
  })

  test('what a user has built stays', async () => {
    const table = join(root, 'own.csv')
    writeFileSync(table, 'number,street,city,postcode,lat,lon\n1,Rue Neuve,Voiron,38500,45.36,5.59\n')
    build('points', table, '--country', 'fr', '--out', points())
    build('streets', table, '--country', 'fr', '--out', join(root, 'street-centroids/street-centroids-fr.db'))
    const { stderr } = await data('add', 'fr-38')
    expect(stderr).toContain('is not of `milepost data add` and stays as it is')
    expect(await geocode(root, '1 Rue Neuve, 38500 Voiron')).toMatchObject({
      resolution_tier: 'address_point',
    })
    expect(await geocode(root, HOUSE)).toMatchObject(AT_HOUSE)
    expect((await data('remove', 'fr-38')).code).toBe(0)
    expect(await geocode(root, '1 Rue Neuve, 38500 Voiron')).toMatchObject({
      resolution_tier: 'address_point',
    })
    expect(existsSync(join(root, 'street-centroids/street-centroids-fr.db'))).toBe(true)
  })

  test('--dry-run prints addresses, sizes and terms, and changes nothing', async () => {
    const { stdout } = await data('add', 'fr-38', '--dry-run')
    expect(stdout).toContain(`fr-38: ${URL_38}  ${String(ban(ISERE).length)} bytes\n`)
    expect(stdout).toContain('fr-38: etalab-2.0; show: Base Adresse Nationale\n')
    expect(publisher.asked.map(({ method }) => method)).toEqual(['HEAD'])
    expect(readdirSync(root)).toEqual([])
  })

  test('a code that nobody has is said, with what can be done', async () => {
    expect(await data('add', 'fr-999')).toMatchObject({
      code: 1,
      stderr:
        'milepost: there is no source for `fr-999` alone; `milepost data list fr` prints the codes of `fr`\n',
    })
    expect((await data('add', 'zz')).stderr).toContain('`milepost data list` prints the codes')
    expect((await milepost(['data', 'add'])).code).toBe(2)
  })
})

/** A file that is worth breaking: random letters do not compress. */
const LONG_ROWS = Array.from({ length: 30_000 }, (_, index) => {
  const word = ((index + 1) * 2_654_435_761).toString(36)
  return banRow(String(index + 1), '', `Rue ${word}`, ['38500', '38563', 'Voiron'], ['45.3651', '5.5921'])
})
const LONG = ban(LONG_ROWS)

describe('a transfer', ENOUGH, () => {
  test('that breaks goes on where it broke, if the file is still the same', async () => {
    publisher.put(URL_38, LONG)
    publisher.fail(URL_38, breaksAfter(400_000, LONG))
    expect((await data('add', 'fr-38')).code).toBe(0)
    const [first, second] = publisher.bodies(URL_38)
    expect(first?.range).toBeUndefined()
    expect(second).toMatchObject({ status: 206, ifRange: etagOf(LONG) })
    expect(second?.range).toMatch(/^bytes=\d+-$/)
    expect((await readInstalled(root))[0]?.files[0]?.rows).toBe(30_000)
  })

  test('that was given up goes on in the next run', async () => {
    publisher.put(URL_38, LONG)
    publisher.fail(
      URL_38,
      breaksAfter(400_000, LONG),
      ...Array.from({ length: 5 }, () => breaksAfter(0, LONG)),
    )
    const { code, stderr } = await data('add', 'fr-38')
    expect(code).toBe(1)
    expect(stderr).toMatch(/broke off: .*bytes are there; the same command goes on from them\n$/)
    expect(existsSync(points())).toBe(false)
    expect((await data('add', 'fr-38')).code).toBe(0)
    expect(publisher.bodies(URL_38).at(-1)).toMatchObject({ status: 206 })
  })

  test('begins anew when the file changed in between', async () => {
    const old = LONG
    publisher.put(URL_38, ban(ISERE))
    publisher.fail(URL_38, breaksAfter(400_000, old))
    expect((await data('add', 'fr-38')).code).toBe(0)
    expect(publisher.bodies(URL_38).map(({ status }) => status)).toEqual([200, 200])
    expect(await geocode(root, HOUSE)).toMatchObject(AT_HOUSE)
  })

  test('waits for a server that is busy', async () => {
    publisher.fail(URL_38, busy, busy)
    expect((await data('add', 'fr-38')).code).toBe(0)
    expect(publisher.bodies(URL_38)).toHaveLength(3)
  })

  test('of a page in the place of the file is refused', async () => {
    publisher.fail(URL_38, page)
    const { code, stderr } = await data('add', 'fr-38')
    expect(code).toBe(1)
    expect(stderr).toContain('adresses-38.csv.gz is not gzip: the server sent something else')
    expect(existsSync(points())).toBe(false)
    expect((await data('add', 'fr-38')).code).toBe(0)
  })

  test.each([
    ['whose checksum does not fit', (whole: Buffer) => flipped(whole, whole.length - 6)],
    ['that ends too early', (whole: Buffer) => whole.subarray(0, whole.length - 2000)],
  ])('of a file %s is not a database, and is fetched anew', async (_, spoilt) => {
    publisher.put(URL_38, spoilt(LONG))
    const { code, stderr } = await data('add', 'fr-38')
    expect(code).toBe(1)
    expect(stderr).toContain('adresses-38.csv.gz is damaged; it is fetched again\n')
    expect(stderr).toMatch(
      /adresses-38\.csv\.gz came damaged twice and was removed; run the command again later\n$/,
    )
    expect(publisher.bodies(URL_38)).toHaveLength(2)
    expect(existsSync(points())).toBe(false)
    expect(await readInstalled(root)).toEqual([])
    publisher.put(URL_38, LONG)
    expect((await data('add', 'fr-38')).code).toBe(0)
  })

  test('of which a file was damaged on the way, or on the disk since, is fetched again in the same run', async () => {
    publisher.put(URL_38, LONG)
    const served = etagOf(LONG)
    publisher.fail(URL_38, (_, response) => {
      const spoilt = flipped(LONG, LONG.length >> 1)
      response.writeHead(200, { etag: served, 'content-length': spoilt.length }).end(spoilt)
      return true
    })
    expect(await data('add', 'fr-38', '--keep')).toMatchObject({ code: 0 })
    expect(publisher.bodies(URL_38)).toHaveLength(2)
    // A file that was kept, has its length, and lost a byte.
    const kept = join(root, '.downloads/ban/fr-38/adresses-38.csv.gz')
    writeFileSync(kept, flipped(readFileSync(kept), LONG.length >> 1))
    const again = await data('add', 'fr-38')
    expect(again).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('is damaged; it is fetched again'),
    })
    expect(publisher.bodies(URL_38)).toHaveLength(3)
    expect((await readInstalled(root))[0]?.files[0]?.rows).toBe(30_000)
  })

  test('that is not there is told with its address', async () => {
    expect((await data('add', 'fr-01')).stderr).toContain('adresses-01.csv.gz is not there')
  })

  test('is not begun without room', async () => {
    publisher.stop()
    // A server that says its file has a petabyte.
    const server = createServer((_, response) => response.writeHead(200, { 'content-length': 1e15 }).end())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const mirror = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const { code, stderr } = await milepost(['data', 'add', 'fr-38', '--mirror', mirror, '--root', root])
    server.close()
    expect(code).toBe(1)
    expect(stderr).toMatch(/has \d+ bytes left, and \d+ are needed\n$/)
  })

  test('is not begun without room for the shards of all states, whose rows decide where they go', async () => {
    const nad = 'https://data.transportation.gov/download/fc2s-wawr/application/x-zip-compressed'
    publisher.put(nad, Buffer.from('PK'))
    // Four terabytes that take no room: a hole.
    mkdirSync(join(root, 'address-points'))
    const shard = join(root, 'address-points/address-points-us-nv.db')
    writeFileSync(shard, '')
    truncateSync(shard, 4e12)
    const { code, stderr } = await data('add', 'us', '--publisher', 'nad')
    expect(code).toBe(1)
    expect(stderr).toMatch(/has \d+ bytes left, and 8\d{12} are needed\n$/)
    expect(publisher.bodies(nad)).toEqual([])
  })
})

function flipped(whole: Buffer, at: number): Buffer {
  const bytes = Buffer.from(whole)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

describe('two adders', ENOUGH, () => {
  test('do not meet', async () => {
    mkdirSync(join(root, '.downloads'))
    const claim = claimFile(join(root, '.downloads/work'))
    const { code, stderr } = await data('add', 'fr-38')
    expect(code).toBe(1)
    expect(stderr).toBe(
      `milepost: another \`milepost data\` works in ${root}; wait for it to end, then run the command again\n`,
    )
    expect(publisher.asked).toEqual([])
    claim?.release()
    expect((await data('add', 'fr-38')).code).toBe(0)
  })

  test('one that is killed leaves nothing that stops the next', async () => {
    publisher.put(URL_38, LONG)
    let isAsked: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    publisher.fail(URL_38, (_, response) => {
      response
        .writeHead(200, { 'content-length': LONG.length, etag: etagOf(LONG) })
        .write(LONG.subarray(0, 400_000), isAsked)
      return true
    })
    const command = [COMMAND, 'data', 'add', 'fr-38']
    const adder = spawn(process.execPath, [...command, '--mirror', publisher.url, '--root', root], {
      stdio: 'ignore',
    })
    await asked
    adder.kill('SIGKILL')
    await once(adder, 'exit')
    expect((await data('add', 'fr-38')).code).toBe(0)
    expect((await readInstalled(root))[0]?.files[0]?.rows).toBe(30_000)
  })
})

describe('update', ENOUGH, () => {
  test('fetches only what is newer', async () => {
    await data('add', 'fr-38', 'fr-07')
    const before = publisher.bodies(URL_38).length + publisher.bodies(URL_07).length
    const idle = await data('update')
    expect(idle.stdout).toBe('fr-07: up to date (2026-11-16)\nfr-38: up to date (2026-11-16)\n')
    expect(publisher.bodies(URL_38).length + publisher.bodies(URL_07).length).toBe(before)
    publisher.put(URL_38, ban(ISERE.map((row) => row.replace('45.3651', '45.3661'))))
    const newer = await data('update')
    expect(newer.stdout).toContain('fr-07: up to date')
    expect(newer.stdout).toContain('fr-38: 3 rows')
    expect(await geocode(root, HOUSE)).toMatchObject({ ...AT_HOUSE, lat: 45.3661 })
    expect(await geocode(root, '7 Chemin des Trois Chênes, 07000 Privas')).toMatchObject({ lat: 44.7351 })
  })
})

describe('remove', ENOUGH, () => {
  test('takes out what the code put there, and nothing else', async () => {
    await data('add', 'fr-38', 'fr-07')
    expect((await data('remove', 'fr-38', '--dry-run')).stdout).toContain('would remove 3 rows of')
    expect(await data('remove', 'fr-38')).toMatchObject({
      code: 0,
      stdout: 'fr-38: removed (Base Adresse Nationale)\n',
    })
    expect(await geocode(root, HOUSE)).not.toMatchObject({ resolution_tier: 'address_point' })
    expect(await geocode(root, '7 Chemin des Trois Chênes, 07000 Privas')).toMatchObject({ lat: 44.7351 })
    await data('remove', 'fr-07')
    expect(readdirSync(join(root, 'address-points'))).toEqual([])
    expect(readdirSync(join(root, 'street-centroids'))).toEqual([])
    expect(existsSync(join(root, 'db'))).toBe(false)
    expect((await data('remove', 'fr-07')).stderr).toContain('`fr-07` was not added to')
  })
})

describe('list', ENOUGH, () => {
  test('says who has what under which terms, and what of it is there', async () => {
    expect((await data('list')).stdout).toContain('nothing was added to')
    await data('add', 'fr-38')
    const { stdout } = await data('list')
    expect(stdout).toContain('Base Adresse Nationale: houses, streets; etalab-2.0; nightly')
    expect(stdout).toContain('fr  France  26060000 rows  and by part: fr-01, fr-02 …')
    expect(stdout).toContain(
      'fr-38  Base Adresse Nationale 2026-11-16  etalab-2.0  3 rows  address-points/address-points-fr.db (',
    )
    expect((await data('list', 'fr-38', '--urls')).stdout).toBe(`fr-38  ${URL_38}\n`)
    const [line = ''] = (await data('list', 'fr-38', '--json')).stdout.split('\n')
    expect(JSON.parse(line)).toMatchObject({
      code: 'fr-38',
      publisher: 'Base Adresse Nationale',
      installed: expect.any(String),
    })
  })
})

describe('publish', ENOUGH, () => {
  test('makes the folder that pull reads', async () => {
    await data('add', 'fr-38')
    const out = mkdtempSync(join(tmpdir(), 'milepost-published-'))
    const { code, stdout } = await milepost(['data', 'publish', root, '--out', out])
    expect(code).toBe(0)
    expect(stdout).toContain('bundles all, fr')
    const server = createServer((request, response) =>
      response.end(readFileSync(join(out, request.url ?? ''))),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const from = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    const fleet = dataRoot()
    const offered = await milepost(['data', 'list', '--from', from])
    expect(offered.stdout).toContain('Base Adresse Nationale (etalab-2.0)')
    const pulled = await milepost(['data', 'pull', 'fr', '--from', from, '--data-root', fleet])
    server.close()
    expect(pulled).toMatchObject({ code: 0 })
    expect(await geocode(fleet, HOUSE)).toMatchObject(AT_HOUSE)
    expect((await milepost(['data', 'publish', root, '--out', root])).stderr).toContain(
      'is the data root itself',
    )
    expect((await milepost(['data', 'publish', out + '/nowhere', '--out', out])).stderr).toContain(
      'holds no databases',
    )
  })
})

describe('archives that are not what they seem', ENOUGH, () => {
  const URL_BRU = 'https://opendata.bosa.be/download/best/openaddress-bebru.zip'
  const found = (served: string) => CASES.find(({ source }) => source === served)?.files[URL_BRU]
  /** The table of Brussels in an archive, by this name. */
  const BRUSSELS = unzipped(Buffer.from(found('be-best') ?? ''))

  /** Bytes that unpack to a gibibyte of empty lines and more. */
  const bomb = () => {
    const lines = gzipSync(Buffer.alloc(1 << 20, '\n'))
    return Buffer.concat([ban(ISERE), ...Array.from({ length: 1100 }, () => lines)])
  }

  test('a bomb is refused at its limit and not fetched again', async () => {
    publisher.put(URL_38, bomb())
    const { code, stderr } = await data('add', 'fr-38')
    expect(code).toBe(1)
    expect(stderr).toContain('adresses-38.csv.gz: it unpacks to more than 1073741824 bytes')
    expect(publisher.bodies(URL_38)).toHaveLength(1)
    expect(existsSync(points())).toBe(false)
  })

  test('a line without end is refused', async () => {
    publisher.put(URL_BRU, zip({ 'openaddress-bebru.csv': Buffer.alloc(40 << 20, 'x') }))
    const { code, stderr } = await data('add', 'be-bru')
    expect(code).toBe(1)
    expect(stderr).toContain('openaddress-bebru.zip: a line is longer than 16777216 bytes')
    expect(publisher.bodies(URL_BRU)).toHaveLength(1)
  })

  test.each([
    '../../evil.csv',
    '../../../../../../../../tmp/evil.csv',
    '/tmp/evil.csv',
    'db/wof/candidate.csv',
  ])('an entry called %s is a table like any other and written nowhere', async (name) => {
    const written = ['../evil.csv', '../../evil.csv', 'evil.csv', 'db/wof/candidate.csv'].map((path) =>
      join(root, path),
    )
    publisher.put(URL_BRU, zip({ [name]: BRUSSELS }))
    expect(await data('add', 'be-bru')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('be-bru: 1 rows'),
    })
    expect([...written, '/tmp/evil.csv'].filter((path) => existsSync(path))).toEqual([])
  })

  test('a link is not a table', async () => {
    const link = `${'./'.repeat(2000)}../../../../etc/passwd`
    publisher.put(URL_BRU, linked(zip({ 'link.csv': link, 'table.csv': BRUSSELS }), 'link.csv'))
    expect(await data('add', 'be-bru')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('be-bru: 1 rows'),
    })
    await data('remove', 'be-bru')
    publisher.put(URL_BRU, linked(zip({ 'link.csv': link }), 'link.csv'))
    const { code, stderr } = await data('add', 'be-bru')
    expect({ code, said: stderr }).toEqual({
      code: 1,
      said: expect.stringContaining('no file of the archive'),
    })
  })
})

describe('two commands at once', ENOUGH, () => {
  test('the second one says so and changes nothing, and the first one comes to its end', async () => {
    const [begun, held] = [new EventEmitter(), new EventEmitter()]
    publisher.fail(URL_38, (_, response) => {
      held.once('released', () => response.writeHead(503, { 'retry-after': '0' }).end())
      begun.emit('begun')
      return true
    })
    const isBegun = once(begun, 'begun')
    const first = data('add', 'fr-38')
    await isBegun
    const others = await Promise.all([data('add', 'fr-07'), data('add', 'fr-38'), data('remove', 'fr-38')])
    for (const { code, stderr } of others) {
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `milepost: another \`milepost data\` works in ${root}; wait for it to end, then run the command again\n`,
      })
    }
    held.emit('released')
    expect((await first).code).toBe(0)
    expect((await readInstalled(root)).map(({ code }) => code)).toEqual(['fr-38'])
    expect(leftOver()).toEqual([])
  })
})

/** The only entry of an archive. */
function unzipped(archive: Buffer): Buffer {
  const start = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28)
  return inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(18)))
}

/** An archive of which an entry is a symbolic link: its mode stands in the directory, in the manner of Unix. */
function linked(archive: Buffer, name: string): Buffer {
  const at = archive.lastIndexOf(name) - 46
  expect(archive.toString('latin1', at, at + 4)).toBe('PK\x01\x02')
  archive[at + 5] = 3
  archive.writeUInt32LE(0o120777 * 2 ** 16, at + 38)
  return archive
}
