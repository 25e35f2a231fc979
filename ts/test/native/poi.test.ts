/** `/v1/poi` over a database made by `milepost build poi`; without one the route is absent. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Document, operationsOf, problemsOf } from '../surfaces/openapi.js'
import { EVERYTHING, type Running, start } from '../support/servers.js'
import { COMMAND, STARTER } from '../support/paths.js'

/** Places in and around Reno, one in Lyon, one that is named like a town. */
const TABLE = `name,category,brand,brand_wikidata,lat,lon,country,confidence,id
Bean Counter,coffee_shop,,,39.5290,-119.8130,US,0.9,a1
Mega Beans,coffee_shop,Mega Beans,Q42,39.5310,-119.8150,US,0.8,a2
Mega Beans,coffee_shop,Mega Beans,Q42,39.5349,-119.7527,US,0.8,a3
Truckee Beans,coffee_shop,,,39.3280,-120.1830,US,,a4
Old Mill Museum,museum,,,39.5270,-119.8100,US,0.7,a5
Boulangerie Martin,bakery,,,45.7600,4.8400,FR,0.9,b1
Springfield,clothing_store,,,40.4200,-3.7000,ES,0.9,c1
,atms,,,39.5280,-119.8120,US,0.5,d1
nowhere,museum,,,,,US,0.5,e1
`

let root: string
let running: Running
const closing: Running[] = []

/** A data root with the starter gazetteer. */
function dataRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-poi-'))
  symlinkSync(join(STARTER, 'db'), join(folder, 'db'))
  return folder
}

function build(folder: string): string {
  const table = join(folder, 'places.csv')
  writeFileSync(table, TABLE)
  mkdirSync(join(folder, 'poi'), { recursive: true })
  const out = join(folder, 'poi/poi.db')
  execFileSync(process.execPath, [COMMAND, 'build', 'poi', table, '--out', out], { stdio: 'pipe' })
  return out
}

beforeAll(async () => {
  root = dataRoot()
  build(root)
  running = await start({ environment: { SERVICE_DATA_ROOT: root } })
  closing.push(running)
}, 60_000)

afterAll(() => Promise.all(closing.map((server) => server.close())))

async function ask(query: unknown, server = running) {
  const response = await fetch(`${server.url}/v1/poi`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof query === 'string' ? JSON.stringify({ query }) : JSON.stringify(query),
  })
  const text = await response.text()
  return { status: response.status, body: response.status === 404 ? text : (JSON.parse(text) as unknown) }
}

interface Intent {
  intent: {
    subject: Record<string, string>
    relation?: string
    anchor?: { text: string; start: number; end: number }
  }
  results: {
    name: string | null
    distanceM: number | null
    ancestry: { placetype: string; name: string }[]
  }[]
}

async function intentOf(query: string): Promise<Intent> {
  const { status, body } = await ask(query)
  expect([status, body]).toEqual([200, expect.objectContaining({ type: 'intent' })])
  return body as Intent
}

describe('questions', () => {
  test('a category in a town answers the nearest inside it, with what they lie in', async () => {
    const query = 'Find coffee shops in Reno, NV'
    const { intent, results } = await intentOf(query)
    expect(intent).toMatchObject({
      subject: { kind: 'category', categoryID: 'coffee_shop', matched: 'coffee shops' },
      relation: 'in',
      anchor: { text: 'Reno, NV', name: 'Reno' },
    })
    expect(query.slice(intent.anchor?.start, intent.anchor?.end)).toBe('Reno, NV')
    expect(results.map(({ name }) => name)).toContain('Bean Counter')
    expect(results.map(({ name }) => name)).not.toContain('Truckee Beans')
    const distances = results.map(({ distanceM }) => distanceM ?? NaN)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(results[0]?.ancestry.map(({ placetype }) => placetype)).toContain('country')
    expect(results[0]).toMatchObject({ categoryID: 'coffee_shop', country: 'US', gersID: expect.any(String) })
  })

  test('near reaches beyond the town', async () => {
    const { intent, results } = await intentOf('coffee near Reno')
    expect(intent.relation).toBe('near')
    expect(results.map(({ name }) => name)).toContain('Truckee Beans')
  })

  test('a brand and a name are distinguished', async () => {
    expect((await intentOf('mega beans reno nv')).intent.subject).toEqual({
      kind: 'brand',
      name: 'Mega Beans',
      wikidata: 'Q42',
      matched: 'mega beans',
    })
    const named = await intentOf('Old Mill Museum')
    expect(named.intent).toEqual({ subject: { kind: 'name', text: 'Old Mill Museum' } })
    expect(named.results).toMatchObject([{ name: 'Old Mill Museum', distanceM: null, brandWikidata: null }])
  })

  test('French is read as well', async () => {
    const { results } = await intentOf('boulangeries à Lyon')
    expect(results).toMatchObject([{ name: 'Boulangerie Martin', country: 'FR' }])
  })

  test('an unknown name is looked for and not found', async () => {
    expect(await intentOf('Zanzibar Lounge in Reno')).toMatchObject({
      intent: { subject: { kind: 'name', text: 'Zanzibar Lounge' } },
      results: [],
    })
  })

  test.each([
    ['coffee near me', /asker/],
    ['coffee', /name one/],
    ['coffee in Xyzzyqwv', /not known/],
  ])('%s is not guessed', async (query, reason) => {
    expect(await ask(query)).toEqual({
      status: 200,
      body: { type: 'abstain', reason: expect.stringMatching(reason) },
    })
  })

  test.each([
    'Reno, NV',
    'Springfield, IL',
    'Springfield',
    '350 5th Ave, New York, NY 10118',
    '?',
    "'; DROP TABLE poi; --",
  ])('%s asks for no point of interest', async (query) => {
    expect(await ask(query)).toEqual({ status: 200, body: { type: 'not_poi_query' } })
  })

  test.each([
    {},
    { query: '' },
    { query: ' \n' },
    { query: 7 },
    { query: ['coffee'] },
    { query: ' '.repeat(1025) },
    [],
  ])('a body without a query is refused (%#)', async (body) => {
    expect(await ask(body)).toEqual({ status: 400, body: { error: 'query is required' } })
  })

  test('a query that is too long is refused', async () => {
    expect(await ask({ query: 'a'.repeat(1025) })).toEqual({
      status: 400,
      body: { error: 'invalid request body', detail: 'query: must be at most 1024 characters' },
    })
  })
})

