/** Streets, houses and points of interest over HTTP, of a register that the builder makes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import type { Running } from '../servers.js'
import { startTypeahead } from './servers.js'

const COMMAND = join(import.meta.dirname, '../../bin/milepost.js')

/** Houses in two towns of Maryland, one twice, as a unit is. */
const POINTS = `number,street,unit,city,region,postcode,lat,lon
4717,Carroll Manor Rd,,Baldwin,MD,21013,39.4990,-76.5120
4717,Carroll Manor Rd,2,Baldwin,MD,21013,39.4990,-76.5120
4719,Carroll Manor Rd,,Baldwin,MD,21013,39.4995,-76.5125
30,N Calvert St,,Towson,MD,21204,39.4030,-76.6060
`

let running: Running

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'milepost-streets-'))
  const starter = dirname(createRequire(import.meta.url).resolve('@milepost/starter-data/package.json'))
  symlinkSync(join(starter, 'db'), join(root, 'db'))
  mkdirSync(join(root, 'poi'))
  const table = join(root, 'points.csv')
  writeFileSync(table, POINTS)
  const build = (...args: string[]) =>
    execFileSync(process.execPath, [COMMAND, 'build', ...args], { stdio: 'pipe' })
  build('points', table, '--data-root', root)
  const pois = join(root, 'pois.csv')
  writeFileSync(
    pois,
    'name,category,brand,brand_wikidata,lat,lon,country,confidence,id\nCalvert Bean Counter,coffee_shop,,,39.4015,-76.6019,US,0.9,a1\n',
  )
  build('poi', pois, '--out', join(root, 'poi/poi.db'))
  running = await startTypeahead(createEngine({ environment: { SERVICE_DATA_ROOT: root } }))
}, 60_000)

afterAll(() => running.close())

async function properties(path: string): Promise<Record<string, string>[]> {
  const body = (await (await fetch(`${running.url}${path}`)).json()) as {
    features: { properties: Record<string, string> }[]
  }
  return body.features.map((feature) => feature.properties)
}

test('a house has its town, state and country, and comes once', async () => {
  for (const q of ['4717 carr', '4717 carroll manor rd bald', 'baldwin 4717 carroll']) {
    const found = (await properties(`/api?q=${encodeURIComponent(q)}`)).filter(({ type }) => type === 'house')
    expect([q, found.length]).toEqual([q, 1])
    expect(found[0]).toMatchObject({
      housenumber: '4717',
      street: 'Carroll Manor Rd',
      city: 'Baldwin',
      state: 'Maryland',
      postcode: '21013',
      country: 'United States of America',
      countrycode: 'us',
    })
  }
})

test('a point is answered with its house, and without one with its place', async () => {
  const [house] = await properties('/reverse?lat=39.4990&lon=-76.5120')
  expect(house).toMatchObject({
    type: 'house',
    housenumber: '4717',
    city: expect.any(String),
    state: 'Maryland',
  })
  const [place] = await properties('/reverse?lat=39.6&lon=-76.6')
  expect(place?.['type']).not.toBe('house')
})

test('points of interest complete by name, and by kind where nothing else fits', async () => {
  const bean = {
    name: 'Calvert Bean Counter',
    osm_key: 'amenity',
    osm_value: 'coffee_shop',
    state: 'Maryland',
  }
  expect((await properties('/api?q=calvert+bean'))[0]).toMatchObject(bean)
  expect((await properties('/api?q=coffee+towson'))[0]).toMatchObject(bean)
})
