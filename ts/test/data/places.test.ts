/** Places of a country over a gazetteer: Overture Maps divisions and Who's On First, by code, in and out again. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ADMIN, CANDIDATE, starterData } from '../../src/engine/data-root.js'
import { createEngine } from '../../src/engine/engine.js'
import { readInstalled } from '../../src/data/installed.js'
import { roomToLay } from '../../src/data/added-places.js'
import { world } from './cases.js'
import { build, dataRoot, type Ended, geocode, milepost } from './command.js'
import {
  AREAS,
  DIVISIONS,
  fileOf,
  miniature,
  ownGazetteer,
  putRelease,
  RELEASE,
  WOF,
  wof,
} from './divisions.js'
import { breaksAfter, busy, etagOf, page, Publisher } from './publisher.js'

const ENOUGH = { timeout: 180_000 }
const OSM = '© OpenStreetMap contributors, Overture Maps Foundation: OpenStreetMap'

let publisher: Publisher
let root: string

beforeEach(async () => {
  publisher = await Publisher.start()
  root = dataRoot()
  publisher.put(WOF, wof())
  putRelease(publisher, RELEASE)
})
afterEach(() => {
  publisher.stop()
})

function data(command: string, ...parameters: string[]): Promise<Ended> {
  const mirror = ['add', 'update'].includes(command) ? ['--mirror', publisher.url] : []
  return milepost(['data', command, ...parameters, ...mirror, '--root', root])
}

/** The answer of a reverse lookup: names from the innermost out. */
function reverse(lat: number, lon: number): string {
  const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
  const answer = engine.reverse?.(lat, lon) ?? ''
  engine.close?.()
  return answer
}

const VILLAGE = { lat: 47.08, lon: 9.6, resolution_tier: 'admin' }
const at = (file: string) => join(root, file)

