/** The engine of the library: values, absent capabilities, and signals. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { locateData } from '../../src/engine/data-root.js'
import { createEngine as openCore, type EngineOptions } from '../../src/engine/engine.js'
import { createEngine, type GeocodeResult } from '../../src/index.js'
import { inParts } from '../../src/library/many.js'
import { answerBounds } from '../../src/wire/answer-bounds.js'
import { housesRoot } from '../support/houses-root.js'
import { EVERYTHING, NO_WEIGHTS, noGazetteer } from '../support/servers.js'
import { ROOT } from '../support/paths.js'

const ADDRESS = '10 Rue de la République, 75008 Paris'

/** The addresses of the parser's test cases. */
function written(): string[] {
  const cases = join(ROOT, 'crates/parser/tests/cases/parse')
  const names = readdirSync(cases, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.txt'))
  return files.flatMap((name) =>
    readFileSync(join(cases, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^(\/\/| {4})/.test(line))
      .map((line) => line.replaceAll('\\n', '\n')),
  )
}

const engines = new Map<EngineOptions, [ReturnType<typeof createEngine>, ReturnType<typeof openCore>]>()

/** Compares a geocode as a value with the body of `/v1/geocode`, with and without bounds; returns its tier. */
function expectTheValueOfTheBody(options: EngineOptions, text: string): string | undefined {
  const opened = engines.get(options) ?? [createEngine(options), openCore(options)]
  engines.set(options, opened)
  const [engine, core] = opened
  for (const bounds of [{ limit: 50 }, { country: 'us' }, {}]) {
    const { body } = core.geocode?.(text, 'auto', answerBounds(bounds)) ?? {}
    expect(JSON.stringify(engine.geocode(text, bounds))).toBe(JSON.stringify(JSON.parse(body ?? '')))
  }
  return core.geocode?.(text, 'auto').tier
}

describe('what is asked at once and what is asked off the event loop', () => {
  const engine = createEngine(EVERYTHING)

  test('are the same parse and the same geocode', async () => {
    const parse = engine.parse?.(ADDRESS)
    expect(parse?.components.map(({ tag }) => tag)).toContain('postcode')
    expect(await engine.parseAsync?.(ADDRESS)).toEqual(parse)
    const geocode = engine.geocode?.(ADDRESS)
    expect(geocode).toMatchObject({ countryCode: 'FR', resolution_tier: 'admin', postcode: '75008' })
    expect(await engine.geocodeAsync?.(ADDRESS)).toEqual(geocode)
  })

  test('a parse is the value of its body for any text', () => {
    const core = openCore(EVERYTHING)
    // More components than have room, code units beyond one each, half of a pair, and no component at all.
    const odd = [`${ADDRESS}; `.repeat(60), '🏠 5 Elm St, Reno NV', '5 Elm St \ud83d, Reno NV', '...']
    const texts = [...written(), ...odd]
    expect(texts.length).toBeGreaterThan(300)
    for (const text of texts) {
      for (const inputMode of ['auto', 'fragmented'] as const) {
        expect(engine.parse?.(text, { inputMode })).toEqual(
          JSON.parse(core.parse?.(text, inputMode, false) ?? ''),
        )
      }
    }
    expect(engine.parse?.(ADDRESS, { debug: true })).toEqual(
      JSON.parse(core.parse?.(ADDRESS, 'auto', true) ?? ''),
    )
  })

  test('a geocode is the value of its body for any text', () => {
    const odd = [
      `${ADDRESS}; `.repeat(60),
      '🏠 5 Elm St, Reno NV',
      '5 Elm St \ud83d, Reno NV',
      '...',
      'Москва',
      'Wien, Łódź',
      'Springfield',
      '48.85, 2.35',
      '849VCWC8+R9',
      '10 Rue Oak, Reno NV, 69003 Lyon, France',
      'Rue de Lyon, 1.Stock Hinterhof, 2.Stock, 10115 Berlin',
    ]
    const texts = [...written(), ...odd]
    expect(texts.length).toBeGreaterThan(300)
    for (const text of texts) expectTheValueOfTheBody(EVERYTHING, text)
  })

  test('a house, a number between two and a street are the values of their bodies', () => {
    const root = housesRoot()
    const tiers = ['4717', '4718', '4719', ''].map((number) =>
      expectTheValueOfTheBody(root, `${number} Carroll Manor Rd, Baldwin, MD 21013`.trim()),
    )
    expect(new Set(tiers)).toEqual(new Set(['address_point', 'interpolated', 'street']))
  })

  test('many answer in order, a row that fails among them', async () => {
    const addresses = Array.from({ length: 700 }, (_, index) =>
      index === 300 ? ' ' : `${String(index + 1)} Elm St, Reno NV`,
    )
    const parses = await engine.parseMany?.(addresses)
    expect(parses?.map(({ input }) => input)).toEqual(addresses)
    expect(parses?.[300]).toEqual({ input: ' ', error: 'address is required' })
    const geocodes = await engine.geocodeMany?.(addresses.slice(0, 3), { inputMode: 'fragmented' })
    expect(geocodes?.map((row) => (row as GeocodeResult).countryCode)).toEqual(['US', 'US', 'US'])
    expect(await engine.geocodeMany?.([])).toEqual([])
  })

  test('what the caller knows beside the text bounds each of them', async () => {
    const options = { country: 'us', limit: 2 }
    const geocode = engine.geocode?.('Paris', options)
    expect(geocode?.countryCode).toBe('US')
    expect(geocode?.candidates.map(({ resolution_tier }) => resolution_tier)).toEqual(['admin', 'admin'])
    expect(await engine.geocodeAsync?.('Paris', options)).toEqual(geocode)
    expect(await engine.geocodeMany?.(['Paris'], options)).toMatchObject([{ countryCode: 'US' }])
    expect(engine.search?.('Paris', { country: 'ca' })?.place?.country_code).toBe('CA')
    expect(engine.search?.('Oslo, Norway', { country: ['us', 'ca'] })).toBeNull()
  })

  test('a language chooses the names of places and changes no answer', async () => {
    const country = (language?: string | string[]) => {
      const result = engine.geocode?.('Paris, France', language === undefined ? {} : { language })
      return result?.hierarchy.at(-1)?.name
    }
    expect([country(), country('de-AT'), country(['tlh', 'ru'])]).toEqual(['France', 'Frankreich', 'Франция'])
    expect(country('tlh')).toBe('France')
    const german = { language: 'de' }
    expect(await engine.geocodeAsync?.('Paris, France', german)).toEqual(
      engine.geocode?.('Paris, France', german),
    )
    expect(engine.search?.('Paris, France', german)?.places.at(-1)).toMatchObject({ name: 'Frankreich' })
    expect(engine.reverse?.(45.3586, 5.9531, german)?.at(-1)).toMatchObject({ name: 'Frankreich' })
    expect(engine.reverse?.(45.3586, 5.9531)?.at(-1)).toMatchObject({ name: 'France' })
    const completed = (language?: string) => engine.complete?.('gren', language ? { language } : {})[0]
    expect([completed()?.country, completed('de')?.country]).toEqual(['France', 'Frankreich'])
    expect(completed('de')?.name).toBe('Grenoble')
  })

  test('components are geocoded without a parse, and an answer is an address of what was found', async () => {
    const components = { locality: 'Paris', region: 'TX', house_number: '5', street: 'Nowhere St' }
    const result = engine.geocode?.(components, { formatted: true })
    expect(result).toMatchObject({
      input: '5 Nowhere St, Paris, TX',
      components: { house_number: '5', street: 'Nowhere St', locality: 'Paris', region: 'TX' },
      countryCode: 'US',
      match_level: 'locality',
      formatted: 'Paris, Texas, United States of America',
    })
    expect(await engine.geocodeAsync?.(components, { formatted: true })).toEqual(result)
    expect(await engine.geocodeMany?.([components, 'Paris, TX', { unit: ' ' }])).toMatchObject([
      { countryCode: 'US' },
      { countryCode: 'US' },
      { input: '', error: 'address is required' },
    ])
    expect(() => engine.geocode?.({ locality: ' ' })).toThrow('address is required')
    expect(engine.geocode?.('Paris, TX')).not.toHaveProperty('formatted')
    expect(engine.geocode?.('asdf qwer', { formatted: true })).not.toHaveProperty('formatted')
  })

  test('one that is closed answers what was asked before, and throws afterwards', async () => {
    const closing = createEngine(EVERYTHING)
    const asked = closing.geocodeMany?.(Array.from({ length: 100 }, () => ADDRESS))
    closing.close()
    expect(await asked).toHaveLength(100)
    expect((await asked)?.every((row) => 'lat' in row)).toBe(true)
    expect(() => closing.parse?.(ADDRESS)).toThrow('no weights are loaded')
    closing.close()
  })

  test('an empty address throws, and rejects', async () => {
    expect(() => engine.parse?.(' ')).toThrow('address is required')
    expect(() => engine.geocode?.('')).toThrow('address is required')
    await expect(engine.parseAsync?.(' ')).rejects.toThrow('address is required')
    await expect(engine.geocodeAsync?.('')).rejects.toThrow('address is required')
  })

  test('search, reverse, completion and expansion are values', () => {
    expect(engine.search?.('Reno NV')?.places[0]?.name).toBe('Reno')
    expect(engine.search?.('Reno NV', { country: 'FR' })).toBeNull()
    expect(engine.reverse?.(45.3586, 5.9531)?.[0]).toMatchObject({ name: 'Le Touvet' })
    expect(engine.reverse?.(0, -30)).toBeNull()
    expect(engine.complete?.('par')).toHaveLength(10)
    expect(engine.complete?.('paris', { limit: 1, latitude: 33.66, longitude: -95.55 })).toMatchObject([
      { name: 'Paris', state: 'Texas' },
    ])
    expect(engine.expand?.('12 Elm St')).toEqual(['12 Elm St', '12 Elm Street'])
    expect(engine.model?.locale).toBe('en-US')
    expect(engine.sources.join()).toContain('GeoNames')
  })
})

describe('a capability that is not there is undefined', () => {
  test('without a gazetteer', () => {
    const engine = createEngine(noGazetteer())
    expect(engine.parse).toBeDefined()
    const { geocode, geocodeAsync, geocodeMany, search, complete, reverse, reload } = engine
    expect([geocode, geocodeAsync, geocodeMany, search, complete, reverse, reload]).toEqual(
      Array.from({ length: 7 }, () => undefined),
    )
  })

  test('without weights', () => {
    const said: string[] = []
    const engine = createEngine({ ...NO_WEIGHTS, warn: (line) => said.push(line) })
    const { parse, parseAsync, parseMany, geocode, model } = engine
    expect([parse, parseAsync, parseMany, geocode, model]).toEqual(Array.from({ length: 5 }, () => undefined))
    expect(engine.expand?.('a')).toEqual(['a'])
    expect(said).toEqual([expect.stringContaining('no weights package for locale none')])
  })
})

test('a reverse lookup begins with the house of a register, unless houses are not wanted', () => {
  const engine = createEngine(housesRoot())
  expect(engine.reverse?.(39.499, -76.512)?.[0]).toMatchObject({ placetype: 'address', house_number: '4717' })
  expect(engine.reverse?.(39.499, -76.512, { houses: false })?.[0]?.placetype).not.toBe('address')
  engine.close()
}, 60_000)

test('a reload brings reverse lookups when their database has come', () => {
  const root = mkdtempSync(join(tmpdir(), 'milepost-library-'))
  const { candidateDb } = locateData(undefined, EVERYTHING.environment ?? {})
  if (candidateDb === undefined) throw new Error('no starter data; run `npm run build` first')
  const admin = 'admin-global-priority.db'
  mkdirSync(join(root, 'db/wof'), { recursive: true })
  symlinkSync(candidateDb, join(root, 'db/wof/candidate.db'))
  const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
  expect(engine.reverse).toBeUndefined()
  symlinkSync(candidateDb.replace('candidate.db', admin), join(root, 'db/wof', admin))
  engine.reload?.()
  expect(engine.reverse?.(45.3586, 5.9531)?.[0]).toMatchObject({ name: 'Le Touvet' })
})

describe('a signal', () => {
  const engine = createEngine({ ...EVERYTHING, gazetteer: false })

  test('that was aborted before: nothing is worked on', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(engine.parseAsync?.(ADDRESS, { signal })).rejects.toThrow('too late')
    await expect(engine.parseMany?.([ADDRESS], { signal })).rejects.toThrow('too late')
  })

  test('ends what is under way at once, and no further rows are begun', async () => {
    const asked: number[] = []
    const controller = new AbortController()
    const never = (rows: string[]) => {
      asked.push(rows.length)
      if (asked.length === 1) return Promise.resolve(rows.map(() => '{}'))
      controller.abort()
      return new Promise<string[]>(() => undefined)
    }
    const rows = Array.from({ length: 2000 }, String)
    await expect(inParts(rows, never, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(asked).toHaveLength(2)
  })

  test('that is never aborted changes nothing', async () => {
    const { signal } = new AbortController()
    expect(await engine.parseMany?.([ADDRESS, ADDRESS], { signal })).toHaveLength(2)
  })
})
