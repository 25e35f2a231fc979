/**
 * The documents are what the servers say: live answers of every tier, marker and surface fit the schemas of the served documents, in
 * which no key is allowed that they do not name; and what the core writes fits the schemas its types come from.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEngine, type Engine } from '../../src/engine/engine.js'
import { createNativeServer } from '../../src/surfaces/native/server.js'
import { createParserServer } from '../../src/surfaces/parser/server.js'
import { createSearchServer } from '../../src/surfaces/search/server.js'
import { createTypeaheadServer } from '../../src/surfaces/typeahead/server.js'
import { Completion, FoundHouse, FoundParts, FoundPlace, SearchResult } from '../../src/wire/found.js'
import { type GeocodeResult, MatchLevel, ResolutionTier } from '../../src/wire/geocode.js'
import { TIERS } from '../../src/wire/geocode-words.js'
import { COMMAND, STARTER } from '../support/paths.js'

/** A response as a document describes it. */
interface Described {
  content?: Record<string, { schema: object }>
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>
  components: { schemas: Record<string, object> }
}

/** What a surface is asked: by GET without a body. */
type Question = [path: string, body?: unknown]

let root: string
let engine: Engine
const closing: (() => Promise<unknown>)[] = []

/** Maryland's points, ranges and streets, points of interest, and a database of time zones beside the starter data. */
function fill(folder: string): void {
  symlinkSync(join(STARTER, 'db'), join(folder, 'db'))
  const build = (...parameters: string[]) =>
    execFileSync(process.execPath, [COMMAND, 'build', ...parameters], { stdio: 'pipe' })
  const points = join(folder, 'points.csv')
  const rows = Array.from({ length: 60 }, (_, index) => {
    const number = String(4 * index + 2)
    return `${number},Main St,Towson,MD,21204,${(39.4 + index * 1e-4).toFixed(5)},-76.6`
  })
  writeFileSync(points, ['number,street,city,region,postcode,lat,lon', ...rows, ''].join('\n'))
  build('points', points, '--data-root', folder)
  mkdirSync(join(folder, 'interpolation'), { recursive: true })
  build('ranges', points, '--from-points', '--out', join(folder, 'interpolation/interpolation-us-md.db'))
  build('streets', points, '--out', join(folder, 'street-centroids/street-centroids-us-md.db'))
  const places = join(folder, 'places.csv')
  writeFileSync(
    places,
    'name,category,brand,brand_wikidata,lat,lon,country,confidence,id\nBean,coffee_shop,Mega,Q42,39.401,-76.601,US,0.9,a1\n',
  )
  mkdirSync(join(folder, 'poi'))
  build('poi', places, '--out', join(folder, 'poi/poi.db'))
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'milepost-document-'))
  fill(root)
  engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
}, 60_000)

afterAll(() => Promise.all(closing.map((close) => close())))

/** The same schema, in which an object has no key that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const names = 'properties' in copy && !('additionalProperties' in copy)
  return names ? { ...copy, additionalProperties: false } : copy
}

/** Says what is wrong with an answer by a document; undefined when nothing is. */
function checker(document: Document) {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema({ $id: 'document', ...(closed({ components: document.components }) as object) })
  return (path: string, method: string, status: number, answer: unknown): string | undefined => {
    const schema =
      document.paths[path]?.[method]?.responses[String(status)]?.content?.['application/json']?.schema
    if (schema === undefined) return `no schema for ${method} ${path} ${String(status)}`
    const text = JSON.stringify(closed(schema)).replaceAll('"$ref":"#/', '"$ref":"document#/')
    const check = ajv.compile(JSON.parse(text) as object)
    return check(answer) ? undefined : ajv.errorsText(check.errors)
  }
}