describe('divisions of Overture Maps', ENOUGH, () => {
  test('are found by their names in other languages and by position, and go again', async () => {
    const { code, stdout, stderr } = await data('add', 'li-places')
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(stderr).toContain(': no name')
    expect(stdout).toContain(`li-places: 4 rows, Overture Maps, divisions ${RELEASE}`)
    expect(stdout).toContain(`ODbL-1.0; show: ${OSM}`)
    for (const name of ['Blaureihersdorf', 'Hameau-du-Héron', '青鷺村', 'Reiherdörfli']) {
      expect([name, await geocode(root, `${name}, Liechtenstein`)]).toMatchObject([name, VILLAGE])
    }
    // A name joins the place that the gazetteer has, which stays where it is.
    const capital = await geocode(root, 'Vaduz, Liechtenstein')
    expect(await geocode(root, 'Vadouz-la-Bleue, Liechtenstein')).toMatchObject({
      lat: capital['lat'],
      lon: capital['lon'],
    })
    // What the starter data have of the world is there as before, postcodes too.
    expect(await geocode(root, 'Paris, TX')).toMatchObject({ countryCode: 'US' })
    expect(await geocode(root, '10115 Berlin')).toMatchObject({ countryCode: 'DE', resolution_tier: 'admin' })
    // The neighbour in the same group, and waters, are left out.
    expect(await geocode(root, 'Fremdreihersdorf')).not.toMatchObject({ lat: 47.079 })
    // Within the polygon, and not nearest alone: the corner of it is nearer to another place.
    expect(reverse(47.0895, 9.5905)).toMatch(/Blaureihersdorf.*Liechtenstein/)
    expect(readdirOf('.downloads')).toEqual([])
    const removed = await data('remove', 'li-places')
    expect(removed).toMatchObject({ code: 0, stdout: 'li-places: removed (Overture Maps, divisions)\n' })
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).not.toMatchObject(VILLAGE)
    for (const file of FILES) expect([file, existsSync(at(file))]).toEqual([file, false])
    expect(await geocode(root, '10115 Berlin')).toMatchObject({ countryCode: 'DE' })
  })

  test('are fetched in part, recorded, listed and credited', async () => {
    await data('add', 'li-places')
    for (const [type, name] of [
      ['division', DIVISIONS],
      ['division_area', AREAS],
    ] as const) {
      const bytes = publisher.bodies(fileOf(type, name)).map(({ range, status }) => {
        expect(status).toBe(206)
        const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
        return Number(to) - Number(from) + 1
      })
      const whole = miniature('overture', name).length
      expect([type, bytes.reduce((sum, length) => sum + length, 0) < whole * 0.7]).toEqual([type, true])
    }
    expect(await readInstalled(root)).toMatchObject([
      {
        code: 'li-places',
        source: 'overture-divisions',
        licence: 'ODbL-1.0',
        attribution: OSM,
        release: RELEASE,
        files: [{ path: 'places/overture-divisions-li.db', rows: 4 }],
        derived: FILES.slice(1),
      },
    ])
    expect((await data('list', 'li-places')).stdout).toMatch(/4 rows {2}places\/overture-divisions-li\.db/)
    const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
    for (const gives of ['places', 'reverse'] as const) {
      expect(engine.sourcesOf?.(gives, 'LI')).toContain(`${OSM} (ODbL-1.0)`)
    }
    engine.close?.()
    const published = at('published')
    expect((await milepost(['data', 'publish', root, '--out', published])).code).toBe(0)
    const manifest = JSON.parse(readFileSync(join(published, 'manifest.json'), 'utf8')) as {
      bundles: { candidate: { description: string; files: { to: string }[] } }
    }
    expect(manifest.bundles.candidate.description).toContain('OpenStreetMap contributors')
    expect(manifest.bundles.candidate.files.map(({ to }) => to)).toContain('db/wof/candidate.prefix')
  })

  test('are brought up to date when a new release is out', async () => {
    ownGazetteer(root)
    await data('add', 'li-places')
    expect((await data('update')).stdout).toBe(`li-places: up to date (${RELEASE})\n`)
    putRelease(publisher, '2026-12-16.0')
    const { code, stdout } = await data('update')
    expect(code).toBe(0)
    expect(stdout).toContain('li-places: 4 rows, Overture Maps, divisions 2026-12-16.0')
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).toMatchObject(VILLAGE)
  })

  test('lie over a gazetteer of your own, which comes back when they go', async () => {
    mkdirSync(at('db/wof'), { recursive: true })
    const [places, candidate] = [join(root, 'places.txt'), at('db/wof/candidate.db')]
    const fields = ['9000001', 'Eigenstadt', 'Eigenstadt', '', '47.2', '9.5', 'P', 'PPL', 'LI', '', '01']
    writeFileSync(
      places,
      `${[...fields, '', '', '', '500', '', '400', 'Europe/Vaduz', '2026-01-01'].join('\t')}\n`,
    )
    build('candidate', places, '--out', candidate)
    const own = readFileSync(candidate)
    expect((await data('add', 'li-places')).code).toBe(0)
    expect(await geocode(root, 'Eigenstadt, Liechtenstein')).toMatchObject({ lat: 47.2 })
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).toMatchObject(VILLAGE)
    expect((await data('remove', 'li-places')).code).toBe(0)
    expect(readFileSync(candidate).equals(own)).toBe(true)
    expect(await geocode(root, 'Eigenstadt, Liechtenstein')).toMatchObject({ lat: 47.2 })
    expect(existsSync(at('places/base/candidate.db'))).toBe(false)
  })

  test('are not begun without room for the gazetteers that are built over those there', async () => {
    const starter = starterData() ?? ''
    const sizes = [CANDIDATE, ADMIN].map((file) => statSync(join(starter, file)).size)
    expect(await roomToLay(root)).toBe(6 * sizes.reduce((sum, size) => sum + size, 0))
    // A gazetteer of ten terabytes, which take no room: all of it is a hole.
    mkdirSync(at('db/wof'), { recursive: true })
    writeFileSync(at(CANDIDATE), '')
    truncateSync(at(CANDIDATE), 10e12)
    for (const source of ['overture-divisions', 'whos-on-first']) {
      const { code, stderr } = await data('add', 'li-places', '--publisher', source)
      expect(code).toBe(1)
      expect(stderr).toMatch(/ has \d+ bytes left, and 6\d{13} are needed\n$/)
    }
    const fetched = [WOF, fileOf('division', DIVISIONS), fileOf('division_area', AREAS)]
    expect(fetched.flatMap((url) => publisher.bodies(url))).toEqual([])
    expect(existsSync(at('places'))).toBe(false)
  })

  test('--dry-run prints both files, the terms and the room, and changes nothing', async () => {
    const { stdout } = await data('add', 'li-places', '--dry-run')
    expect(stdout).toContain(fileOf('division', DIVISIONS))
    expect(stdout).toContain(fileOf('division_area', AREAS))
    expect(stdout).toContain('li-places: ODbL-1.0; show: © OpenStreetMap contributors')
    expect(readdirOf('')).toEqual([])
  })
})

