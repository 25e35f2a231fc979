/** `milepost data add CODE --publisher osm`: from Geofabrik's server or a file of one's own to answers, and back. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { readInstalled } from '../../src/data/installed.js'
import { offersOf } from '../../src/data/sources/index.js'
import { poi } from './cases.js'
import { dataRoot, type Ended, geocode, milepost } from './command.js'
import { ownGazetteer } from './divisions.js'
import { extract, geofabrik, urlOf } from './openstreetmap.js'
import { Publisher } from './publisher.js'

const ENOUGH = { timeout: 180_000 }
const HOUSE = 'Blaureiherweg 12, 9490 Vaduz, Liechtenstein'
const CREDIT = '© OpenStreetMap contributors (ODbL 1.0, openstreetmap.org/copyright)'

let publisher: Publisher
let root: string

beforeEach(async () => {
  publisher = await Publisher.start()
  root = dataRoot()
})
afterEach(() => {
  publisher.stop()
})

function data(command: string, ...parameters: string[]): Promise<Ended> {
  const mirror = ['add', 'update'].includes(command) ? ['--mirror', publisher.url] : []
  return milepost(['data', command, ...parameters, ...mirror, '--root', root])
}

const databases = () =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(db|prefix)$/.test(name))

function putExtract(content = extract()): void {
  publisher.putAll(geofabrik({ liechtenstein: ['LI'] }, { liechtenstein: content }))
}

test('every country and territory has it, and countries without a register have it by default', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
  // Codes that name no country or territory with inhabitants or land of its own in ISO 3166-1.
  const others = ['ac', 'cp', 'cq', 'dg', 'ea', 'eu', 'ez', 'ic', 'qo', 'ta', 'un', 'xa', 'xb', 'zz']
  const old = new Set(letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => isOld(code)))
  const codes = letters
    .flatMap((a) => letters.map((b) => a + b))
    .filter((code) => names.of(code.toUpperCase()) !== undefined && !others.includes(code) && !old.has(code))
  const without = codes.filter((code) => {
    try {
      return offersOf(code, 'osm').length !== 1
    } catch {
      return true
    }
  })
  expect(without).toEqual([])
  expect(offersOf('ie').map(({ source }) => source.id)).toEqual(['osm'])
  expect(offersOf('fr').map(({ source }) => source.id)).toEqual(['ban'])
})

/** Whether a code is a former one of another country. */
function isOld(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region !== code.toUpperCase()
}

