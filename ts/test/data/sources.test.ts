/** Each publisher of the registry: a miniature in its layout is fetched, built, and its house is found. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { Errors } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { SOURCES } from '../../src/data/sources/index.js'
import PUBLISHERS from '../../src/data/sources/publishers.json' with { type: 'json' }
import { Publisher as Row, Source } from '../../src/data/sources/source.js'
import {
  CASES,
  county,
  EUROPE,
  fileOf,
  OCEAN,
  OPENADDRESSES,
  OTHERS,
  OVERTURE,
  overture,
  places,
  PLACES,
  poi,
  postcodes,
  TIGER,
  world,
  year,
} from './cases.js'
import { dataRoot, geocode, milepost } from './command.js'
import { BUCKET, RELEASE } from './divisions.js'
import { ban, ISERE } from './miniatures.js'
import { Publisher } from './publisher.js'
const ENOUGH = { timeout: 90_000 }
const SAMPLES = join(import.meta.dirname, '../../../../shared/data')

let publisher: Publisher
let root: string

beforeEach(async () => {
  publisher = await Publisher.start()
  root = dataRoot()
})
afterEach(() => {
  publisher.stop()
})

/** Has a release of places at its addresses; returns that of the file. */
function putPlaces(release: string): string {
  publisher.putAll(places(release))
  return `${BUCKET}/release/${release}/theme=places/type=place/${PLACES}`
}

const add = (...codes: string[]) =>
  milepost(['data', 'add', ...codes, '--mirror', publisher.url, '--root', root], {
    OPENADDRESSES_TOKEN: 'a-token',
  })

test.each(PUBLISHERS)('the row of $id is valid', (row) => {
  expect(Errors(Row, row)).toEqual([])
})

test.each(SOURCES)('the areas of $id are valid, and no two have a code', (source) => {
  expect(Errors(Source, source)).toEqual([])
  const codes = source.areas.map(({ code }) => code)
  expect(codes).toEqual([...new Set(codes)])
})

