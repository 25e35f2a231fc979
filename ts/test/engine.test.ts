/** Discovery rules, and what holds for any text that reaches the core. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { locateData } from '../src/engine/data-root.js'
import { createEngine } from '../src/engine/engine.js'
import { EVERYTHING } from './servers.js'

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

  test('a file that is no gazetteer is named in the warning, and parsing goes on', () => {
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
  const french = join(import.meta.dirname, '../../npm/weights-fr-fr')
  const environment = { SERVICE_DATA_ROOT: '/nowhere' }

  test('a named bundle is taken, then SERVICE_WEIGHTS, then the package of the locale', () => {
    expect(createEngine({ environment, weights: french }).model?.locale).toBe('fr-FR')
    expect(createEngine({ environment: { ...environment, SERVICE_WEIGHTS: french } }).model?.locale).toBe(
      'fr-FR',
    )
    expect(createEngine({ environment }).model?.locale).toBe('en-US')
  })

  test('a named bundle that is none turns parsing off and is named', () => {
    const said: string[] = []
    const engine = createEngine({ environment, weights: '/nowhere/weights', warn: (line) => said.push(line) })
    expect(engine.parse).toBeUndefined()
    expect(said.join('\n')).toContain('/nowhere/weights/model-card.json')
  })
})