describe("a distribution of Who's On First", ENOUGH, () => {
  const add = () => data('add', 'li-places', '--publisher', 'whos-on-first')

  test('is found by its names and polygons; what it gave up and what others drew is not there', async () => {
    ownGazetteer(root)
    const { code, stdout, stderr } = await add()
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain("li-places: 4 rows, Who's On First 2026-11-16")
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).toMatchObject(VILLAGE)
    expect(await geocode(root, '青鷺村, Liechtenstein')).toMatchObject(VILLAGE)
    // By its concordance with GeoNames.
    const capital = await geocode(root, 'Vaduz, Liechtenstein')
    expect(await geocode(root, 'Vaduz Ibukota Biru, Liechtenstein')).toMatchObject({
      lat: capital['lat'],
      lon: capital['lon'],
    })
    expect(await geocode(root, 'Altreihersdorf, Liechtenstein')).not.toMatchObject({ lat: 47.06 })
    expect(reverse(47.0895, 9.5905)).toContain('Blaureihersdorf')
    expect(reverse(10.5, 10.5)).not.toContain('Blaureihersdorf')
    expect((await data('update')).stdout).toContain('li-places: up to date')
  })

  test('of records as published is read; those that were superseded are not there', async (context) => {
    const records = join(import.meta.dirname, '../../../../shared/data/samples/whosonfirst')
    if (!existsSync(records)) context.skip('the records lie beside the checkout of its authors')
    ownGazetteer(root)
    const [maker, out] = [join(import.meta.dirname, 'whos-on-first/make.py'), at('li.db.bz2')]
    execFileSync('python3', [maker, records, out])
    publisher.put(WOF, readFileSync(out))
    expect((await add()).stdout).toContain("li-places: 7 rows, Who's On First")
    expect(reverse(47.0667, 9.5033)).toContain('Balzers')
  })

  test('beside divisions of Overture Maps is one place with the names of both', async () => {
    ownGazetteer(root)
    await add()
    expect((await data('add', 'li-places')).code).toBe(0)
    expect(await geocode(root, 'Reiherdörfli, Liechtenstein')).toMatchObject(VILLAGE)
    const both = await milepost(['geocode', '--json', '--limit', '5', 'Blaureihersdorf, Liechtenstein'], {
      SERVICE_DATA_ROOT: root,
    })
    expect(both.stdout.split('"locality":"Blaureihersdorf"').length).toBeGreaterThan(1)
    expect((await readInstalled(root)).map(({ source }) => source)).toEqual([
      'overture-divisions',
      'whos-on-first',
    ])
    // The code is that of both: one is named, and the other stays.
    expect(await data('remove', 'li-places')).toMatchObject({
      code: 1,
      stderr:
        'milepost: `li-places` is there of several publishers: overture-divisions, whos-on-first; name one with --publisher\n',
    })
    expect(await data('remove', 'li-places', '--publisher', 'geonames-places')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('`li-places` of `geonames-places` was not added to'),
    })
    expect((await data('remove', 'li-places', '--publisher', 'whos-on-first')).stdout).toBe(
      "li-places: removed (Who's On First)\n",
    )
    expect((await readInstalled(root)).map(({ source }) => source)).toEqual(['overture-divisions'])
    expect(existsSync(at('places/whos-on-first-li.db'))).toBe(false)
    expect(await geocode(root, 'Reiherdörfli, Liechtenstein')).toMatchObject(VILLAGE)
    await data('remove', 'li-places')
    expect(await readInstalled(root)).toEqual([])
  })

  test.each([
    ['breaks', () => [breaksAfter(4_000, wof())], 0],
    ['is busy', () => [busy, busy], 0],
    ['sends a page', () => [page], 1],
  ])('of a server that %s', async (_, faults, code) => {
    ownGazetteer(root)
    publisher.fail(WOF, ...faults())
    expect((await add()).code).toBe(code)
    expect(existsSync(at('places/whos-on-first-li.db'))).toBe(code === 0)
    if (code === 0) expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).toMatchObject(VILLAGE)
    else expect((await add()).code).toBe(0)
  })

  test('that was damaged on the way is fetched again', async () => {
    ownGazetteer(root)
    publisher.fail(WOF, (_, response) => {
      const spoilt = Buffer.from(wof())
      spoilt[spoilt.length >> 1] = (spoilt[spoilt.length >> 1] ?? 0) ^ 1
      response.writeHead(200, { etag: etagOf(wof()), 'content-length': spoilt.length }).end(spoilt)
      return true
    })
    const { code, stderr } = await add()
    expect(code).toBe(0)
    expect(stderr).toContain('whosonfirst-data-admin-li-latest.db.bz2 is damaged; it is fetched again')
    expect(publisher.bodies(WOF)).toHaveLength(2)
  })
})