describe('the variant', () => {
  test('is reported by /health and described by the document', async () => {
    const health = (await (await fetch(`${running.url}/health`)).json()) as { data: object }
    expect(health.data).toHaveProperty('poi_db', join(root, 'poi/poi.db'))
    const document = (await (await fetch(`${running.url}/openapi.json`)).json()) as Document
    expect(operationsOf(document)).toContainEqual(['/v1/poi', 'searchPOI', []])
    expect(await problemsOf(document)).toEqual([])
  })

  test('is absent without a database: no route, no path, no word in /health', async () => {
    const server = await start(EVERYTHING)
    closing.push(server)
    expect(await ask('coffee in Reno', server)).toEqual({ status: 404, body: 'Not Found' })
    const document = await (await fetch(`${server.url}/openapi.json`)).text()
    expect(document).not.toMatch(/poi\b|POISearch/)
    expect(await (await fetch(`${server.url}/health`)).json()).not.toHaveProperty('data.poi_db')
  })

  test('without weights or gazetteer says so', async () => {
    const [noWeights, noGazetteer] = await Promise.all([
      start({ environment: { SERVICE_DATA_ROOT: root }, locale: 'none' }),
      start({ environment: { SERVICE_DATA_ROOT: root, SERVICE_CANDIDATE_DB: join(root, 'none.db') } }),
    ])
    closing.push(noWeights, noGazetteer)
    expect(await ask('coffee', noWeights)).toEqual({ status: 501, body: { error: 'poi not implemented' } })
    expect(await ask('coffee', noGazetteer)).toMatchObject({
      status: 503,
      body: { error: 'geocoder not available' },
    })
  })

  test('a file of another kind leaves the route absent and says why', async () => {
    const folder = dataRoot()
    mkdirSync(join(folder, 'poi'))
    symlinkSync(join(STARTER, 'db/wof/candidate.db'), join(folder, 'poi/poi.db'))
    const said: string[] = []
    const server = await start({
      environment: { SERVICE_DATA_ROOT: folder },
      warn: (message) => said.push(message),
    })
    closing.push(server)
    expect((await ask('coffee in Reno', server)).status).toBe(404)
    expect(said.join('\n')).toMatch(/poi\.db is not a database of points of interest/)
  })

  test('a reload takes a new database, and keeps the old one when the new is gone', async () => {
    const folder = dataRoot()
    const database = build(folder)
    const server = await start({ environment: { SERVICE_DATA_ROOT: folder } })
    closing.push(server)
    const reload = async () => (await fetch(`${server.url}/v1/reload`, { method: 'POST' })).status
    const museums = async () => (await ask('museums near Reno', server)).body
    expect(await museums()).toMatchObject({ results: [{ name: 'Old Mill Museum' }] })
    writeFileSync(
      join(folder, 'new.csv'),
      'name,category,lat,lon,country\nNew Museum,museum,39.53,-119.81,US\n',
    )
    const aside = join(folder, 'new.db')
    execFileSync(process.execPath, [COMMAND, 'build', 'poi', join(folder, 'new.csv'), '--out', aside], {
      stdio: 'pipe',
    })
    renameSync(aside, database)
    expect(await reload()).toBe(200)
    expect(await museums()).toMatchObject({ results: [{ name: 'New Museum' }] })
    renameSync(database, aside)
    expect(await reload()).toBe(500)
    expect(existsSync(database)).toBe(false)
    expect(await museums()).toMatchObject({ results: [{ name: 'New Museum' }] })
  })
})
