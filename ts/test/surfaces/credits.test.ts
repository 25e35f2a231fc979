/** Whose data answers rest on, and how each surface says it: over registers of two areas and points of interest made by `milepost build`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createPeliasServer } from '../../src/surfaces/pelias/server.js'
import { createSearchServer } from '../../src/surfaces/search/server.js'
import { start } from '../support/servers.js'
import { COMMAND, STARTER } from '../support/paths.js'

const PLACES = ['GeoNames (CC BY 4.0)', "INSEE, La Poste, Ministère de l'Agriculture (Licence Ouverte)"]
const RENO = 'Register of Reno (CC0-1.0)'
const VOIRON = 'Registre de Voiron (etalab-2.0)'
const PEAKS = 'Peaks of Nevada (CC BY 4.0)'

let root: string
let engine: Engine
const closing: (() => unknown)[] = []

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'milepost-credits-'))
  symlinkSync(join(STARTER, 'db'), join(root, 'db'))
  const header = 'number,street,city,region,postcode,lat,lon'
  const reno = Array.from(
    { length: 8 },
    (_, index) => `${String(10 + 2 * index)},Elm St,Reno,NV,89501,39.${String(5296 + index)},-119.8138`,
  )
  make('reno.csv', header, ...reno)
  make('voiron.csv', header, '12,Rue des Peupliers Bleus,Voiron,,38500,45.3651,5.5921')
  make('peaks.csv', 'name,category,lat,lon,country', 'Bean Counter,coffee_shop,39.5290,-119.8130,US')
  build('points', 'reno.csv', '--data-root', root, '--source', RENO)
  build(
    'points',
    'voiron.csv',
    '--country',
    'fr',
    '--out',
    below('address-points/address-points-fr.db'),
    '--source',
    VOIRON,
  )
  build(
    'streets',
    below('address-points/address-points-us-nv.db'),
    '--out',
    below('street-centroids/street-centroids-us-nv.db'),
  )
  build('poi', 'peaks.csv', '--out', below('poi/poi.db'), '--attribution', PEAKS)
  engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
}, 60_000)

afterAll(() => Promise.all(closing.map((close) => close())))

const below = (path: string) => join(root, path)

function make(name: string, ...lines: string[]): void {
  writeFileSync(below(name), [...lines, ''].join('\n'))
}

function build(kind: string, table: string, ...parameters: string[]): void {
  for (const folder of ['poi', 'street-centroids', 'address-points'])
    mkdirSync(below(folder), { recursive: true })
  const source = table.startsWith('/') ? table : below(table)
  execFileSync(process.execPath, [COMMAND, 'build', kind, source, ...parameters], { stdio: 'pipe' })
}

async function get<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T
}

test('health names whose data each open database holds', async () => {
  const running = await start({ environment: { SERVICE_DATA_ROOT: root } })
  closing.push(running.close)
  const { data } = await get<{ data: { sources: unknown } }>(`${running.url}/health`)
  expect(data.sources).toEqual([
    { gives: 'places', sources: PLACES },
    { gives: 'reverse', sources: PLACES },
    { gives: 'houses', area: 'fr', sources: [VOIRON] },
    { gives: 'houses', area: 'us-nv', sources: [RENO] },
    { gives: 'streets', area: 'us-nv', sources: [RENO] },
    { gives: 'venues', sources: [PEAKS] },
  ])
})

/** Questions, and who has to be named beside the places. */
const ANSWERS: [path: string, beside: string[]][] = [
  ['/search?q=Reno+NV', []],
  ['/search?q=12+Elm+St,+Reno+NV+89501', [RENO]],
  ['/search?q=Elm+St,+Reno+NV+89501', [RENO]],
  ['/search?q=12+rue+des+Peupliers+Bleus,+38500+Voiron', [VOIRON]],
  ['/search?q=Lyon,+France', []],
  ['/search?q=39.70,-119.70', []],
  ['/reverse?lat=39.5296&lon=-119.8138&zoom=18', [RENO]],
  ['/reverse?lat=39.5296&lon=-119.8138&zoom=10', []],
  ['/reverse?lat=39.70&lon=-119.70', []],
]

describe('the search surface', () => {
  test.each(['milepost', 'nominatim'] as const)('credits what answered, profile %s', async (profile) => {
    const app = await createSearchServer({ engine, profile, logLevel: 'silent' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    closing.push(() => app.close())
    for (const [path, beside] of ANSWERS) {
      const answer = await get<{ licence: string } | { licence: string }[]>(`${url}${path}&format=jsonv2`)
      const item = Array.isArray(answer) ? answer[0] : answer
      expect([path, item?.licence]).toEqual([path, `Data © ${[...PLACES, ...beside].join(', ')}`])
    }
  })

  test('credits points of interest and all results of one body', async () => {
    const app = await createSearchServer({ engine, profile: 'nominatim', logLevel: 'silent' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    closing.push(() => app.close())
    const found = await get<{ licence: string }>(`${url}/search?q=coffee+in+Reno+NV&format=geojson`)
    expect(found.licence).toBe(`Data © ${[PEAKS, ...PLACES].join(', ')}`)
    const houses = await get<{ geocoding: { licence: string } }>(
      `${url}/search?q=12+Elm+St,+Reno+NV+89501&format=geocodejson`,
    )
    expect(houses.geocoding.licence).toBe(`Data © ${[...PLACES, RENO].join(', ')}`)
  })
})

test('the Pelias surface credits what answered', async () => {
  const app = await createPeliasServer({ engine, logLevel: 'silent' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const cases: [path: string, beside: string[]][] = [
    ['/v1/search?text=Reno,+NV&size=1', []],
    ['/v1/search?text=12+Elm+St,+Reno+NV+89501&size=1', [RENO]],
    ['/v1/search?text=12+rue+des+Peupliers+Bleus,+38500+Voiron&size=1', [VOIRON]],
    ['/v1/autocomplete?text=Elm+St,+Reno&size=1', [RENO]],
    ['/v1/reverse?point.lat=39.5296&point.lon=-119.8138', [RENO]],
    ['/v1/reverse?point.lat=39.5296&point.lon=-119.8138&layers=coarse', []],
  ]
  for (const [path, beside] of cases) {
    const { geocoding } = await get<{ geocoding: { attribution: string } }>(`${url}${path}`)
    expect([path, geocoding.attribution]).toEqual([path, [...PLACES, ...beside].join(', ')])
  }
})