describe('over places of the world', ENOUGH, () => {
  test('places of a country stay when the world goes, and the world when they go', async () => {
    ownGazetteer(root)
    publisher.putAll(world())
    const inWorld = { lat: 50.5, lon: 7.5 }
    // Below what is there already, and the other way round.
    expect((await data('add', 'li-places', '--publisher', 'whos-on-first')).code).toBe(0)
    expect((await data('add', 'world-places')).code).toBe(0)
    expect(await geocode(root, 'Ville-du-Héron, Deutschland')).toMatchObject(inWorld)
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).toMatchObject(VILLAGE)
    expect((await data('remove', 'li-places')).code).toBe(0)
    expect(await geocode(root, 'Ville-du-Héron, Deutschland')).toMatchObject(inWorld)
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).not.toMatchObject(VILLAGE)
    expect((await data('add', 'li-places', '--publisher', 'whos-on-first')).code).toBe(0)
    expect((await data('remove', 'world-places')).code).toBe(0)
    expect(await geocode(root, 'Ville-du-Héron, Deutschland')).not.toMatchObject(inWorld)
    expect(await geocode(root, 'Hameau-du-Héron, Liechtenstein')).toMatchObject(VILLAGE)
    expect(await geocode(root, 'Balzers, Liechtenstein')).toMatchObject({ countryCode: 'LI' })
  })
})

/** What `li-places` of Overture Maps puts into a root. */
const FILES = [
  'places/overture-divisions-li.db',
  'db/wof/candidate.db',
  'db/wof/candidate.prefix',
  'db/wof/admin-global-priority.db',
  'db/wof/admin-global-priority-polygons.db',
  'db/wof/candidate.postcodes',
]

/** Files below a folder of the root. */
function readdirOf(folder: string): string[] {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}