/** Asks a surface everything and checks each answer by its own document. */
async function answersOf(url: string, questions: Question[]): Promise<unknown[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document
  const problem = checker(document)
  const answers: unknown[] = []
  for (const [path, body] of questions) {
    const method = body === undefined ? 'get' : 'post'
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const answer: unknown = await response.json()
    const { pathname } = new URL(path, url)
    expect([path, JSON.stringify(body), problem(pathname, method, response.status, answer)]).toEqual([
      path,
      JSON.stringify(body),
      undefined,
    ])
    answers.push(answer)
  }
  return answers
}

/** Addresses whose answers are of every tier and carry every kind of marker. */
const ADDRESSES = [
  '10 Main St, Towson, MD 21204',
  '12 Main St, Towson, MD 21204',
  '10 Main St, Towson, MD 21286',
  '9876 Main St, Towson, MD 21204',
  'Main St, Towson, MD',
  'Mian St, Towson, MD 21204',
  'Reno NV',
  'Paris, TX 75460, USA',
  'Reno NV 10001',
  'Springfield',
  'CF3X+QR Towson, MD',
  '39.4015, -76.6019',
  'PSC 3 Box 12, APO AE 09021',
  '12 Main St, 14 Elm St, Towson MD',
  'asdf qwer',
  'Meeting at noon in Reading',
  '10115 Berlin',
  '10 Rue de la République, 75008 Paris',
]

