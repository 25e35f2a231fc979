/** The canonical key through the addon: its vectors, and how components become texts. What holds for any key is tested in crates/format. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { CANONICAL_KEY_VERSION, canonicalKey } from '../../src/format/canonical-key.js'
import type { Components } from '../../src/format/components.js'
import { ROOT } from '../support/paths.js'

interface Group {
  country: string
  shows: string
  key: string
  components: Components[]
}

const VECTORS = JSON.parse(readFileSync(join(ROOT, 'docs/canonical-key.vectors.json'), 'utf8')) as Group[]

describe('the vectors of version 2', () => {
  test('are those of the version of the code', () => {
    const addon = createRequire(import.meta.url)(
      '../../../npm/linux-x64-gnu/milepost.linux-x64-gnu.node',
    ) as Record<string, unknown>
    expect(CANONICAL_KEY_VERSION).toBe(2)
    expect(addon['CANONICAL_KEY_VERSION']).toBe(CANONICAL_KEY_VERSION)
    expect(new Set(VECTORS.map(({ key }) => key)).size).toBe(VECTORS.length)
  })

  test.each(VECTORS)('$country $shows', ({ country, key, components }) => {
    expect(components.map((spelling) => canonicalKey(spelling, country))).toEqual(components.map(() => key))
  })
})

describe('components become texts', () => {
  test.each<[shows: string, components: Components, key: string]>([
    ['all texts of a tag count', { locality: ['Sparks', 'Reno'], region: [] }, 'mp2|reno|sparks|us'],
    [
      'what is undefined or blank is not there',
      { street: undefined, region: ' ', prefecture: 'Tokyo' },
      'mp2|tokyo|us',
    ],
    [
      'no tag is named like a member of every object',
      JSON.parse('{"__proto__":"x","constructor":"y","street":"Main St"}') as Components,
      'mp2|main street|us',
    ],
    ['half a character is a sign', { street: 'Main\ud800St' }, 'mp2|main street|us'],
    [
      'white space is that of JavaScript',
      { house_number: '\ufeff', block: '1\u2003', sub_block: '2' },
      'mp2|1 2|us',
    ],
  ])('%s', (_shows, components, key) => {
    expect(canonicalKey(components, 'US')).toBe(key)
  })
})

test('a program that imports the library loads the addon at the first key', () => {
  const script = `
    const { canonicalKey } = await import(process.argv[1])
    const loaded = () => process.report.getReport().sharedObjects.filter((path) => path.endsWith('.node')).length
    const before = loaded()
    console.log(JSON.stringify([before, canonicalKey({ street: 'Main St' }, 'US'), loaded()]))`
  const library = join(ROOT, 'ts/dist/index.js')
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, library], {
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual([0, 'mp2|main street|us', 1])
})
