/** Discovery rules, and what holds for any text that reaches the core. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { locateData } from '../../src/engine/data-root.js'
import { type CompleteOptions, createEngine } from '../../src/engine/engine.js'
import { bundlesFor } from '../../src/engine/weights.js'
import { EVERYTHING, noGazetteer } from '../support/servers.js'
import { ROOT } from '../support/paths.js'

interface Node {
  start: number
  end: number
  value: string
  children: Node[]
}

describe('any text', () => {
  const { parse } = createEngine(EVERYTHING)

  function check(text: string): void {
    const { input, tree } = JSON.parse(parse?.(text, 'auto', true) ?? '') as {
      input: string
      tree: { raw: string; roots: Node[] }
    }
    expect(tree.raw).toBe(input)
    const visit = (node: Node): void => {
      expect(tree.raw.slice(node.start, node.end)).toBe(node.value)
      node.children.forEach(visit)
    }
    tree.roots.forEach(visit)
  }

  test('offsets slice back to their values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        check(text)
      }),
      { seed: 1, numRuns: 300 },
    )
    const words = fc.constantFrom(
      '12',
      'bis',
      '🏠',
      'Rue',
      'de',
      'Été',
      '👩‍👩‍👧',
      '\u{202e}',
      ',',
      '(',
      '東京',
      'NY',
      '10118',
      '\0',
      '\n',
      '#',
      '4B',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        check(parts.join(' '))
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  test('an address among emoji keeps its components and offsets', () => {
    const text = '🏠✨ 12 bis chemin du Four Banal 📍 38660 Le Touvet 🇫🇷'
    check(text)
    const { components } = JSON.parse(parse?.(text, 'auto', false) ?? '') as {
      components: { tag: string; value: string }[]
    }
    expect(components.map(({ tag, value }) => `${tag} ${value}`)).toEqual([
      'house_number 12 bis',
      'street_prefix chemin',
      'street du Four Banal',
      'postcode 38660',
      'locality Le Touvet',
    ])
  })

  test('lone surrogates do no harm', () => {
    expect(() => parse?.('12 \ud800 Rue \udc00', 'auto', false)).not.toThrow()
  })
})

describe('completion', () => {
  interface Completion {
    id: string
    name: string
    placetype: string
    state?: string
    country_code?: string
  }
  const engine = createEngine(EVERYTHING)
  const complete = (query: string, options: CompleteOptions): Completion[] =>
    JSON.parse(engine.complete?.(query, options) ?? 'null') as Completion[]

  test('is JSON, best first, of as many places as asked for', () => {
    const [paris, ...others] = complete('par', { limit: 3 })
    expect(paris).toMatchObject({
      id: 'mp:2988507',
      name: 'Paris',
      placetype: 'locality',
      country_code: 'fr',
    })
    expect(others).toHaveLength(2)
    for (const limit of [0, -1, Number.NaN]) expect(complete('par', { limit })).toEqual([])
  })

  test('knows where the asker is, when both coordinates are given', () => {
    const near = { limit: 2, latitude: 33.66, longitude: -95.55 }
    expect(complete('paris', near).map((place) => place.state)).toEqual(['Texas', 'Île-de-France'])
    expect(complete('paris', { limit: 1, latitude: 33.66 })[0]?.country_code).toBe('fr')
  })

  test('answers whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => {
        expect(Array.isArray(complete(text, { limit: 5 }))).toBe(true)
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('is absent without a gazetteer, and says once when its index is missing', () => {
    expect(createEngine(noGazetteer()).complete).toBeUndefined()
    const folder = mkdtempSync(join(tmpdir(), 'milepost-no-index-'))
    const candidateDb = join(folder, 'candidate.db')
    const { candidateDb: starter } = locateData(undefined, EVERYTHING.environment ?? {})
    if (starter === undefined) throw new Error('no starter data; run `npm run build` first')
    symlinkSync(starter, candidateDb)
    const warnings: string[] = []
    const slower = createEngine({ ...EVERYTHING, candidateDb, warn: (message) => warnings.push(message) })
    const before = warnings.length
    for (const query of ['par', 'pari']) {
      const [first] = JSON.parse(slower.complete?.(query, { limit: 1 }) ?? 'null') as Completion[]
      expect(first?.name).toBe('Paris')
    }
    expect(warnings.slice(before)).toEqual([expect.stringContaining('candidate.prefix')])
  })
})

describe('the candidate gazetteer', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'milepost-root-'))
    mkdirSync(join(root, 'db/wof'), { recursive: true })
    writeFileSync(join(root, 'db/wof/candidate.db'), '')
    writeFileSync(join(root, 'other.db'), '')
  })

  test('explicit path, then variable, then data root', () => {
    const other = join(root, 'other.db')
    const environment = { SERVICE_DATA_ROOT: root, SERVICE_CANDIDATE_DB: other }
    expect(locateData(join(root, 'db/wof/candidate.db'), environment).candidateDb).toBe(
      join(root, 'db/wof/candidate.db'),
    )
    expect(locateData(undefined, environment).candidateDb).toBe(other)
    expect(locateData(undefined, { SERVICE_DATA_ROOT: root }).candidateDb).toBe(
      join(root, 'db/wof/candidate.db'),
    )
  })

  test('a variable that names a missing file ends the search', () => {
    const environment = { SERVICE_DATA_ROOT: root, SERVICE_CANDIDATE_DB: join(root, 'missing.db') }
    expect(locateData(undefined, environment).candidateDb).toBeUndefined()
  })

  test('a link to nowhere counts as a missing file', () => {
    symlinkSync(join(root, 'nowhere.db'), join(root, 'link.db'))
    expect(locateData(join(root, 'link.db'), {}).candidateDb).toBeUndefined()
  })

  test('a configured data root without one turns geocoding off, starter data or not', () => {
    expect(locateData(undefined, { SERVICE_DATA_ROOT: tmpdir() }).candidateDb).toBeUndefined()
  })

  test('without one the setting and the path at fault are named', () => {
    const nowhere = join(root, 'nowhere')
    const empty = mkdtempSync(join(tmpdir(), 'milepost-empty-'))
    mkdirSync(join(empty, 'gazetteerless/db'), { recursive: true })
    const why = (environment: Record<string, string>, explicit?: string) =>
      locateData(explicit, environment).missing
    expect(why({}, nowhere)).toBe(`the gazetteer that was named is ${nowhere}, which does not exist`)
    expect(why({ SERVICE_CANDIDATE_DB: nowhere })).toBe(
      `SERVICE_CANDIDATE_DB is ${nowhere}, which does not exist`,
    )
    for (const [path, what] of [
      [nowhere, 'does not exist'],
      [empty, 'has no data'],
      [join(root, 'other.db'), 'is not a folder'],
      [join(empty, 'gazetteerless'), 'has no db/wof/candidate.db'],
    ] as const) {
      expect(why({ SERVICE_DATA_ROOT: path })).toBe(`SERVICE_DATA_ROOT is ${path}, which ${what}`)
    }
    expect(why({ SERVICE_DATA_ROOT: root })).toBeUndefined()
    const warnings: string[] = []
    createEngine({ environment: { SERVICE_DATA_ROOT: nowhere }, warn: (text) => warnings.push(text) })
    expect(warnings).toContainEqual(expect.stringContaining(`SERVICE_DATA_ROOT is ${nowhere}`))
  })

  test('a data root of streets and houses alone lies over the starter data', () => {
    const { candidateDb: starter } = locateData(undefined, EVERYTHING.environment ?? {})
    for (const folder of ['address-points', 'poi']) {
      const added = mkdtempSync(join(tmpdir(), 'milepost-added-'))
      mkdirSync(join(added, folder))
      const environment = { SERVICE_DATA_ROOT: added }
      expect(locateData(undefined, environment)).toEqual({
        dataRoot: added,
        candidateDb: starter,
        named: false,
      })
      // One that is named, or meant by a link, is never replaced.
      const missing = join(added, 'missing.db')
      expect(locateData(missing, environment).candidateDb).toBeUndefined()
      mkdirSync(join(added, 'db/wof'), { recursive: true })
      symlinkSync(missing, join(added, 'db/wof/candidate.db'))
      expect(locateData(undefined, environment).candidateDb).toBeUndefined()
    }
  })

  test('a file that is not a gazetteer is named in the warning, and parsing goes on', () => {
    const warnings: string[] = []
    const file = join(root, 'other.db')
    const engine = createEngine({
      candidateDb: file,
      environment: {},
      warn: (message) => void warnings.push(message),
    })
    expect(engine.geocode).toBeUndefined()
    expect(engine.parse).toBeDefined()
    expect(warnings.join()).toContain(file)
  })
})

describe('weights', () => {
  const french = join(ROOT, 'npm/weights-fr-fr')
  const environment = { SERVICE_DATA_ROOT: '/nowhere' }

  test('a named bundle is taken, then SERVICE_WEIGHTS, then the package of the locale', () => {
    expect(createEngine({ environment, weights: french }).model?.locale).toBe('fr-FR')
    expect(createEngine({ environment: { ...environment, SERVICE_WEIGHTS: french } }).model?.locale).toBe(
      'fr-FR',
    )
    expect(createEngine({ environment }).model?.locale).toBe('en-US')
  })

  test('a locale without a package of its own has that of its language or the general one', () => {
    expect(['de-DE', 'pt_BR', 'it'].map(bundlesFor)).toEqual([
      ['de-de', 'en-us'],
      ['pt-br', 'en-us'],
      ['it', 'en-us'],
    ])
    expect(['fr-CA', 'fr', 'fr-FR'].map(bundlesFor)).toEqual([
      ['fr-ca', 'fr-fr', 'en-us'],
      ['fr', 'fr-fr', 'en-us'],
      ['fr-fr', 'en-us'],
    ])
    expect(['', 'german', '../../etc'].map(bundlesFor)).toEqual([[], [], []])
    expect(createEngine({ environment, locale: 'de-DE' }).model?.name).toBe('weights-en-us')
  })

  test('a named bundle that is none turns parsing off and is named', () => {
    const said: string[] = []
    const engine = createEngine({ environment, weights: '/nowhere/weights', warn: (line) => said.push(line) })
    expect(engine.parse).toBeUndefined()
    expect(said.join('\n')).toContain('/nowhere/weights/model-card.json')
  })
})