describe('a house out of a miniature of', ENOUGH, () => {
  test.each(CASES)(
    '$source, $code',
    async ({ source, code, files, text, lat, lon, tier = 'address_point' }) => {
      publisher.putAll(files)
      const { code: exit, stderr } = await milepost(
        ['data', 'add', code, '--publisher', source, '--mirror', publisher.url, '--root', root],
        { OPENADDRESSES_TOKEN: 'a-token' },
      )
      expect({ exit, stderr: exit === 0 ? '' : stderr }).toEqual({ exit: 0, stderr: '' })
      const found = await geocode(root, text)
      expect(found).toMatchObject({ resolution_tier: tier })
      // A thousandth of a degree is a hundred metres: grids are known to a metre, and the expectations to ten.
      expect(Math.abs(Number(found['lat']) - lat)).toBeLessThan(0.002)
      expect(Math.abs(Number(found['lon']) - lon)).toBeLessThan(0.003)
    },
  )

  test('each publisher of the registry is here', () => {
    const tested = new Set([...CASES, ...OTHERS].map(({ source }) => source))
    expect(SOURCES.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([])
  })
})

describe('what is special', ENOUGH, () => {
  test('states are put together county by county, of the newest year that is out', async () => {
    for (const number of ['001', '003', '005'])
      publisher.put(TIGER(year, `10${number}`), county(`10${number}`, year))
    expect((await add('us-de', '--publisher', 'tiger')).code).toBe(0)
    const years = publisher.asked
      .filter(({ method }) => method === 'HEAD')
      .map(({ path }) => /TIGER(\d+)/.exec(path)?.[1])
    expect(years.slice(0, 2)).toEqual([String(Number(year) + 1), year])
    const list = await milepost(['data', 'list', 'us-de', '--root', root])
    expect(list.stdout).toContain(`us-de  US Census Bureau, TIGER/Line ${year}  public domain`)
  })

  test('of Overture Maps only the row groups of the country are fetched', async () => {
    publisher.putAll(OVERTURE)
    // Whose rows they are is in the rows.
    expect(await add('li')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'show: Overture Maps Foundation and the sources it names: OpenAddresses/Register, OpenAddresses/Register (CC BY 4.0), ' +
          'OpenAddresses/Register (LicenseRef-Proprietary)',
      ),
    })
    const asked = publisher.bodies(fileOf(EUROPE))
    expect(asked.every(({ range, status }) => range !== undefined && status === 206)).toBe(true)
    const bytes = asked.map(({ range }) => {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      return Number(to) - Number(from) + 1
    })
    const whole = overture(EUROPE).length
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(whole / 2)
    expect(publisher.asked.filter(({ path }) => path.includes(OCEAN))).toEqual([])
    // The neighbour of the same group is not in it, nor the row without a number.
    const list = await milepost(['data', 'list', 'li', '--root', root])
    expect(list.stdout).toContain(`li  Overture Maps, addresses ${RELEASE}`)
    expect(list.stdout).toContain('3 rows')
  })

  test('points of interest of two countries lie in one database, come and go by themselves, and are credited', async () => {
    const file = putPlaces(RELEASE)
    const added = await add('li-poi')
    expect(added).toMatchObject({ code: 0 })
    const show = /show: Overture Maps Foundation and the sources it names: (.*)\n/.exec(added.stdout)?.[1]
    expect(show).toBe('Foursquare (Apache-2.0), meta (CDLA-Permissive-2.0)')
    const bytes = publisher.bodies(file).map(({ range }) => {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      return Number(to) - Number(from) + 1
    })
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(overture(PLACES).length / 2)
    const found = (query: string) => poi(root, query)
    expect(found('coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
    expect(found('Heron Beans in Vaduz')).toEqual(['Blaureiher Kaffee'])
    // By the field of the newer schema; what is closed for good, and what says no country, is not there.
    expect(found('museums in Vaduz')).toEqual(['Blaureiher Museum'])
    expect((await add('ch-poi')).code).toBe(0)
    expect(found('bakery near Vaduz')).toEqual(['Blue Heron Bakery'])
    expect(found('coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
    const removed = await milepost(['data', 'remove', 'li-poi', '--root', root])
    expect(removed).toMatchObject({ code: 0, stdout: 'li-poi: removed (Overture Maps, places)\n' })
    expect(found('coffee shops in Vaduz')).toEqual([])
    expect(found('bakery near Vaduz')).toEqual(['Blue Heron Bakery'])
    expect((await milepost(['data', 'remove', 'ch-poi', '--root', root])).code).toBe(0)
    expect(existsSync(join(root, 'poi/poi.db'))).toBe(false)
  })

  test('points of interest are built anew when a release is newer, and only then', async () => {
    putPlaces(RELEASE)
    expect((await add('li-poi', 'ch-poi')).code).toBe(0)
    const update = () => milepost(['data', 'update', '--mirror', publisher.url, '--root', root])
    const asked = publisher.asked.length
    expect((await update()).stdout).toBe(`ch-poi: up to date (${RELEASE})\nli-poi: up to date (${RELEASE})\n`)
    expect(publisher.asked.slice(asked).filter(({ range }) => range !== undefined)).toEqual([])
    putPlaces('2026-12-16.0')
    const { code, stdout } = await update()
    expect(code).toBe(0)
    expect(stdout).toContain('li-poi: 2 rows, Overture Maps, places 2026-12-16.0')
    expect(stdout).toContain('ch-poi: 1 rows, Overture Maps, places 2026-12-16.0')
    const list = await milepost(['data', 'list', 'li-poi', '--root', root])
    expect(list.stdout).not.toContain(`places ${RELEASE}`)
  })

  test('a country on both ends of the map is put together of both', async () => {
    publisher.putAll(OVERTURE)
    expect(
      (
        await milepost([
          'data',
          'add',
          'nz',
          '--publisher',
          'overture',
          '--mirror',
          publisher.url,
          '--root',
          root,
        ])
      ).code,
    ).toBe(0)
    expect(await geocode(root, '12 Blue Heron Road, Dunedin, New Zealand')).toMatchObject({ lat: -45.8741 })
    expect((await milepost(['data', 'list', 'nz', '--root', root])).stdout).toContain('2 rows')
  })

  test('without the catalogue of Overture Maps the bucket is asked; a new release is found', async () => {
    const older = '2026-10-21.10'
    const entries = (names: string[], tag: string) => names.map((name) => `<${tag}>${name}</${tag}>`).join('')
    const releases = (...names: string[]) =>
      Buffer.from(
        `<ListBucketResult>${entries(
          names.map((name) => `release/${name}/`),
          'Prefix',
        )}</ListBucketResult>`,
      )
    const part = 'theme=addresses/type=address/'
    const keys = (release: string) =>
      Buffer.from(
        entries(
          [EUROPE, OCEAN].map((name) => `release/${release}/${part}${name}`),
          'Key',
        ),
      )
    const put = (release: string) => {
      publisher.put(`${BUCKET}/?list-type=2&prefix=release/${release}/${part}`, keys(release))
      for (const name of [EUROPE, OCEAN]) publisher.put(fileOf(name, release), overture(name))
    }
    publisher.put(`${BUCKET}/?list-type=2&delimiter=/&prefix=release/`, releases('2026-10-21.9', older))
    put(older)
    const { code, stderr } = await add('li')
    expect(code).toBe(0)
    expect(stderr).toContain('asking the bucket')
    expect((await milepost(['data', 'list', 'li', '--root', root])).stdout).toContain(`addresses ${older}`)
    publisher.put(`${BUCKET}/?list-type=2&delimiter=/&prefix=release/`, releases(older, RELEASE))
    put(RELEASE)
    const updated = await milepost(['data', 'update', '--mirror', publisher.url, '--root', root])
    expect(updated.stdout).toContain(`li: 3 rows, Overture Maps, addresses ${RELEASE}`)
  })

  test('OpenAddresses without an account says what to do', async () => {
    publisher.put(OPENADDRESSES, Buffer.from('[{"job":57}]'))
    publisher.refuse('https://batch.openaddresses.io/api/job/57/output/source.geojson.gz', 401)
    const { code, stderr } = await add('dk', '--publisher', 'openaddresses')
    expect(code).toBe(1)
    expect(stderr).toContain('asks for an account: make one at OpenAddresses and set OPENADDRESSES_TOKEN')
  })

  test('postcodes of the world are one register, which answers over the starter data', async () => {
    publisher.putAll(postcodes())
    const text = '9999 Blaureihersdorf, Liechtenstein'
    const { code, stderr } = await add('world-postcodes')
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    const found = await geocode(root, text)
    expect(Number(found['lat'])).toBeCloseTo(47.0811, 2)
    const removed = await milepost(['data', 'remove', 'world-postcodes', '--root', root])
    expect(removed.code).toBe(0)
    expect(existsSync(join(root, 'db/wof/candidate.postcodes'))).toBe(false)
    expect((await geocode(root, text))['lat']).not.toBe(found['lat'])
  })

  test('places of the world are a gazetteer with its index, and the starter data keep their postcodes', async () => {
    publisher.putAll(world())
    // What is unpacked goes to the disk of the data root.
    const added = await milepost(['data', 'add', 'world-places', '--mirror', publisher.url, '--root', root], {
      TMPDIR: '/nowhere',
    })
    expect({ ...added, stderr: added.code === 0 ? '' : added.stderr }).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(root, 'db/wof/candidate.prefix'))).toBe(true)
    expect(await geocode(root, 'Ville-du-Héron, Deutschland')).toMatchObject({ lat: 50.5, lon: 7.5 })
    expect(Number((await geocode(root, '10115 Berlin, Deutschland'))['lat'])).toBeCloseTo(52.53, 1)
    await milepost(['data', 'remove', 'world-places', '--root', root])
    for (const ending of ['db', 'prefix', 'postcodes']) {
      expect([ending, existsSync(join(root, `db/wof/candidate.${ending}`))]).toEqual([ending, false])
    }
  })

  test('a register that was added stays when the places of the world go', async () => {
    publisher.putAll({ ...postcodes(), ...world() })
    expect((await add('world-places', 'world-postcodes')).code).toBe(0)
    await milepost(['data', 'remove', 'world-places', '--root', root])
    expect(existsSync(join(root, 'db/wof/candidate.db'))).toBe(false)
    const found = await geocode(root, '9999 Blaureihersdorf, Liechtenstein')
    expect(Number(found['lat'])).toBeCloseTo(47.0811, 2)
  })

  test('a county as the Census Bureau published it is read', async (context) => {
    const published = join(SAMPLES, 'us/tl_2021_30059_addrfeat.zip')
    if (!existsSync(published)) context.skip('the sample lies beside the checkout of its authors')
    publisher.put(TIGER(year, '30059'), readFileSync(published))
    expect((await add('us-mt-059')).code).toBe(0)
    const found = await geocode(root, '1150 State Hwy 360, White Sulphur Springs, MT 59645')
    expect(found).toMatchObject({ resolution_tier: 'interpolated' })
  })

  test('a dump of a country as GeoNames published it is read', async (context) => {
    const published = join(SAMPLES, 'samples/geonames/SG.zip')
    if (!existsSync(published)) context.skip('the sample lies beside the checkout of its authors')
    const dump = 'https://download.geonames.org/export/dump/allCountries.zip'
    publisher.putAll({ ...world(), [dump]: readFileSync(published) })
    expect((await add('world-places')).code).toBe(0)
    expect(await geocode(root, 'Yew Tee')).toMatchObject({ lat: 1.39444, lon: 103.75389 })
  })

  test('a job of OpenAddresses as it was published is read, rows without a number left out', async (context) => {
    const published = join(SAMPLES, 'samples/openaddresses/v2_output_sample.geojsonl')
    if (!existsSync(published)) context.skip('the sample lies beside the checkout of its authors')
    publisher.put(OPENADDRESSES, Buffer.from('[{"job":57}]'))
    publisher.put(
      'https://batch.openaddresses.io/api/job/57/output/source.geojson.gz',
      gzipSync(readFileSync(published)),
    )
    const { code, stderr } = await add('dk', '--publisher', 'openaddresses')
    expect(code).toBe(0)
    expect(stderr).toContain('17 rows left out')
    expect((await milepost(['data', 'list', 'dk', '--root', root])).stdout).toContain('83 rows')
  })

  test('rows of the Base Adresse Nationale without coordinates are left out and counted', async () => {
    publisher.put('https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz', ban(ISERE))
    expect((await add('fr-38')).stderr).toContain('adresses-38.csv.gz:5: no coordinates')
  })
})