describe('a file that is there', ENOUGH, () => {
  test('becomes houses, points of interest and places, is credited, and goes again', async () => {
    const file = join(root, 'own.osm.pbf')
    writeFileSync(file, extract('12', 'Blaureihersdorf'))
    const { code, stdout, stderr } = await data('add', 'li', '--publisher', 'osm', '--file', file)
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(publisher.asked).toEqual([])
    expect(stdout).toContain(`li: ODbL-1.0; show: ${CREDIT}\n`)
    expect(existsSync(file)).toBe(true)
    const [installed] = await readInstalled(root)
    expect(installed).toMatchObject({ code: 'li', source: 'osm', licence: 'ODbL-1.0', attribution: CREDIT })
    expect(Object.fromEntries(installed?.files.map(({ path, rows }) => [path, rows]) ?? [])).toMatchObject({
      'osm/address-points-li.db': 2,
      'osm/places-li.db': 1,
      'osm/poi.db': 1,
    })
    expect(await geocode(root, HOUSE)).toMatchObject({ lat: 47.141, lon: 9.5215 })
    expect(await geocode(root, 'Blaureihersdorf, Liechtenstein')).toMatchObject({ lat: 47.142, lon: 9.522 })
    expect(poi(root, 'coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
    expect((await data('list', 'li')).stdout).toContain('li  OpenStreetMap ')
    expect(await data('remove', 'li')).toMatchObject({ code: 0, stdout: 'li: removed (OpenStreetMap)\n' })
    expect(databases()).toEqual([])
  })

  test('is one of one code and one publisher', async () => {
    const file = join(root, 'own.osm.pbf')
    const two = await data('add', 'ie', 'gb', '--file', file)
    expect(two.stderr).toContain('is one file; name one code and, with --publisher, one publisher of it')
    expect((await data('add', 'ie', '--file', file)).stderr).toContain(`cannot read ${file}: `)
  })

  test('leaves what another country has there', async () => {
    ownGazetteer(root)
    const file = join(root, 'own.osm.pbf')
    writeFileSync(file, extract('12', 'Blaureihersdorf'))
    expect((await data('add', 'li', '--publisher', 'osm', '--file', file)).code).toBe(0)
    expect((await data('add', 'ad', '--publisher', 'osm', '--file', file)).code).toBe(0)
    expect((await data('remove', 'ad')).code).toBe(0)
    expect(await geocode(root, HOUSE)).toMatchObject({ lat: 47.141, lon: 9.5215 })
    expect(await geocode(root, 'Blaureihersdorf, Liechtenstein')).toMatchObject({ lat: 47.142, lon: 9.522 })
    expect(poi(root, 'coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
    expect(databases().filter((name) => name.includes('-ad'))).toEqual([])
  })
})

describe('an extract of Geofabrik', ENOUGH, () => {
  test('is built anew when it changed, and only then', async () => {
    putExtract()
    expect((await data('add', 'li', '--publisher', 'osm')).code).toBe(0)
    expect(await geocode(root, HOUSE)).toMatchObject({ lat: 47.141, lon: 9.5215 })
    expect((await data('update')).stdout).toBe('li: up to date (2026-11-16)\n')
    putExtract(extract('16'))
    expect((await data('update')).stdout).toContain('li: 2 rows, OpenStreetMap 2026-11-16')
    expect(await geocode(root, HOUSE.replace('12', '16'))).toMatchObject({ lat: 47.141, lon: 9.5215 })
  })

  test('that is not the one of its MD5 is refused and not kept', async () => {
    putExtract()
    const md5 = createHash('md5').update('other').digest('hex')
    publisher.put(`${urlOf('liechtenstein')}.md5`, Buffer.from(`${md5}  liechtenstein-latest.osm.pbf\n`))
    const { code, stderr } = await data('add', 'li', '--publisher', 'osm')
    expect(code).toBe(1)
    expect(stderr).toContain(`${urlOf('liechtenstein')} came damaged: its MD5 is not ${md5}`)
    expect(databases()).toEqual([])
    putExtract()
    expect((await data('add', 'li', '--publisher', 'osm')).code).toBe(0)
  })

  test('of the country alone is chosen before one of two; a country without one is named', async () => {
    publisher.putAll(
      geofabrik(
        { both: ['LI', 'CH'], liechtenstein: ['LI'] },
        { both: extract('9'), liechtenstein: extract() },
      ),
    )
    expect((await data('add', 'li', '--publisher', 'osm')).code).toBe(0)
    expect(publisher.bodies(urlOf('both'))).toEqual([])
    const { code, stderr } = await data('add', 'ie')
    expect(code).toBe(1)
    expect(stderr).toContain('names no extract of Ireland; give a file that holds it with --file PATH')
    const sources = JSON.parse(readFileSync(join(root, 'sources.json'), 'utf8')) as { sources: unknown[] }
    expect(sources.sources).toHaveLength(1)
  })
})

test(
  'a dump of Photon becomes houses, points of interest and places over the starter data',
  ENOUGH,
  async () => {
    const place = { country_code: 'li', address: { street: 'Blaureiherweg', city: 'Vaduz' } }
    const [house, shop, hamlet] = [
      { ...place, osm_key: 'place', osm_value: 'house', housenumber: '12', centroid: [9.5215, 47.141] },
      {
        ...place,
        osm_key: 'amenity',
        osm_value: 'cafe',
        name: { name: 'Blaureiher Kaffee' },
        centroid: [9.522, 47.1412],
      },
      {
        ...place,
        osm_key: 'place',
        osm_value: 'hamlet',
        name: { name: 'Blaureihersdorf' },
        centroid: [9.522, 47.142],
      },
    ]
    const objects = [house, shop, { ...hamlet, object_type: 'N', object_id: 6 }]
    const lines = objects.map((object) => JSON.stringify({ type: 'Place', content: [object] }))
    const dump = join(root, 'dump.jsonl')
    writeFileSync(dump, lines.join('\n'))
    const built = await milepost(['build', 'photon', dump, '--out', root])
    expect({ code: built.code, stderr: built.code === 0 ? '' : built.stderr }).toEqual({
      code: 0,
      stderr: '',
    })
    expect(await geocode(root, HOUSE)).toMatchObject({ lat: 47.141, lon: 9.5215 })
    expect(await geocode(root, 'Blaureihersdorf, Liechtenstein')).toMatchObject({ lat: 47.142, lon: 9.522 })
    expect(poi(root, 'coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
  },
)