describe('the native surface', () => {
  test('answers as its document says, in every tier and with every kind of marker', async () => {
    const { app } = await createNativeServer({ engine, logLevel: 'silent' })
    closing.push(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const asked = ADDRESSES.map((address): Question => ['/v1/geocode', { address }])
    const geocodes = (await answersOf(url, asked)) as GeocodeResult[]
    expect(new Set(geocodes.map(({ resolution_tier: tier }) => tier))).toEqual(new Set(TIERS))
    const kinds = geocodes.flatMap(({ intent_markers: markers }) => markers.map(({ kind }) => kind))
    expect(new Set(kinds)).toEqual(new Set(['ambiguity', 'disagreement', 'abstention']))
    const fields = new Set(geocodes.flatMap((geocode) => Object.keys(geocode)))
    for (const field of ['rooftop', 'extent_m', 'admin_coherence', 'dropped_components'])
      expect(fields).toContain(field)
    const [parse] = (await answersOf(url, [
      ['/v1/parse', { address: ADDRESSES[0], debug: true }],
      ['/v1/parse?address=Paris+TX'],
      ['/v1/parse', {}],
    ])) as { tree: object }[]
    await answersOf(url, [
      ['/v1/batch', { addresses: [...ADDRESSES, ' ', 'a'.repeat(2000)] }],
      ['/v1/batch', { addresses: ['Reno NV', { components: { locality: 'Reno', region: 'NV' } }] }],
      ['/v1/geocode', { components: { locality: 'Reno' }, formatted: true, language: ['fr'] }],
      ['/v1/geocode', { components: { city: 'Reno' } }],
      ['/v1/geocode?address=Reno&formatted=true&language=fr,de'],
      ['/v1/reverse?lat=39.4&lon=-76.6&formatted=true&language=fr'],
      ['/v1/reverse', { lat: 39.4, lon: -76.6, formatted: true, language: 'fr' }],
      ['/v1/reverse', { lat: -40, lon: -120 }],
      ['/v1/reverse'],
      ['/v1/resolve', { tree: parse?.tree, opts: { includeAncestors: true } }],
      ['/v1/format', { components: { street: 'Main St', locality: 'Reno' }, country: 'US' }],
      ['/v1/format', { components: {} }],
      ['/v1/poi', { query: 'coffee in Towson, MD' }],
      ['/v1/poi', { query: 'Mega near Towson, MD' }],
      ['/v1/poi', { query: '10 Main St, Towson' }],
      ['/v1/poi', { query: 'coffee near me' }],
      ['/v1/reload', {}],
      ['/health'],
      ['/health/ready'],
      ['/metrics'],
    ])
  })

  test('without anything open answers as its document says', async () => {
    const { app } = await createNativeServer({ engine: {}, logLevel: 'silent' })
    closing.push(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    await answersOf(url, [
      ['/v1/geocode', { address: 'Reno' }],
      ['/v1/parse', { address: 'Reno' }],
      ['/v1/batch', { addresses: ['Reno'] }],
      ['/v1/reverse', { lat: 1, lon: 1 }],
      ['/v1/resolve', { tree: { raw: '', roots: [] } }],
      ['/v1/reload', {}],
      ['/health'],
      ['/health/ready'],
      ['/metrics'],
    ])
  })
})

describe('the drop-ins', () => {
  test('search answers as its document says', async () => {
    const app = await createSearchServer({ engine, logLevel: 'silent' })
    closing.push(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const formats = ['jsonv2', 'json', 'geojson', 'jsonld'].flatMap((format): Question[] => [
      [`/search?q=10+Main+St,+Towson,+MD+21204&addressdetails=1&format=${format}`],
      [`/reverse?lat=39.4&lon=-76.6&addressdetails=1&format=${format}`],
    ])
    await answersOf(url, [
      ...formats,
      ...ADDRESSES.map((address): Question => [`/search?addressdetails=1&q=${encodeURIComponent(address)}`]),
      ['/reverse'],
      ['/reverse?lat=0&lon=0'],
      ['/lookup?osm_ids=N1'],
      ['/status'],
    ])
  })

  test('typeahead answers as its document says', async () => {
    const app = await createTypeaheadServer({ engine, logLevel: 'silent' })
    closing.push(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    await answersOf(url, [
      ['/api?q=Tows'],
      ['/api?q=Tows&format=jsonld'],
      ['/api?q=10+Main+St+Towson'],
      ['/api?q=21204'],
      ['/api'],
      ['/reverse?lat=39.4&lon=-76.6'],
      ['/reverse?lat=39.4&lon=-76.6&format=jsonld'],
      ['/reverse'],
    ])
  })

  test('parser answers as its document says', async () => {
    const app = await createParserServer({ engine, logLevel: 'silent' })
    closing.push(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    await answersOf(url, [
      ...ADDRESSES.map((address): Question => ['/parse', { address }]),
      ['/parse?query=Reno'],
      ['/parse', {}],
      ['/expand', { address: '12 Elm St' }],
      ['/expand?address='],
    ])
  })
})

describe('what the core writes', () => {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(
    [ResolutionTier, MatchLevel, SearchResult, FoundParts, FoundPlace, FoundHouse, Completion].map(
      (schema) => closed(schema) as object,
    ),
  )

  /** What does not fit a schema. */
  function misfit(schema: object, json: string | null | undefined): string | undefined {
    const value: unknown = JSON.parse(json ?? 'null')
    return ajv.validate(closed(schema) as object, value) ? undefined : ajv.errorsText()
  }

  test('a search', () => {
    const results = { type: 'array', items: { $ref: 'SearchResult#' } }
    for (const address of ADDRESSES) {
      const found = engine.search?.(address, { limit: 3 })
      expect([address, misfit(results, found)]).toEqual([address, undefined])
    }
    expect(JSON.parse(engine.search?.('Springfield', { limit: 3 }) ?? '')).toHaveLength(3)
  })

  test('a reverse lookup, with a house and without', () => {
    const around = { type: 'array', items: { anyOf: [{ $ref: 'FoundPlace#' }, { $ref: 'FoundHouse#' }] } }
    const [with_, without] = [true, false].map((houses) => engine.reverse?.(39.4, -76.6, { houses }))
    expect((JSON.parse(with_ ?? '[]') as { placetype: string }[])[0]?.placetype).toBe('address')
    expect([misfit(around, with_), misfit(around, without)]).toEqual([undefined, undefined])
  })

  test('a completion', () => {
    const completions = { type: 'array', minItems: 1, items: { $ref: 'Completion#' } }
    for (const query of ['Tows', '10 Main St Towson', '2120'])
      expect([query, misfit(completions, engine.complete?.(query, { limit: 10 }))]).toEqual([
        query,
        undefined,
      ])
  })
})
